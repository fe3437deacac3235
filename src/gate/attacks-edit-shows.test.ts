/** An edit by old and new text shows what stands around it: a rule that keeps a file from being read holds for it. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("secrets/a.txt", "a\nkey\n");
  here.write("secrets/n.ipynb", '{"cells":[]}');
  here.write("src/a.ts", "a\n");
  here.write(".env", "A=1\n");
  here.write("secrets.yml", "db_password: hunter2supersecret\n");
  here.write("certs/server.key", "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n");
  for (const words of [
    ["init", "-q"],
    ["add", "-f", "."],
    ["-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "m"],
  ])
    execFileSync("git", words, { cwd: here.root });
});
afterAll(() => here.remove());

const by = async (action: Action, rule: "deny" | "ask" | "none"): Promise<string> => {
  const permissions = rule === "none" ? {} : { [rule]: ["Read(./secrets/**)"] };
  return (await here.gate({ settings: { permissions } }).check(action)).by;
};
const change = { old_string: "a", new_string: "b" };
const gemini = { host: "gemini" };
const opencode = { host: "opencode" };

describe("with Read(./secrets/**)", () => {
  test.each<[string, () => Action]>([
    ["Edit", () => call("Edit", { file_path: here.at("secrets/a.txt"), ...change })],
    ["Edit, another spelling", () => call("Edit", { file_path: here.at("src/../secrets/a.txt"), ...change })],
    ["MultiEdit", () => call("MultiEdit", { file_path: here.at("secrets/a.txt"), edits: [change] })],
    ["NotebookEdit", () => call("NotebookEdit", { notebook_path: here.at("secrets/n.ipynb"), new_source: "x" })],
    ["gemini replace", () => call("replace", { file_path: here.at("secrets/a.txt"), ...change }, gemini)],
    [
      "opencode edit",
      () => call("edit", { filePath: here.at("secrets/a.txt"), oldString: "a", newString: "b" }, opencode),
    ],
    [
      "Patch",
      () => call("Patch", { patch: "*** Begin Patch\n*** Update File: secrets/a.txt\n@@\n-a\n+b\n*** End Patch\n" }),
    ],
    ["sed -i", () => bash("sed -i 's/a/b/' secrets/a.txt")],
  ])("%s", async (_, action) => {
    expect(await by(action(), "deny")).toBe("denyRule");
    expect(await by(action(), "ask")).toBe("askRule");
  });

  test.each<[string, () => Action]>([
    ["a whole file", () => call("Write", { file_path: here.at("secrets/b.txt"), content: "x" })],
    ["a new file", () => call("Edit", { file_path: here.at("secrets/c.txt"), old_string: "", new_string: "x" })],
    ["another file", () => call("Edit", { file_path: here.at("src/a.ts"), ...change })],
  ])("%s shows nothing of them", async (_, action) => {
    expect(await by(action(), "deny")).toBe("acceptEdits");
  });
});

test.each<[string, string]>([
  ["src/a.ts", "acceptEdits"],
  ["secrets/a.txt", "acceptEdits"],
  [".env", "offline"],
])("without such a rule %s is decided as before", async (path, expected) => {
  expect(await by(call("Edit", { file_path: here.at(path), ...change }), "none")).toBe(expected);
});

describe("a secret that git has, and that would come back", () => {
  const patch = (path: string): string => `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch\n`;
  const edits = (path: string): readonly [string, Action][] => [
    ["Edit", call("Edit", { file_path: path, ...change })],
    ["MultiEdit", call("MultiEdit", { file_path: path, edits: [change] })],
    ["gemini replace", call("replace", { file_path: path, ...change }, gemini)],
    ["qwen edit", call("edit", { file_path: path, ...change }, { host: "qwen" })],
    ["opencode edit", call("edit", { filePath: path, oldString: "a", newString: "b" }, opencode)],
    ["pi edit", call("edit", { path, edits: [{ oldText: "a", newText: "b" }] }, { host: "pi" })],
    ["codex apply_patch", call("apply_patch", { command: patch(path) }, { host: "codex" })],
    ["Patch", call("Patch", { patch: patch(path) })],
  ];
  test.each(["secrets.yml", "certs/server.key"])("%s is shown by no edit that was not asked about", async (path) => {
    for (const [what, action] of edits(here.at(path)))
      expect({ what, by: await by(action, "none") }).not.toEqual({ what, by: "acceptEdits" });
  });

  test("a file beside it is edited as ever", async () => {
    for (const [what, action] of edits(here.at("src/a.ts"))) {
      if (/codex|Patch/.test(what)) continue;
      expect({ what, by: await by(action, "none") }).toEqual({ what, by: "acceptEdits" });
    }
  });

  test("one that is not there yet, and a whole new text, show nothing", async () => {
    const made = { file_path: here.at("config/secrets.yml"), old_string: "", new_string: "x: y\n" };
    expect(await by(call("Edit", made), "none")).toBe("acceptEdits");
    expect(await by(call("Write", { file_path: here.at("secrets.yml"), content: "x: y\n" }), "none")).toBe(
      "acceptEdits",
    );
  });
});
