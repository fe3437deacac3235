/** A gate that is asked for as long as a process lives judges by what the settings say now. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";
import { followingGate } from "./following.ts";
import { openPool } from "./gates.ts";
import { standingAt } from "./standing.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

test("a rule, and settings that cannot be used, count from the next call on", async () => {
  const env = { HOME: here.home, XDG_CONFIG_HOME: join(here.home, ".config"), PATH: "/usr/bin:/bin" };
  const context = { env, cwd: here.root, now: Date.now };
  const pool = openPool(context, { stays: true, standing: (root) => standingAt(root, context) });
  const gate = followingGate(() => pool.gateAt(here.root));
  const by = async (): Promise<string> => (await gate.check(bash("ls", { session: "s", cwd: here.root }))).by;
  const file = join(here.home, ".config/sallyport/settings.json");
  mkdirSync(join(here.home, ".config/sallyport"), { recursive: true });

  expect([await by(), gate.shadow]).toEqual(["readOnly", false]);
  writeFileSync(file, JSON.stringify({ permissions: { deny: ["Bash(ls)"] } }));
  expect(await by()).toBe("denyRule");
  writeFileSync(file, '{"permissions":');
  expect([await by(), gate.shadow]).toEqual(["error", false]);
  expect((await gate.answered(bash("ls", { session: "s" }), { answer: "yes" } as never)).ok).toBe(false);
  rmSync(file);
  expect(await by()).toBe("readOnly");
  writeFileSync(file, JSON.stringify({ shadow: true }));
  expect(gate.shadow).toBe(true);
  await pool.close();
});
