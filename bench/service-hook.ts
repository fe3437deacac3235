/**
 * A hook over the service's socket, the whole installed line from process start to exit, beside a bare `node -e 0` in the
 * same run: `node scripts/run.mjs bench/service-hook.ts [ROUNDS]`. Beside them the same line with no service, which starts node.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Pins, putHookFile, shellLine } from "../src/hosts/install/index.ts";
import { openHookSocket } from "../src/service/hooks/index.ts";

const WANTED = 0.6;
const ROUNDS = 60;
const WARMING = 60;
const PATH = "/usr/bin:/bin";

/** The service in a process of its own, as it is in life. */
async function serve(home: string): Promise<void> {
  const context = { env: { HOME: home, PATH, SALLYPORT_STATE_DIR: join(home, "state") }, cwd: "/", now: Date.now };
  const opened = await openHookSocket(context, { program: resolve("dist"), warm: true });
  process.stdout.write(opened.ok ? "ready\n" : `${opened.error}\n`);
  if (!opened.ok) process.exitCode = 1;
}

async function measure(rounds: number): Promise<void> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-")));
  const [home, root] = [join(top, "home"), join(top, "home/app")];
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "src/a.ts"), "a\n");
  const service = await start(home);
  try {
    const [bare, over, without] = [[], [], []] as [number[], number[], number[]];
    const lineOf = (state: string): string => {
      const pins = { ...pinsAt(home), state: join(home, state), compares: true };
      putHookFile(pins);
      return shellLine("claude-code", pins, "call");
    };
    const [line, other] = [lineOf("state"), lineOf("no-service")];
    // A service that stays has run everyday calls before.
    for (let n = 0; n < WARMING; n++) timed("/bin/sh", ["-c", line], eventIn(root), home);
    for (let round = 0; round < rounds; round++) {
      bare.push(timed(process.execPath, ["-e", "0"], "", home));
      over.push(timed("/bin/sh", ["-c", line], eventIn(root), home));
      without.push(timed("/bin/sh", ["-c", other], eventIn(root), home));
    }
    report(bare, over, without);
  } finally {
    service.kill("SIGKILL");
    rmSync(top, { recursive: true, force: true });
  }
}

function report(bare: readonly number[], over: readonly number[], without: readonly number[]): void {
  const base = median(bare);
  const ratio = (times: readonly number[]): string =>
    `${median(times).toFixed(1)} ms, ${(median(times) / base).toFixed(2)} x`;
  process.stdout.write(`node -e 0: ${base.toFixed(1)} ms (median of ${bare.length}, taken in turns)\n`);
  process.stdout.write(`the installed line over the socket: ${ratio(over)}\n`);
  process.stdout.write(`the installed line without a service: ${ratio(without)}\n`);
  const within = median(over) / base <= WANTED;
  process.stdout.write(`${within ? "within" : "NOT within"} ${WANTED} x\n`);
  process.exitCode = within ? 0 : 1;
}

const pinsAt = (home: string): Pins => ({
  ...{ node: process.execPath, program: resolve("dist"), home, locale: "C.UTF-8" },
  ...{ config: join(home, ".config"), state: "", keys: [], deadlineMs: 58_000 },
});

function start(home: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [process.argv[1] ?? "", "serve", home], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((done, failed) => {
    child.stdout.once("data", (said) => (String(said) === "ready\n" ? done(child) : failed(new Error(String(said)))));
    child.once("exit", () => failed(new Error("the service ended")));
  });
}

let calls = 0;
const eventIn = (root: string): string =>
  JSON.stringify({
    ...{ session_id: "bench", cwd: root, hook_event_name: "PreToolUse", permission_mode: "default" },
    ...{ tool_use_id: `t${calls++}`, tool_name: "Bash", tool_input: { command: "git status && ls src | head -5" } },
  });

function timed(command: string, args: readonly string[], input: string, home: string): number {
  const started = performance.now();
  const done = spawnSync(command, args, { input, env: { HOME: home, PATH }, encoding: "utf8" });
  const ms = performance.now() - started;
  if (input !== "" && !done.stdout.includes('"permissionDecision":"allow"'))
    throw new Error(`not allowed: ${done.stdout}${done.stderr}`);
  return ms;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

if (process.argv[2] === "serve") await serve(process.argv[3] ?? "");
else await measure(Number(process.argv[2] ?? ROUNDS));
