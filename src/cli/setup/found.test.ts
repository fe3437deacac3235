import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeFound, findMachine, proposedHosts } from "./found.ts";
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

test.each([
  ["only its folder", [".claude"], [], ["claude-code"]],
  ["two folders and no program", [".claude", ".codex"], [], ["claude-code", "codex"]],
  ["a program and another's folder", [".codex"], ["claude"], ["claude-code"]],
  ["nothing", [], [], []],
])("the wizard and --yes propose the same: %s", (name, folders, programs, expected) => {
  const place = join(top, name);
  for (const folder of ["home", "bin", ...folders.map((one) => `home/${one}`)])
    mkdirSync(join(place, folder), { recursive: true });
  for (const program of programs) writeFileSync(join(place, "bin", program), "", { mode: 0o755 });
  const machine = findMachine({
    env: { HOME: join(place, "home"), PATH: join(place, "bin") },
    cwd: top,
    now: Date.now,
  });
  expect(proposedHosts(machine).map((host) => host.name)).toEqual(expected);
});

test.each([
  [{ program: "/bin/claude", folder: undefined }, "found"],
  [{ program: undefined, folder: "/home/x/.claude" }, "its folder is here, its program is not on PATH"],
  [{ program: undefined, folder: undefined }, "its program is not on PATH"],
])("%j is called the same wherever it is named", (agent, words) => {
  expect(describeFound(agent)).toBe(words);
});
