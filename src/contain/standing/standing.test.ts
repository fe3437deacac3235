/** Walls that were tried with another gate, kernel or program: said in the ask, and tried again beside it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refresh } from "../../cli/commands/refresh.ts";
import { runCommand } from "../../cli/testing.ts";
import { bash, type Project, project } from "../../testing/index.ts";
import { findTools, isRetryDue, keepResult, wallsStand } from "./standing.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

const state = (): string => join(here.home, ".local/state/sallyport");
const hasTools = "tools" in findTools();

test.skipIf(!hasTools)("an outdated result is one to try again, once in a while; others are not", () => {
  expect(isRetryDue(state(), 1_000_000)).toBe(false);
  keepResult(state(), { key: "another", failed: null });
  expect(wallsStand(state())).toMatchObject({ stand: false, outdated: true, mend: "sallyport doctor --full" });
  expect([1_000_000, 1_100_000, 1_400_000].map((now) => isRetryDue(state(), now))).toEqual([true, false, true]);
  const found = findTools();
  keepResult(state(), { key: "tools" in found ? found.tools.key : "", failed: { why: "x", mend: "y" } });
  expect(isRetryDue(state(), 9_000_000)).toBe(false);
});

test.skipIf(!hasTools)("the ask says so, with the command", async () => {
  here.write("package.json", JSON.stringify({ scripts: { test: "node test.js" } }));
  const ask = async (): Promise<string> =>
    (await here.gate({ classifier: null }).check(bash("npm test", { walls: true }))).reason;
  expect(await ask()).toContain("neither walls nor a model are there");
  keepResult(state(), { key: "another", failed: null });
  expect(await ask()).toMatch(
    /walls do not stand now because the gate, the kernel, .* changed.*sallyport doctor --full/,
  );
});

test.skipIf(!hasTools)(
  "refresh tries them again",
  async () => {
    keepResult(state(), { key: "another", failed: null });
    await runCommand(refresh, [], {
      env: { HOME: here.home, PATH: process.env.PATH ?? "", SALLYPORT_STATE_DIR: state() },
    });
    expect(JSON.parse(readFileSync(join(state(), "walls/selftest.json"), "utf8")).key).not.toBe("another");
  },
  60_000,
);
