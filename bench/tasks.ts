/**
 * What project tasks add, with trust given, on a checked-out project:
 *
 *   [SALLYPORT_DATA=FOLDER] node scripts/run.mjs bench/tasks.ts
 *
 * The project is made here: a small repository in several languages that declares its tasks. First a working session is
 * played through the gate, with and without trust: looking around, edits that are also made on disk, tests, builds,
 * commits. Then, where the folder with sessions.jsonl is given, every recorded shell command is put to a session of its
 * own in that checkout, its directory in place of the recorded one: the share that is a declared task in form, before
 * anything was written. Offline, mode auto.
 */
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Action, JsonObject } from "../src/contract/action.ts";
import { createGate, type Gate } from "../src/gate/create.ts";
import { diskWorld } from "../src/machine/index.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-tasks-")));
const root = join(home, "code", "app");
const at = (path: string): string => join(root, path);
const put = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};

const JS_TOOLS = ["vitest", "jest", "eslint", "prettier", "typescript", "vite", "@biomejs/biome"];
const PROJECT: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    scripts: {
      test: "vitest run",
      "test:unit": "vitest run src",
      lint: "eslint .",
      typecheck: "tsc --noEmit",
      format: "prettier --write .",
      build: "rm -rf dist && tsc -p . && vite build",
      check: "npm run lint && npm run typecheck && npm test",
    },
    devDependencies: Object.fromEntries(JS_TOOLS.map((name) => [name, "1"])),
  }),
  "mise.toml": [
    ["test", "go test ./..."],
    ["test:ci", "go test -race ./..."],
    ["test:integration", "go test -tags integration ./..."],
    ["lint", "golangci-lint run"],
    ["fmt", "gofmt -w ."],
    ["build", "go build ./..."],
  ]
    .map(([name, code]) => `[tasks."${name}"]\nrun = "${code}"\n`)
    .join(""),
  Makefile:
    ".PHONY: test lint build fmt\ntest:\n\tgo test ./...\nlint:\n\tgo vet ./...\nbuild:\n\tgo build ./...\nfmt:\n\tgofmt -w .\n",
  "go.mod": "module example.com/app\n\ngo 1.22\n",
  "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n',
  "pyproject.toml":
    '[project]\nname = "app"\n[dependency-groups]\ndev = ["pytest", "ruff", "black", "mypy", "isort", "flake8"]\n',
  "src/sum.ts": "export const sum = (a: number, b: number): number => a + b;\n",
  "src/lib.rs": "pub fn add(a: i32, b: i32) -> i32 { a + b }\n",
  "calc/calc.go": "package calc\n\nfunc Add(a, b int) int { return a + b }\n",
  "app/calc.py": "def add(a, b):\n    return a + b\n",
  ".gitignore": "node_modules\ndist\n",
};

for (const [path, text] of Object.entries(PROJECT)) put(path, text);
for (const tool of ["vitest", "jest", "eslint", "prettier", "tsc", "vite", "biome"])
  put(`node_modules/.bin/${tool}`, "");
for (const args of [
  ["init", "-q"],
  ["add", "-A"],
  ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "all"],
])
  execFileSync("git", args, { cwd: root });

const gateWith = (projectTasks: readonly string[]): Gate =>
  createGate({
    settings: { mode: "auto", classifier: { provider: "offline" }, projectTasks },
    classifier: null,
    projectRoot: root,
    env: {},
    world: diskWorld({ home, path: "/usr/bin:/bin" }),
  });

const bash = (command: string): Action => ({ tool: "Bash", input: { command } });
const write = (path: string, content: string): Action => ({ tool: "Write", input: { file_path: at(path), content } });

