/** A home with an installed line, its service and what stands in the service's place: all of them real processes. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pins } from "../../src/hosts/install/index.ts";
import { placeLine } from "../../src/hosts/testing.ts";
import { agreeToStart, hookPlace, keepSecret, neverStart } from "../../src/service/index.ts";
import { removeTree } from "../../src/testing/remove-tree.ts";
import { freePort } from "../hosts/serving.ts";

/** Run from the top of the repository, as everything here is. */
export const DIST = resolve("dist");
const START_LIMIT_MS = 60_000;

export interface LineRan {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** The line started a hook of its own. */
  readonly alone: boolean;
}

export interface LineOptions {
  readonly host?: string;
  readonly waiting?: "call" | "person";
  readonly deadlineMs?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly state?: string;
  readonly program?: string;
  /** In the place of the system's. */
  readonly perl?: string;
  /** Variables that hold keys. */
  readonly keys?: readonly string[];
  /** Who calls, where several do at once. */
  readonly caller?: string;
}

interface SavedRecord {
  readonly session?: string;
  readonly entry: Record<string, unknown>;
  readonly after: { readonly consecutive: number; readonly total: number };
}

/** The shells that are `sh` somewhere. */
export const SHELLS = ["dash", "bash"] as const;
export type ShellName = (typeof SHELLS)[number];

