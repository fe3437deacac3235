/**
 * Hosts that start several calls at once have each decided before the one before it has run. What an allowed call is about to do counts
 * for the next ones of its session, though the disk does not show it yet.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { undo } from "../cli/commands/undo.ts";
import { runCommand } from "../cli/testing.ts";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  here.write("un.txt", "the only copy\n");
  here.write("other.txt", "other\n");
});
afterEach(() => here.remove());

const write = (path: string, content = "x"): Action => call("Write", { file_path: here.at(path), content });

/** All of them are decided before any runs. */
async function decideAll(actions: readonly Action[]): Promise<readonly string[]> {
  const gate = here.gate({ classifier: null });
  const decided: string[] = [];
  for (const action of actions) decided.push((await gate.check(action)).behavior);
  return decided;
}

describe("a file that is moved, and then overwritten where it went, comes back", () => {
  const run = (command: string): void => void execFileSync("bash", ["-c", command], { cwd: here.root });
  test.each<readonly [string, () => readonly Action[], string]>([
    ["mv", () => [bash("mv un.txt t"), bash("mv other.txt t")], "mv un.txt t; mv other.txt t"],
    ["Write", () => [bash("mv un.txt t"), write("t")], "mv un.txt t; printf x > t"],
    ["a redirection", () => [bash("mv un.txt t"), bash("echo x > t")], "mv un.txt t; echo x > t"],
    ["cp", () => [bash("mv un.txt t"), bash("cp other.txt t")], "mv un.txt t; cp other.txt t"],
    [
      "a further directory",
      () => [bash("mv un.txt a.md"), bash("mv other.txt a.md")],
      "mv un.txt a.md; mv other.txt a.md",
    ],
    [
      "a patch that moves",
      () => [
        call("Patch", {
          patch: "*** Begin Patch\n*** Update File: un.txt\n*** Move to: t\n@@\n-the only copy\n+x\n*** End Patch",
        }),
        write("t"),
      ],
      "rm un.txt; printf x > t",
    ],
  ])("%s", async (_what, actions, commands) => {
    expect(await decideAll(actions())).toEqual(["allow", "allow"]);
    run(commands);
    const env = { HOME: here.home, SALLYPORT_STATE_DIR: join(here.home, ".local/state/sallyport") };
    const { points } = JSON.parse((await runCommand(undo, ["--json"], { env })).out);
    for (const { id } of points) await runCommand(undo, [id, "--force"], { env });
    expect(readFileSync(here.at("un.txt"), "utf8")).toBe("the only copy\n");
  });
});

describe("a git directory that calls complete together", () => {
  const HEAD: readonly [string, string] = ["y/HEAD", "ref: refs/heads/main\n"];
  const CONFIG: readonly [string, string] = ["y/config", "[core]\n\tworktree = ..\n\tfsmonitor = touch x; false\n"];
  const PARTS: readonly (readonly [string, string])[] = [
    ["y/objects/x", "x"],
    ["y/refs/x", "x"],
  ];
  test.each([
    ["its configuration before", [HEAD, CONFIG, ...PARTS]],
    ["its head last", [...PARTS, CONFIG, HEAD]],
    ["its configuration last", [HEAD, ...PARTS, CONFIG]],
    [
      "in the other case",
      [
        ["Y/Head", HEAD[1]],
        ["Y/Objects/x", "x"],
        ["Y/Refs/x", "x"],
        ["Y/Config", CONFIG[1]],
      ],
    ],
  ] as const)("%s", async (_what, parts) => {
    expect(await decideAll(parts.map(([path, content]) => write(path, content)))).toContain("ask");
  });
  test("by directories", async () => {
    expect(
      await decideAll([write(...HEAD), write(...CONFIG), bash("mkdir -p y/objects"), bash("mkdir -p y/refs")]),
    ).toContain("ask");
  });
  test.each([
    ["settings of a project", ["config/a.json", "src/config.ts", "src/refs/index.ts", "src/objects/a.ts"]],
    ["a library", ["lib/head.ts", "lib/refs.ts", "lib/objects.ts", "lib/config.ts"]],
  ])("%s are everyday", async (_what, paths) => {
    expect(await decideAll(paths.map((path) => write(path)))).toEqual(paths.map(() => "allow"));
  });
});

describe("a search beside a call that changes what searches leave out", () => {
  beforeEach(() => {
    here.write(".gitignore", ".env\n");
    here.write(".env", "API_KEY=sk-live-0123456789abcdefABCDEF\n");
    execFileSync("git", ["init", "-q"], { cwd: here.root });
  });
  const grep = (pattern: string): Action => call("Grep", { pattern, output_mode: "content" });
  test.each<readonly [string, () => Action]>([
    [".ignore", () => write(".ignore", "!.env\n")],
    [".rgignore", () => write(".rgignore", "!.env\n")],
    [".gitignore", () => write(".gitignore", "!.env\n")],
    ["by the shell", () => bash("echo '!.env' > .ignore")],
  ])("%s: what may be in a secret is not proven", async (_what, change) => {
    expect(await decideAll([grep("API_KEY"), change(), grep("API_KEY")])).toEqual(["allow", "allow", "ask"]);
  });
  test("what cannot be in it still is", async () => {
    expect(await decideAll([write(".gitignore", "dist\n.env\n"), grep("function handleClick")])).toEqual([
      "allow",
      "allow",
    ]);
  });
});
