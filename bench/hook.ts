/**
 * A hook call for a fast-path action, process start to exit, beside a bare `node -e 0` in the same run:
 * `node scripts/run.mjs bench/hook.ts`. Ratios, not promises; the wrapper of the installed line is measured as well.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Pins, shellLine } from "../src/hosts/install/index.ts";

const ROUNDS = 40;
const WANTED = 1.5;

const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-hook-")));
const [home, root] = [join(top, "home"), join(top, "home/app")];
mkdirSync(join(root, "src"), { recursive: true });
writeFileSync(join(root, "src/a.ts"), "a\n");
const program = resolve("dist");
const pins: Pins = {
  node: process.execPath,
  program,
  home,
  locale: "C.UTF-8",
  config: join(home, ".config"),
  state: join(home, "state"),
  keys: [],
  deadlineMs: 58_000,
};

const CALLS: Readonly<Record<string, { readonly tool_name: string; readonly tool_input: object }>> = {
  "a command that reads": { tool_name: "Bash", tool_input: { command: "git status && ls src | head -5" } },
  "a file is read": { tool_name: "Read", tool_input: { file_path: join(root, "src/a.ts") } },
  "an edit in the project": {
    tool_name: "Edit",
    tool_input: { file_path: join(root, "src/a.ts"), old_string: "a", new_string: "b" },
  },
};

let calls = 0;
const event = (call: object): string =>
  JSON.stringify({
    session_id: "bench",
    cwd: root,
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_use_id: `t${calls++}`,
    ...call,
  });

const CLEAN = { HOME: home, PATH: "/usr/bin:/bin" };

function timed(command: string, args: readonly string[], input: string, env: NodeJS.ProcessEnv = CLEAN): number {
  const started = performance.now();
  const done = spawnSync(command, args, { input, env, encoding: "utf8" });
  const ms = performance.now() - started;
  if (input !== "" && !done.stdout.includes('"permissionDecision":"allow"'))
    throw new Error(`not allowed: ${done.stdout}${done.stderr}`);
  return ms;
}

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const bare: number[] = [];
/** The same two in the environment this was started in: what it makes node load, both pay. */
const [bareHere, hookHere]: [number[], number[]] = [[], []];
const hook = new Map<string, number[]>();
const installed = new Map<string, number[]>();
const into = (map: Map<string, number[]>, name: string, ms: number): void =>
  void map.set(name, [...(map.get(name) ?? []), ms]);
for (let round = 0; round < ROUNDS; round++) {
  bare.push(timed(process.execPath, ["-e", "0"], ""));
  bareHere.push(timed(process.execPath, ["-e", "0"], "", process.env));
  const [first = {}] = Object.values(CALLS);
  const state = ["--state", join(home, "state-here"), "--config", home];
  hookHere.push(
    timed(process.execPath, [join(program, "hook.cjs"), "claude-code", ...state], event(first), process.env),
  );
  for (const [name, call] of Object.entries(CALLS)) {
    into(hook, name, timed(process.execPath, [join(program, "hook.cjs"), "claude-code"], event(call)));
    into(
      installed,
      name,
      timed("/bin/sh", ["-c", shellLine("claude-code", { ...pins, file: "settings.json" }, "call")], event(call)),
    );
  }
}
rmSync(top, { recursive: true, force: true });

const base = median(bare);
process.stdout.write(`node -e 0: ${base.toFixed(1)} ms (median of ${ROUNDS}, taken in turns)\n`);
let worst = 0;
for (const name of Object.keys(CALLS)) {
  const [own, line] = [median(hook.get(name) ?? []), median(installed.get(name) ?? [])];
  worst = Math.max(worst, own / base);
  process.stdout.write(
    `${name}: hook ${own.toFixed(1)} ms, ${(own / base).toFixed(2)} x; with the installed line ${line.toFixed(1)} ms, ${(line / base).toFixed(2)} x\n`,
  );
}
const [here, own] = [median(bareHere), median(hookHere)];
process.stdout.write(
  `in this environment: node -e 0 ${here.toFixed(1)} ms, a command that reads ${own.toFixed(1)} ms, ${(own / here).toFixed(2)} x\n`,
);
process.stdout.write(`${worst <= WANTED ? "within" : "NOT within"} ${WANTED} x\n`);
process.exitCode = worst <= WANTED ? 0 : 1;
