/** The road's speed, beside a bare baseline in the same run: `npm run bench:gate`. Ratios, not promises. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGate } from "../src/app/create-gate.ts";
import type { Action } from "../src/contract/action.ts";
import { diskWorld } from "../src/machine/index.ts";

const SECONDS = 1.5;
const STARTS = 15;

const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-gate-")));
const root = join(top, "home/code/app");
mkdirSync(join(root, "src/deep/er"), { recursive: true });
writeFileSync(join(root, "src/deep/er/a.ts"), "a\n");
symlinkSync("deep", join(root, "src/link"));

const gate = createGate({ projectRoot: root, world: diskWorld({ home: join(top, "home"), path: "/usr/bin" }) });

async function perSecond(actions: readonly Action[]): Promise<number> {
  for (const action of actions) await gate.check(action);
  const end = performance.now() + SECONDS * 1000;
  let done = 0;
  const started = performance.now();
  while (performance.now() < end) {
    for (let i = 0; i < 100; i++) await gate.check(actions[done++ % actions.length] ?? { tool: "Sleep", input: {} });
  }
  return (done / (performance.now() - started)) * 1000;
}

/** The least any gate could do: read the JSON and write an answer. */
function baseline(actions: readonly Action[]): number {
  const lines = actions.map((action) => JSON.stringify(action));
  const end = performance.now() + SECONDS * 1000;
  let done = 0;
  const started = performance.now();
  while (performance.now() < end) {
    for (let i = 0; i < 100; i++)
      JSON.stringify({ ...JSON.parse(lines[done++ % lines.length] ?? "{}"), behavior: "allow" });
  }
  return (done / (performance.now() - started)) * 1000;
}

const without: Action[] = [
  { tool: "TodoWrite", input: { todos: [] } },
  { tool: "TaskUpdate", input: { taskId: "1", status: "done" } },
  { tool: "BashOutput", input: { bash_id: "1" } },
  { tool: "Sleep", input: { ms: 1 } },
];
const withPaths: Action[] = [
  { tool: "Read", input: { file_path: join(root, "src/deep/er/a.ts") } },
  { tool: "Edit", input: { file_path: join(root, "src/link/er/a.ts"), old_string: "a", new_string: "b" } },
  { tool: "Grep", input: { pattern: "x", path: join(root, "src") } },
  { tool: "Bash", input: { command: "cat src/link/er/a.ts | head -5" } },
];

const say = (what: string, figure: string, goal: string): void =>
  console.log(`${what.padEnd(52)}${figure.padStart(14)}   ${goal}`);
const base = baseline(without);
say("bare JSON in and out, per second", Math.round(base).toLocaleString("en"), "baseline");
const plain = await perSecond(without);
say(
  "actions without paths, per second",
  Math.round(plain).toLocaleString("en"),
  `goal 50,000; 1/${(base / plain).toFixed(1)} of the baseline`,
);
const linked = await perSecond(withPaths);
say(
  "actions with paths, links resolved each time",
  Math.round(linked).toLocaleString("en"),
  `goal 5,000; 1/${(base / linked).toFixed(1)} of the baseline`,
);

const program = join(process.cwd(), "dist/sallyport.cjs");
const own = { HOME: join(top, "home"), SALLYPORT_STATE_DIR: join(top, "state") };
const env = { ...own, PATH: process.env.PATH };
const start = (args: readonly string[], given: NodeJS.ProcessEnv): number => {
  const started = performance.now();
  const done = spawnSync(process.execPath, args, { env: given, cwd: root });
  if (done.status !== 0) throw new Error(`exit ${done.status}: ${done.stderr}`);
  return performance.now() - started;
};
const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
// What Node reads from its environment (certificates, options) is part of every start, ours and the bare one.
for (const [where, given] of [
  ["this environment", { ...process.env, ...own }],
  ["an empty one", env],
] as const) {
  const bare: number[] = [];
  const full: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    bare.push(start(["-e", "0"], given));
    full.push(start([program, "check", "--json", "--command", "ls -la"], given));
  }
  say(`node -e 0 in ${where}, median ms`, median(bare).toFixed(1), "baseline");
  say(
    `sallyport check --json in ${where}, median ms`,
    median(full).toFixed(1),
    `${(median(full) / median(bare)).toFixed(2)} × the baseline; goal 1.5`,
  );
}

if (process.argv.includes("--stream")) {
  const count = 1_000_000;
  const script = `for(let i=0;i<${count};i++)console.log(JSON.stringify({tool:"Read",input:{file_path:"src/deep/er/a"+i%5000+".ts"}}))`;
  const shell = `${process.execPath} -e '${script}' | /usr/bin/time -f '%M' ${process.execPath} ${program} check --stream --cwd ${root} | wc -l`;
  const out = execFileSync("bash", ["-c", `${shell} 2>&1`], {
    env,
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1e8,
  });
  say("a stream of 1,000,000: decisions", out.trim().split("\n").at(-1) ?? "", "");
}
console.log(`node ${process.version}, ${process.platform} ${process.arch}`);
rmSync(top, { recursive: true, force: true });