export class Scene {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), "e2e-sv-")));
  readonly home = join(this.top, "h");
  readonly app = join(this.home, "app");
  readonly state = join(this.home, "s");
  readonly place = hookPlace(this.state);
  readonly #children: ChildProcess[] = [];

  constructor() {
    if (!existsSync(join(DIST, "hook.cjs"))) throw new Error("dist/hook.cjs is not there: run npm run build first");
    mkdirSync(this.app, { recursive: true });
    mkdirSync(this.state, { mode: 0o700 });
    for (const shell of SHELLS) {
      mkdirSync(join(this.top, shell));
      symlinkSync(`/bin/${shell}`, join(this.top, shell, "sh"));
    }
  }

  /** A node that tells that this caller started it. */
  #spy(caller: string): string {
    const spy = join(this.top, `node${caller}`);
    if (!existsSync(spy))
      writeFileSync(spy, `#!/bin/sh\n: >>${this.#mark(caller)}\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
    return spy;
  }

  #mark(caller: string): string {
    return join(this.top, `alone${caller}`);
  }

  settings(value: object): void {
    mkdirSync(join(this.home, ".config/sallyport"), { recursive: true });
    writeFileSync(join(this.home, ".config/sallyport/settings.json"), JSON.stringify(value));
  }

  /** The line as it is installed, in one of the shells that may be `sh`. */
  line(shell: ShellName, options: LineOptions = {}): readonly string[] {
    const { host = "claude-code", waiting = "call", deadlineMs = 58_000, caller = "" } = options;
    const { state = this.state, program = DIST, perl = "/usr/bin/perl", keys = [] } = options;
    const pins: Pins = {
      ...{ node: this.#spy(caller), program, home: this.home, locale: "C.UTF-8" },
      ...{ config: join(this.home, ".config"), state, keys, deadlineMs },
    };
    const sh = join(this.top, shell, "sh");
    const edit = (text: string): string => text.replace(/\/bin\/sh\b/g, sh).replaceAll("/usr/bin/perl", perl);
    return [sh, "-c", edit(placeLine(host, { ...pins, compares: true }, waiting, edit))];
  }

  run(shell: ShellName, input: string | Buffer, options: LineOptions = {}): LineRan {
    const mark = this.#mark(options.caller ?? "");
    rmSync(mark, { force: true });
    const [program = "", ...args] = this.line(shell, options);
    const done = spawnSync(program, args, {
      cwd: this.app,
      input,
      env: { PATH: "/usr/bin:/bin", ...options.env },
      maxBuffer: 100_000_000,
    });
    return {
      ...{ code: done.status, out: done.stdout.toString(), err: done.stderr.toString() },
      alone: existsSync(mark),
    };
  }

  /** The same, while this process goes on. */
  begin(shell: ShellName, input: string, options: LineOptions = {}): Promise<LineRan> {
    const mark = this.#mark(options.caller ?? "");
    rmSync(mark, { force: true });
    const [program = "", ...args] = this.line(shell, options);
    const child = spawn(program, args, { cwd: this.app, env: { PATH: "/usr/bin:/bin", ...options.env } });
    const texts = { out: "", err: "" };
    child.stdout.on("data", (chunk) => {
      texts.out += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      texts.err += String(chunk);
    });
    child.stdin.on("error", () => undefined).end(input);
    return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...texts, alone: existsSync(mark) })));
  }

  /** `sallyport serve`, as it is built. */
  async serve(dist = DIST): Promise<ChildProcess> {
    const args = [join(dist, "sallyport.cjs"), "serve", "--port", String(await freePort())];
    const env = { HOME: this.home, PATH: "/usr/bin:/bin", SALLYPORT_STATE_DIR: this.state };
    return this.#start(process.execPath, args, env, /serves http/);
  }

  /** Something else where the service should be. */
  lie(how: string): Promise<ChildProcess> {
    const kept = keepSecret(this.state);
    if (!kept.ok) throw new Error(kept.error);
    return this.#start(process.execPath, [resolve("e2e/service/liar.mjs"), this.place.socket, how], {}, /ready/);
  }

  /** Between line and service: the line is sent away without what the service has answered. */
  loseAnswers(): Promise<ChildProcess> {
    const moved = join(this.top, "real.sock");
    renameSync(this.place.socket, moved);
    return this.#start(process.execPath, [resolve("e2e/service/loser.mjs"), this.place.socket, moved], {}, /ready/);
  }

  #start(program: string, args: readonly string[], env: NodeJS.ProcessEnv, ready: RegExp): Promise<ChildProcess> {
    const child = spawn(program, args, { cwd: this.app, env, stdio: ["ignore", "pipe", "pipe"] });
    this.#children.push(child);
    return new Promise((resolve, reject) => {
      let said = "";
      const timer = setTimeout(() => reject(new Error(`it does not start: ${said}`)), START_LIMIT_MS);
      const hear = (chunk: unknown): void => {
        said += String(chunk);
        if (!ready.test(said)) return;
        clearTimeout(timer);
        resolve(child);
      };
      child.stdout?.on("data", hear);
      child.stderr?.on("data", hear);
      child.once("exit", () => reject(new Error(`it ended: ${said}`)));
    });
  }

  /** The records of each session, as they were written. */
  #sessions(state: string): readonly (readonly SavedRecord[])[] {
    const folder = join(state, "ledger");
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"))
      .map((lines) => lines.map((line) => JSON.parse(line)));
  }

  sessionRecords(session: string, state = this.state): readonly SavedRecord[] {
    return this.#sessions(state).find(([first]) => first?.session === session) ?? [];
  }

  entries(kind: string, state = this.state): readonly Record<string, unknown>[] {
    return this.#sessions(state)
      .flat()
      .map(({ entry }) => entry)
      .filter((entry) => entry.kind === kind);
  }

  /** As at set-up: hooks that find no service start one. */
  agree(): void {
    const kept = keepSecret(this.state);
    if (!kept.ok) throw new Error(kept.error);
    agreeToStart(this.state);
  }

  /** Processes that hooks of this state directory started, by what they were started with. */
  startedByHooks(): readonly { readonly pid: number; readonly words: readonly string[] }[] {
    const mark = `\0SALLYPORT_STATE_DIR=${this.state}\0`;
    return readdirSync("/proc").flatMap((name) => {
      if (!/^\d+$/.test(name) || !`\0${textOf(`/proc/${name}/environ`)}`.includes(mark)) return [];
      const words = textOf(`/proc/${name}/cmdline`).split("\0").slice(0, -1);
      return words.some((word) => word === "--from-hook" || word === "--until-idle")
        ? [{ pid: Number(name), words }]
        : [];
    });
  }

  async end(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  async close(): Promise<void> {
    neverStart(this.state);
    for (let left = 100; left > 0 && this.startedByHooks().length > 0; left--) {
      for (const { pid } of this.startedByHooks()) tryToKill(pid);
      await sleep(50);
    }
    for (const child of this.#children) await this.end(child);
    chmodSync(this.state, 0o700);
    removeTree(this.top);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // It has ended, or is another user's.
  }
}

function tryToKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    return; // It has ended.
  }
}

let calls = 0;

/** What Claude Code says before a command. */
export const commandEvent = (cwd: string, command: string, more: object = {}): string =>
  JSON.stringify({
    ...{ session_id: "s", cwd, permission_mode: "default", hook_event_name: "PreToolUse" },
    ...{ tool_name: "Bash", tool_input: { command }, tool_use_id: `t${process.pid}-${calls++}`, ...more },
  });

export const behaviourOf = ({ out }: Pick<LineRan, "out">): unknown =>
  (JSON.parse(out) as { hookSpecificOutput?: { permissionDecision?: unknown } }).hookSpecificOutput?.permissionDecision;
