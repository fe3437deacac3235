import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createGate } from "../app/create-gate.ts";
import { stateLayout } from "../contract/state-dir.ts";
import { diskWorld } from "../machine/index.ts";
import { DUMP_LIFE_MS, dumpIsOn, setDump } from "./diagnostics.ts";

const home = mkdtempSync(join(tmpdir(), "dump-"));
afterEach(() => rmSync(join(home, ".local"), { recursive: true, force: true }));
const state = join(home, ".local/state/sallyport");

test("switched on for an hour, and not longer by a clock that was set back", () => {
  setDump(state, 1_000 + DUMP_LIFE_MS);
  expect([dumpIsOn(state, 1_000), dumpIsOn(state, 999), dumpIsOn(state, 1_000 + DUMP_LIFE_MS)]).toEqual([
    true,
    false,
    false,
  ]);
  setDump(state, null);
  expect(dumpIsOn(state, 1_000)).toBe(false);
});

test.each<[string, Record<string, string>, boolean]>([
  ["by the variable", { SALLYPORT_DUMP: "1" }, false],
  ["by the person's command", {}, true],
])("the library writes each exchange down, %s", async (_, env, on) => {
  if (on) setDump(state, Date.now() + DUMP_LIFE_MS);
  const settings = {
    mode: "auto" as const,
    classifier: {
      provider: "command" as const,
      command: [process.execPath, "-e", "process.stdout.write('<block>no</block>')"],
    },
  };
  const world = diskWorld({ home, path: "/usr/bin:/bin" });
  const gate = createGate({ settings, world, env, walls: null, restore: null, projectRoot: home });
  await gate.check({ tool: "Bash", input: { command: "npm publish" }, cwd: home });
  const files = existsSync(stateLayout(state).dump) ? readdirSync(stateLayout(state).dump) : [];
  expect(files.length).toBeGreaterThan(0);
  expect(statSync(join(stateLayout(state).dump, files[0] ?? "")).mode & 0o777).toBe(0o600);
});
