/** Going into another work tree brings that tree's settings, and with them what the agent may do. `P` is the project. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SettingsFile } from "../app/settings/index.ts";
import type { JsonObject } from "../contract/action.ts";
import { type Project, project, SAYS_NO, scripted } from "../testing/index.ts";

let here: Project;
const git = (...args: readonly string[]): void =>
  void execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", "-C", here.root, ...args], {
    stdio: "pipe",
  });
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(here.root, path)), { recursive: true });
  writeFileSync(join(here.root, path), text);
};

beforeAll(() => {
  here = project();
  git("init", "-q");
  put("src/a.ts", "x\n");
  put(".claude/settings.json", "{}\n");
  git("add", "-A", "-f");
  git("commit", "-q", "-m", "begin");
  for (const tree of ["same", "off", "local", "bare"]) git("worktree", "add", "-q", "-b", tree, `../${tree}`);
  put("../off/.claude/settings.json", '{"disableAllHooks":true}\n');
  put("../local/.claude/settings.local.json", '{"env":{"BASH_ENV":"x"}}\n');
  rmSync(join(here.root, "../bare/.claude"), { recursive: true });
  put("../same/sub/.claude/settings.json", "{}\n");
  mkdirSync(join(here.root, "../linked/.claude"), { recursive: true });
  symlinkSync(join(here.root, "../off/.claude/settings.json"), join(here.root, "../linked/.claude/settings.json"));
  git("worktree", "add", "-q", "-b", "one", ".claude/worktrees/one");
  git("worktree", "add", "-q", "-b", "two", ".claude/worktrees/two");
  mkdirSync(here.at(".claude/worktrees/made-up"));
  put(".claude/scheduled_tasks.json", '{"tasks":[{"id":"lasting-1"}]}\n');
});
afterAll(() => here.remove());

interface Trial {
  readonly cwd?: string;
  readonly settings?: SettingsFile;
}

/** A model that lets everything pass: what is held is held by the gate itself. */
const decide = async (tool: string, input: JsonObject, { cwd = "", settings = {} }: Trial = {}) => {
  const gate = here.gate({ settings: { mode: "auto", ...settings }, classifier: scripted(SAYS_NO), restore: null });
  const placed = JSON.parse(JSON.stringify(input).replaceAll("{P}", here.root));
  const { behavior, by } = await gate.check({ tool, input: placed, cwd: here.at(cwd), host: "claude-code" });
  return `${behavior} ${by}`;
};

describe("another tree's settings are only the person's to bring", () => {
  test.each<readonly [string, JsonObject]>([
    ["that switch the hooks off", { path: "../off" }],
    ["the same by its whole path", { path: "{P}/../off/" }],
    ["with blanks around it", { path: " ../off " }],
    ["of one machine", { path: "../local" }],
    ["that are not there, and here they are", { path: "../bare" }],
    ["behind a link", { path: "../linked" }],
    ["in no tree at all", { path: "/nowhere" }],
    ["of the tree around a directory", { path: "../same/sub" }],
    ["of a new tree", { name: "fix" }],
    ["of a new tree without a name", {}],
    ["of a new tree, a path that is empty", { path: "" }],
    ["both at once", { name: "fix", path: "../off" }],
  ])("%s", async (_, input) => expect(await decide("EnterWorktree", input)).toBe("ask safetyCheck"));

  test("the same settings are no change", async () =>
    expect(await decide("EnterWorktree", { path: "../same" })).toBe("allow safeTool"));
  test("in what a mode lets pass by itself too", async () =>
    expect(await decide("EnterWorktree", { path: "../off" }, { settings: { mode: "bypassPermissions" } })).toBe(
      "ask safetyCheck",
    ));
});

describe("coming back", () => {
  test.each<readonly [JsonObject, string]>([
    [{ action: "keep" }, "allow safeTool"],
    [{ action: "keep", discard_changes: true }, "allow safeTool"],
    [{ action: "remove" }, "allow safeTool"],
    [{ action: "remove", discard_changes: false }, "allow safeTool"],
    [{ action: "remove", discard_changes: true }, "allow classifier"],
    [{ action: "remove", discard_changes: "yes" }, "allow classifier"],
    [{ action: "remove", force: true }, "allow classifier"],
  ])("%j: %s", async (input, expected) => expect(await decide("ExitWorktree", input)).toBe(expected));
});