/** A day's work; what is written is on disk before the next call. */
const WORK: readonly Action[] = [
  bash("git status && git log --oneline -5"),
  bash("ls -la src && cat package.json"),
  bash("npm test"),
  write(
    "src/sum.test.ts",
    'import { expect, test } from "vitest";\nimport { sum } from "./sum.ts";\ntest("adds", () => {\n  expect(sum(1, 2)).toBe(3);\n});\n',
  ),
  bash("npm test -- src/sum.test.ts 2>&1 | tail -20"),
  bash("npx tsc --noEmit && npx eslint src"),
  bash("npm run check"),
  write(
    "calc/calc_test.go",
    'package calc\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
  ),
  bash("go test ./... -run TestAdd -count=1"),
  bash("make test lint"),
  bash("mise run test 2>&1"),
  write("tests/test_calc.py", "from app.calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"),
  bash("pytest -q tests/test_calc.py"),
  bash("ruff check . && mypy app"),
  bash("git add -A && git commit -q -m 'More tests'"),
  write("src/more.rs", "pub fn twice(a: i32) -> i32 { crate::add(a, a) }\n"),
  bash("cargo test"),
  bash("npm run build"),
  write(
    "src/io.ts",
    'import { readFileSync } from "node:fs";\nexport const read = (path: string) => readFileSync(path, "utf8");\n',
  ),
  bash("npm test"),
  bash("go test ./..."),
];

async function play(projectTasks: readonly string[]): Promise<Map<string, number>> {
  const gate = gateWith(projectTasks);
  const steps = new Map<string, number>();
  for (const action of WORK) {
    const { by, behavior } = await gate.check(action);
    if (process.argv.includes("--calls")) console.log("   ", by, behavior, JSON.stringify(action.input).slice(0, 100));
    if (action.tool === "Write")
      put(String(action.input.file_path).slice(root.length + 1), String(action.input.content));
    steps.set(`${by} ${behavior}`, (steps.get(`${by} ${behavior}`) ?? 0) + 1);
  }
  for (const action of WORK) if (action.tool === "Write") rmSync(String(action.input.file_path));
  return steps;
}

const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);
const TRUST = ["~/code/*"];

console.log(`a working session of ${WORK.length} calls on a checkout`);
for (const [name, trust] of [
  ["without trust", []],
  ["with trust", TRUST],
] as const) {
  const steps = await play(trust);
  const allowed = [...steps].filter(([step]) => step.endsWith(" allow")).reduce((sum, [, count]) => sum + count, 0);
  console.log(`  ${name.padEnd(16)} allowed ${allowed} of ${WORK.length} (${percent(allowed, WORK.length)})`);
  for (const [step, count] of [...steps].sort(([, a], [, b]) => b - a)) console.log(`    ${step.padEnd(26)}${count}`);
}

interface Session {
  readonly agent: string;
  readonly turns: readonly { readonly tool?: string; readonly input?: JsonObject; readonly cwd?: string | null }[];
}

const folder = process.env.SALLYPORT_DATA;
const file = folder === undefined ? "" : join(folder, "sessions.jsonl");
if (existsSync(file)) {
  const rows = new Map<string, { commands: number; tasks: number; settled: number; micros: number[] }>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === "") continue;
    const { agent, turns } = JSON.parse(line) as Session;
    const recorded = turns.find((turn) => turn.cwd)?.cwd ?? "/nowhere/project";
    const host = agent.startsWith("claude-code") ? "claude-code" : agent;
    const row = rows.get(host) ?? { commands: 0, tasks: 0, settled: 0, micros: [] };
    rows.set(host, row);
    for (const { input } of turns) {
      const command = input?.command ?? input?.cmd;
      if (typeof command !== "string") continue;
      const started = performance.now();
      const { by } = await gateWith(TRUST).check(bash(command.replaceAll(recorded, root)));
      if (by === "projectTask") row.micros.push((performance.now() - started) * 1_000);
      row.commands++;
      if (by === "projectTask") row.tasks++;
      if (by !== "offline" && by !== "deniedBefore" && by !== "denialLimit") row.settled++;
    }
  }
  console.log("\nrecorded shell commands, each alone in the checkout: how many are a declared task in form");
  for (const [host, { commands, tasks, settled, micros }] of rows) {
    micros.sort((a, b) => a - b);
    const median = micros[Math.floor(micros.length / 2)] ?? 0;
    console.log(
      `  ${host.padEnd(16)} ${tasks} of ${commands} (${percent(tasks, commands)}); settled without a model ${percent(settled - tasks, commands)} → ${percent(settled, commands)}; median ${median.toFixed(0)} µs a task`,
    );
  }
} else console.log("\nSet SALLYPORT_DATA to the folder that holds sessions.jsonl for the share of recorded commands.");
rmSync(home, { recursive: true, force: true });
