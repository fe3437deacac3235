import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMachine } from "./found.ts";
import { describeMachine } from "./show.ts";

let top = "";
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "found-")));
  for (const dir of ["home", "bin", "app/node_modules/.bin"]) mkdirSync(join(top, dir), { recursive: true });
  writeFileSync(join(top, "app/node_modules/.bin/claude"), "#!/bin/sh\n");
  chmodSync(join(top, "app/node_modules/.bin/claude"), 0o755);
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const shown = (): string => {
  const env = { HOME: join(top, "home"), PATH: `${top}/app/node_modules/.bin:${top}/bin` };
  return describeMachine(findMachine({ env, cwd: top, now: Date.now })).join("\n");
};

test("an agent that is only a project's own program does not count, and it is said why; a link of the person's does", () => {
  expect(shown()).toContain(
    `Claude Code does not count: ${top}/app/node_modules/.bin/claude is a project's own program`,
  );
  expect(shown()).toContain("Agents: none found");
  symlinkSync(join(top, "app/node_modules/.bin/claude"), join(top, "bin/claude"));
  expect(shown()).toContain("Agents: Claude Code (not guarded).");
  expect(shown()).not.toContain("does not count");
});
