/** An edit by old and new text shows what stands around it: a rule that keeps a file from being read holds for it. */
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
