/** A throw-away home with a stand-in for Claude Code in it, and the built program on a real terminal (script(1)) of a given width. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { removeTree } from "../src/testing/remove-tree.ts";

export const PROGRAM = join(import.meta.dirname, "../dist/sallyport.cjs");
export const HAS_SCRIPT = spawnSync("script", ["--version"]).status === 0;
export const ENTER = "\r";

/** What the screen shows, and what is typed once it does. */
export type Dialogue = readonly (readonly [string, string])[];

export interface Screen {
  readonly text: string;
  readonly code: number | null;
}

interface TerminalOptions {
  readonly columns?: number;
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ThrowAwayHome {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly put: (path: string, text: string, mode?: number) => void;
  /** Every path below the home but the stand-ins', folders with a slash behind. */
  readonly find: () => readonly string[];
  readonly alone: (...args: readonly string[]) => {
    readonly code: number | null;
    readonly out: string;
    readonly err: string;
  };
  readonly onTerminal: (command: string, dialogue: Dialogue, options?: TerminalOptions) => Promise<Screen>;
  readonly remove: () => void;
}

export function throwAwayHome(): ThrowAwayHome {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "e2e-home-")));
  const env = { HOME: home, PATH: `${join(home, "bin")}:/usr/bin:/bin`, TERM: "xterm", NO_COLOR: "1", PAGER: "cat" };
  const cwd = join(home, "app");
  const put: ThrowAwayHome["put"] = (path, text, mode = 0o644) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
    chmodSync(join(home, path), mode);
  };
  mkdirSync(cwd);
  put("bin/claude", "#!/bin/sh\necho 2.1.325\n", 0o755);
  return {
    ...{ home, env, put },
    find: () =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .map((one) => `${join(one.parentPath, one.name).slice(home.length + 1)}${one.isDirectory() ? "/" : ""}`)
        .filter((path) => !path.startsWith("bin/"))
        .sort(),
    alone: (...args) => {
      const done = spawnSync(process.execPath, [PROGRAM, ...args], { cwd, env, encoding: "utf8" });
      return { code: done.status, out: done.stdout, err: done.stderr };
    },
    onTerminal: (command, dialogue, options = {}) =>
      type(command, dialogue, { cwd, ...options, env: { ...env, ...options.env } }),
    remove: () => removeTree(home),
  };
}

/** A question has been shown for this long, and nothing comes after it. */
const SHOWN_MS = 120;

/** Types each answer once the screen shows what comes before it, and a question stands on its last line. */
export function type(
  command: string,
  dialogue: Dialogue,
  { cwd, env, columns = 80, program = PROGRAM }: TerminalOptions & { readonly cwd: string },
): Promise<Screen> {
  return new Promise((resolve) => {
    const line = `stty cols ${columns} rows 24; exec '${process.execPath}' '${program}' ${command}`;
    const child = spawn("script", ["-qec", line, "/dev/null"], { cwd, ...(env === undefined ? {} : { env }) });
    let [text, seen, next] = ["", 0, 0];
    let timer: NodeJS.Timeout | undefined;
    const answer = (): void => {
      const step = dialogue[next];
      const at = step === undefined ? -1 : text.indexOf(step[0], seen);
      if (step === undefined || at < 0 || text.endsWith("\n")) return;
      seen = at + step[0].length;
      next++;
      if (step[1] === "") answer();
      else child.stdin.write(step[1]);
    };
    child.stdout.on("data", (chunk) => {
      text += String(chunk).replaceAll("\r", "");
      clearTimeout(timer);
      timer = setTimeout(answer, SHOWN_MS);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ text, code });
    });
  });
}