describe("in a tree the session went into", () => {
  const write = (file_path: string): JsonObject => ({ file_path, content: "x\n" });
  test.each<readonly [string, string, string]>([
    [".claude/worktrees/one", "{P}/.claude/worktrees/one/src/a.ts", "allow acceptEdits"],
    [".claude/worktrees/one/src", "{P}/.claude/worktrees/one/new.ts", "allow acceptEdits"],
    [".claude/worktrees/one", "{P}/.claude/worktrees/one/.claude/settings.json", "ask safetyCheck"],
    [".claude/worktrees/one", "{P}/.claude/worktrees/one/.git", "ask safetyCheck"],
    [".claude/worktrees/one", "{P}/.claude/worktrees/two/src/a.ts", "ask safetyCheck"],
    [".claude/worktrees/one", "{P}/.claude/settings.json", "ask safetyCheck"],
    [".claude/worktrees/one", "{P}/.git/hooks/post-checkout", "ask safetyCheck"],
    ["", "{P}/.claude/worktrees/one/src/a.ts", "ask safetyCheck"],
    [".claude/worktrees/made-up", "{P}/.claude/worktrees/made-up/a.ts", "ask safetyCheck"],
  ])("from %s, %s: %s", async (cwd, path, expected) =>
    expect(await decide("Write", write(path), { cwd })).toBe(expected),
  );

  test("a link among the trees is none", async () => {
    symlinkSync("..", here.at(".claude/worktrees/up"));
    const given = write("{P}/.claude/worktrees/up/settings.json");
    expect(await decide("Write", given, { cwd: ".claude/worktrees/up" })).toBe("ask safetyCheck");
    rmSync(here.at(".claude/worktrees/up"));
  });

  test.each(["{P}/src/a.ts", "../../../src/a.ts"])("a deny rule of the project still names %s", async (file_path) =>
    expect(
      await decide(
        "Read",
        { file_path },
        { cwd: ".claude/worktrees/one", settings: { permissions: { deny: ["Read(./src/**)"] } } },
      ),
    ).toBe("deny denyRule"),
  );
});

describe("a job that was planned is called off", () => {
  test.each<readonly [JsonObject, string]>([
    [{ id: "session-1" }, "allow safeTool"],
    [{ id: "lasting-1" }, "ask safetyCheck"],
    [{ id: "" }, "ask safetyCheck"],
    [{ id: 1 }, "deny toolCheck"],
  ])("%j: %s", async (input, expected) => expect(await decide("CronDelete", input)).toBe(expected));
});

describe("what the person denied in the project is denied in its other work trees", () => {
  const settings: SettingsFile = {
    permissions: { deny: ["Edit(src/**)", "Read(./src/**)"], ask: ["Edit(/README.md)"] },
  };
  test.each<[string, JsonObject, string?]>([
    ["Write", { file_path: "{P}/.claude/worktrees/one/src/a.ts", content: "y" }, ".claude/worktrees/one"],
    ["Edit", { file_path: "{P}/.claude/worktrees/two/src/a.ts", old_string: "x", new_string: "y" }],
    ["Read", { file_path: "{P}/.claude/worktrees/one/src/a.ts" }, ".claude/worktrees/one"],
    ["Read", { file_path: "{P}/../same/src/a.ts" }],
    ["Bash", { command: "cat src/a.ts" }, ".claude/worktrees/one"],
    ["Bash", { command: "cat ../same/src/a.ts" }],
    ["Bash", { command: "echo y > src/a.ts" }, ".claude/worktrees/one"],
    ["Bash", { command: "sed -i s/x/y/ ../../../same/src/a.ts" }, ".claude/worktrees"],
    ["Bash", { command: "git -C ../same checkout -- src/a.ts" }],
  ])("%s %j", async (tool, input, cwd = "") => {
    expect(await decide(tool, input, { cwd, settings })).toBe("deny denyRule");
  });
  test("so is what is asked about", async () => {
    const input = { file_path: "{P}/.claude/worktrees/one/README.md", content: "y" };
    expect(await decide("Write", input, { cwd: ".claude/worktrees/one", settings })).toBe("ask askRule");
  });
  test("and nothing else of them", async () => {
    const input = { file_path: "{P}/.claude/worktrees/one/lib/b.ts", content: "y" };
    expect(await decide("Write", input, { cwd: ".claude/worktrees/one", settings })).toBe("allow acceptEdits");
  });
});
