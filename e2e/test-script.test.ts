/** `scripts/test.mjs` over steps of our own: what it says first, how it counts, and that one failure or an interrupt ends everything. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";

const TOLD = `node -e "require('fs').writeFileSync(process.env.SALLYPORT_TEST_COUNTS, '{\\"passed\\":7,\\"failed\\":0,\\"skipped\\":2}')"`;
const SCRIPTS = {
  one: "echo ONE",
  counted: TOLD,
  slow: "sleep 1; echo SLOW",
  bad: "exit 3",
  long: "echo $$ > pid; exec sleep 600",
};

function start(lanes: readonly (readonly object[])[], ...words: readonly string[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "e2e-steps-")));
  onTestFinished(() => removeTree(folder));
  mkdirSync(join(folder, "scripts"));
  cpSync(resolve("scripts/test.mjs"), join(folder, "scripts/test.mjs"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: SCRIPTS }));
  writeFileSync(join(folder, "scripts/test-steps.mjs"), `export const LANES = ${JSON.stringify(lanes)};`);
  const child = spawn(process.execPath, ["scripts/test.mjs", ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (part) => {
    said += part;
  });
  const ended = once(child, "close").then(([status]) => ({ status, lines: said.trimEnd().split("\n") }));
  return { child, ended, pid: join(folder, "pid") };
}

const step = (script: string, more: object = {}) => ({ words: ["run", script], seconds: 90, ...more });

test("it says what will run and how long, and closes with one count", async () => {
  const lanes = [
    [step("one"), step("counted", { short: "unit tests" }), step("bad", { all: true })],
    [step("one", { aside: true }), step("nowhere")],
  ];
  const { status, lines } = await start(lanes).ended;
  expect(lines.slice(0, 3)).toEqual(["npm test: about 3:00 minutes on two cores.", "  one, then unit tests", "  one"]);
  expect([status, lines.at(-1)]).toEqual([0, "9 passed, 0 failed, 2 skipped"]);
});

test("what waits for another step begins after it", async () => {
  const { status, lines } = await start([[step("slow"), step("counted")], [step("one", { after: "slow" })]]).ended;
  expect([status, lines.filter((line) => /^(?:SLOW|ONE)$/.test(line))]).toEqual([0, ["SLOW", "ONE"]]);
});

test.each([
  ["a step that fails ends all others", undefined, 3, "0 passed, 1 failed, 0 skipped"],
  ["an interrupt does", "SIGINT" as const, 130, "0 passed, 0 failed, 0 skipped"],
])("%s", async (_, signal, wanted, count) => {
  const { child, ended, pid } = start([[step("long")], signal === undefined ? [step("bad")] : []], "all");
  if (signal !== undefined) {
    while (!existsSync(pid)) await sleep(20);
    child.kill(signal);
  }
  const { status, lines } = await ended;
  expect([status, lines.at(-1)]).toEqual([wanted, count]);
});
