/** A session begun further down in a project is in the same project: its deny and ask rules hold there too. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openGate } from "../app/index.ts";
import type { SettingsFile } from "../app/settings/index.ts";
import type { JsonObject } from "../contract/action.ts";
import { memoryStore } from "../memory/index.ts";
import { type ScratchFolder, scratchFolder } from "../testing/folder.ts";

let box: ScratchFolder;
const at = (path: string): string => join(box.folder, "home", path);
const put = (path: string, text = "x\n"): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const repository = (path: string): void => {
  put(`${path}/.git/HEAD`, "ref: refs/heads/main\n");
  for (const part of ["objects", "refs"]) mkdirSync(at(`${path}/.git/${part}`));
};

beforeAll(() => {
  box = scratchFolder();
  repository("proj");
  put("proj/.sallyport/settings.json", '{"permissions":{"deny":["Read(./src/**)"],"ask":["Edit(./docs/**)"]}}');
  put("proj/packages/.sallyport/settings.json", '{"permissions":{"deny":["Read(keys/*)"]}}');
  for (const file of ["src/a.js", "docs/a.md", "lib/a.js", "secrets/prod.txt", "inner/a.js"]) put(`proj/${file}`);
  for (const file of ["src/b.js", "a.js", "../keys/one"]) put(`proj/packages/sub/${file}`);
  repository("proj/inner");
  put("proj/broken/.git", "nothing");
  put("proj/broken/a.js");
  symlinkSync(at("proj/src"), at("elsewhere"));
  put("alone/.sallyport/settings.json", '{"permissions":{"deny":["Read(./src/**)"]}}');
  put("alone/src/a.js");
  put("alone/lib/a.js");
});
afterAll(() => box.remove());

/** Nobody judges: what is held is held by the gate itself. */
const decide = async (root: string, tool: string, input: JsonObject, user: SettingsFile = {}): Promise<string> => {
  const env = { HOME: join(box.folder, "home"), SALLYPORT_STATE_DIR: join(box.folder, "state"), PATH: "/usr/bin:/bin" };
  const context = { env, cwd: at(root), now: Date.now };
  const settings = JSON.stringify({ contain: { enabled: false }, ...user });
  const opened = openGate(context, { settings, projectRoot: at(root), store: memoryStore(), classifier: null });
  if (!opened.ok) throw new Error(opened.error);
  const { behavior, by } = await opened.value.gate.check({ tool, input, cwd: at(root) });
  return `${behavior} ${by}`;
};

describe("the settings of every directory up to the top of the repository", () => {
  test.each<readonly [string, string, JsonObject, string]>([
    ["proj/src", "Bash", { command: "cat a.js" }, "deny denyRule"],
    ["proj/src", "Read", { file_path: "a.js" }, "deny denyRule"],
    ["proj/src", "Grep", { pattern: "x" }, "deny denyRule"],
    ["proj/packages/sub", "Bash", { command: "cat ../../src/a.js" }, "deny denyRule"],
    ["proj/packages/sub", "Bash", { command: "cat ../keys/one" }, "deny denyRule"],
    ["proj/docs", "Write", { file_path: "a.md", content: "y" }, "ask askRule"],
    ["elsewhere", "Bash", { command: "cat a.js" }, "deny denyRule"],
    ["proj/inner", "Bash", { command: "cat ../src/a.js" }, "deny denyRule"],
    ["proj/broken", "Bash", { command: "cat ../src/a.js" }, "deny denyRule"],
    ["proj", "Bash", { command: "cat src/a.js" }, "deny denyRule"],
  ])("%s: %s %j: %s", async (root, tool, input, expected) => expect(await decide(root, tool, input)).toBe(expected));

  test.each<readonly [string, string, JsonObject, string]>([
    ["proj/packages/sub", "Bash", { command: "cat src/b.js" }, "allow readOnly"],
    ["proj/packages/sub", "Bash", { command: "cat a.js" }, "allow readOnly"],
    ["proj/lib", "Bash", { command: "cat a.js" }, "allow readOnly"],
    ["proj/lib", "Write", { file_path: "a.js", content: "y" }, "allow acceptEdits"],
    ["alone/src", "Bash", { command: "cat a.js" }, "allow readOnly"],
    ["alone/lib", "Bash", { command: "cat a.js" }, "allow readOnly"],
  ])("what they do not speak of, %s: %s %j: %s", async (root, tool, input, expected) =>
    expect(await decide(root, tool, input)).toBe(expected),
  );
});

describe("a person's rule with a relative path holds from the top of the repository too", () => {
  const user: SettingsFile = { permissions: { deny: ["Read(./secrets/**)"], ask: ["Edit(/lib/**)"] } };
  test.each<readonly [string, string, JsonObject, string]>([
    ["proj/packages", "Bash", { command: "cat ../secrets/prod.txt" }, "deny denyRule"],
    ["proj/packages/sub", "Bash", { command: "cat ../../secrets/prod.txt" }, "deny denyRule"],
    ["proj/packages", "Read", { file_path: "../secrets/prod.txt" }, "deny denyRule"],
    ["proj/packages", "Bash", { command: "grep -rn x .." }, "deny denyRule"],
    ["proj/inner", "Bash", { command: "cat ../secrets/prod.txt" }, "deny denyRule"],
    ["proj/secrets", "Bash", { command: "cat prod.txt" }, "deny denyRule"],
    ["proj/lib", "Write", { file_path: "a.js", content: "y" }, "ask askRule"],
    ["proj/packages", "Bash", { command: "cat sub/a.js" }, "allow readOnly"],
    ["proj/docs", "Bash", { command: "cat a.md" }, "allow readOnly"],
  ])("%s: %s %j: %s", async (root, tool, input, expected) =>
    expect(await decide(root, tool, input, user)).toBe(expected),
  );
});

test("an allow rule holds from the session's root alone", async () => {
  const user: SettingsFile = { mode: "default", permissions: { allow: ["Edit(./lib/**)"] } };
  expect(await decide("proj", "Write", { file_path: "lib/a.js", content: "y" }, user)).toBe("allow allowRule");
  expect(await decide("proj/packages", "Write", { file_path: "../lib/a.js", content: "y" }, user)).toBe("ask prompt");
});
