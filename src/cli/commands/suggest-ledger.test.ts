/** From Sallyport's own ledger: three equal sessions, what is proposed for them, and whether it holds in a fourth. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPool } from "../../app/index.ts";
import type { Decision } from "../../contract/decision.ts";
import { type ScratchFolder, scratchFolder } from "../../testing/folder.ts";
import { type FakeTerminal, fakeIo, runCommand } from "../testing.ts";
import { check } from "./check.ts";
import { suggest } from "./suggest.ts";

let box: ScratchFolder;
let root: string;
beforeEach(() => {
  box = scratchFolder();
  root = join(box.folder, "work/app");
  const scripts = { test: "node --test", lint: "node scripts/lint.mjs" };
  box.write("work/app/package.json", JSON.stringify({ name: "app", scripts }));
  box.write("work/app/scripts/lint.mjs", "console.log(1)\n");
  box.write("work/app/test/cart.test.js", 'require("../src/cart.js")\n');
  box.write(".config/sallyport/settings.json", '{ "contain": { "enabled": false } }\n');
});
afterEach(() => box.remove());

const env = () => ({ HOME: box.folder, PATH: "/usr/bin:/bin" });
const at = (more: FakeTerminal = {}): FakeTerminal => ({ env: env(), columns: 120, ...more });
const bash = (command: string) => ({ tool: "Bash", input: { command } });

/** Four of its calls are asked about where there is neither a model nor walls; two of them are `npm test`. */
const bugfix = () => [
  bash("ls -la"),
  bash("npm test"),
  {
    tool: "Edit",
    input: { file_path: join(root, "test/cart.test.js"), old_string: "require", new_string: "require" },
  },
  bash("node --test test/cart.test.js"),
  bash("npm test 2>&1 | tail -5"),
  bash("npm run lint"),
  bash("git diff --stat"),
];

async function run(session: string, calls: readonly object[]): Promise<readonly Decision[]> {
  const lines = calls.map((call) => JSON.stringify({ ...call, cwd: root, host: "claude-code", session }));
  const { out } = await runCommand(check, ["--stream"], at({ typed: `${lines.join("\n")}\n` }));
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Decision);
}

const asked = (decisions: readonly Decision[]): number => decisions.filter(({ behavior }) => behavior === "ask").length;

async function proposed(args: readonly string[] = []) {
  const { out } = await runCommand(suggest, ["--json", ...args], at());
  const { rules, held } = JSON.parse(out) as { held: number; rules: { rule: string; saves: number; ran: number }[] };
  return { held, rules: rules.map(({ rule, saves, ran }) => [rule, saves, ran]) };
}

test("what a person would write, which holds in the next session", async () => {
  for (const session of ["a", "b", "c"]) expect(asked(await run(session, bugfix()))).toBe(4);
  expect(await proposed()).toEqual({
    held: 12,
    rules: [
      ["Bash(npm test:*)", 6, 0],
      ["Bash(npm run lint)", 3, 0],
    ],
  });
  const written = await runCommand(suggest, ["--write", "--yes"], at());
  const file = join(box.folder, ".config/sallyport/settings.json");
  expect(written).toMatchObject({ code: 0, err: "" });
  expect(written.out).toContain(`2 entries are now in ${file}.`);
  expect(written.out).not.toContain("Nothing was changed");
  expect(JSON.parse(readFileSync(file, "utf8")).permissions.allow).toEqual(["Bash(npm test:*)", "Bash(npm run lint)"]);
  expect(asked(await run("d", bugfix()))).toBe(1);
});

test("ran means ran, each run once", async () => {
  const io = fakeIo(at()).io;
  const pool = openPool(io);
  const action = { ...bash("npm test"), cwd: root, host: "claude-code", session: "s" };
  const opened = await pool.gateFor(action);
  if (!opened.ok) throw new Error(opened.error);
  const { gate } = opened.value;
  await gate.check({ ...action, toolUseId: "1" });
  await gate.ran({ ...action, toolUseId: "1" });
  await gate.check({ ...action, toolUseId: "2" });
  await gate.check({ ...action, toolUseId: "3" });
  await pool.close();
  expect(await proposed()).toEqual({ held: 3, rules: [["Bash(npm test:*)", 3, 1]] });
});

test("what a person tries in a terminal teaches nothing", async () => {
  await run("a", [bash("npm test"), bash("npm test -- --watch")]);
  for (const command of ["make deploy", "make deploy"]) await runCommand(check, [command, "--cwd", root], at());
  for (let i = 0; i < 3; i++)
    await runCommand(check, ["npm run lint", "--cwd", root, "--session", "mine"], at({ tty: true }));
  expect(await proposed()).toEqual({ held: 2, rules: [["Bash(npm test:*)", 2, 0]] });
});

test.each([
  // The beginning of commands of several kinds is not opened.
  [["gh pr create -t a", "gh pr create -t b"], "Bash(gh pr create:*)", "Bash(gh pr:*)"],
  [["docker compose up -d", "docker compose up"], "", "Bash(docker compose:*)"],
  [["cargo test a", "cargo test b"], "Bash(cargo test:*)", "Bash(cargo test a)"],
  // One file by name is not what the next session runs.
  [["python3 tools/a.py", "python3 tools/a.py"], "", "Bash(python3 tools/a.py)"],
])("%j: %s, never %s", async (commands, rule, never) => {
  await run("a", commands.map(bash));
  const { rules } = await proposed();
  const texts = rules.map(([text]) => text);
  expect(texts.filter((text) => text === rule)).toEqual(rule === "" ? [] : [rule]);
  expect(texts).not.toContain(never);
});
