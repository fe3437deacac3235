import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ScratchFolder, scratchFolder } from "../../testing/folder.ts";
import { type FakeTerminal, runCommand } from "../testing.ts";
import { allow, ask, deny } from "./allow.ts";

let box: ScratchFolder;
beforeEach(() => {
  box = scratchFolder();
});
afterEach(() => box.remove());

const run = (command: typeof allow, args: readonly string[], more: FakeTerminal = {}) =>
  runCommand(command, args, { env: { HOME: box.folder }, ...more });
const settings = (): unknown => JSON.parse(readFileSync(join(box.folder, ".config/sallyport/settings.json"), "utf8"));

test.each([
  [allow, ["Bash(npm test)"], { permissions: { allow: ["Bash(npm test)"] } }],
  [
    allow,
    ["--free", "Bash(npm test)"],
    { permissions: { allow: ["Bash(npm test)"] }, contain: { free: ["Bash(npm test)"] } },
  ],
  [ask, ["Bash(git push:*)"], { permissions: { ask: ["Bash(git push:*)"] } }],
  [deny, ["Read(./secrets/**)"], { permissions: { deny: ["Read(./secrets/**)"] } }],
])("%#: adds to the person's settings, once", async (command, args, expected) => {
  expect((await run(command, [...args, "--yes"])).code).toBe(0);
  expect((await run(command, [...args, "--yes"])).err).toContain("had it already");
  expect(settings()).toEqual(expected);
});

test("what is there stays", async () => {
  const before = { mode: "default", contain: { free: ["Bash(make e2e)"] }, permissions: { allow: ["Bash(ls)"] } };
  box.write(".config/sallyport/settings.json", JSON.stringify(before));
  await run(allow, ["--free", "--yes", "Bash(npm test)"]);
  expect(settings()).toEqual({
    mode: "default",
    contain: { free: ["Bash(make e2e)", "Bash(npm test)"] },
    permissions: { allow: ["Bash(ls)", "Bash(npm test)"] },
  });
});

test.each([
  [["Bash(npm test"], "the parenthesis is not closed"],
  [[], "say which rule"],
  [["Bash(npm test)"], "nobody is there to agree"],
  [["--free", "--yes", "Bsh(x)"], "did you mean Bash?"],
  [["--yes", "bash(npm test)"], "did you mean Bash?"],
  [["--yes", "Wirte"], "did you mean Write?"],
  [["--yes", "WebFecth(domain:a.example)"], "did you mean WebFetch?"],
])("%j is refused", async (args, why) => {
  const { code, err } = await run(allow, args);
  expect(code).toBe(1);
  expect(err).toContain(why);
  expect(settings).toThrow();
});

test("a rule that rests in auto mode is said to", async () => {
  expect((await run(allow, ["Bash(node:*)", "--yes"])).err).toContain("rests");
});

test.each([deny, ask])("a wall for a tool nobody has is refused as well", async (command) => {
  expect(await run(command, ["--yes", "Bsh(git push:*)"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Bash"),
  });
  expect(settings).toThrow();
  expect((await run(command, ["--yes", "run_shell_command(git push:*)"])).code).toBe(0);
});
