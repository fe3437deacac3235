/** Directories that programs are looked up in, and files that are started by a name of their own. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diskWorld } from "../machine/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  here.write("tool.sh", "#!/bin/sh\n");
  here.write("d.txt", "d\n");
});
afterEach(() => here.remove());

const gate = (settings: object = {}) =>
  here.gate({
    settings,
    world: diskWorld({
      home: here.home,
      path: `${here.at("nobin")}:${here.at("tools/bin")}/:${join(here.home, "pathdir")}:/usr/bin:/bin`,
    }),
  });
const write = (path: string) => call("Write", { file_path: path, content: "x" });

describe("a directory of PATH", () => {
  test.each([
    "mkdir nobin",
    "mkdir -p nobin/deeper",
    "cp tool.sh nobin/git",
    "echo x > nobin/git",
    "mv tool.sh tools/bin/ls",
    "mkdir x && mv x nobin",
  ])("%s is no edit of the project", async (command) => {
    expect((await gate().check(bash(command))).by).not.toBe("acceptEdits");
  });
  test("a tool's write into one is none either", async () => {
    expect((await gate().check(write(here.at("nobin/git")))).by).toBe("offline");
    expect((await gate().check(write(here.at("tools/bin/ls")))).by).toBe("offline");
  });
  test("an open rule covers none, one that names it does", async () => {
    mkdirSync(join(here.home, "pathdir"));
    const allowed = (rule: string) => gate({ permissions: { allow: [rule] } });
    const copy = bash(`cp d.txt ${here.home}/pathdir/date`);
    expect((await allowed("Bash(cp:*)").check(copy)).by).not.toBe("allowRule");
    expect((await allowed("Write").check(write(`${here.home}/pathdir/date`))).by).not.toBe("allowRule");
    expect((await allowed(`Bash(cp d.txt ${here.home}/pathdir/date)`).check(copy)).by).toBe("allowRule");
  });
  test.each(["bin/x.sh", "tools/x.sh", "src/nobin.ts", "nobin2/x"])("%s is edited as before", async (path) => {
    expect((await gate().check(write(here.at(path)))).by).toBe("acceptEdits");
  });
});

describe("files that start under another spelling of a guarded name", () => {
  test.each<[string, string]>([
    ["sitecustomize/__init__.py", "offline"],
    ["sitecustomize.pyc", "offline"],
    ["sitecustomize.cpython-312-x86_64-linux-gnu.so", "offline"],
    ["lib/usercustomize/__init__.py", "offline"],
    ["usercustomize.pyc", "offline"],
    ["plugin.json", "offline"],
    ["tui.json", "safetyCheck"],
    ["tui.jsonc", "safetyCheck"],
    ["hooks/hooks.json", "safetyCheck"],
    [".claude-plugin/plugin.json", "safetyCheck"],
    ["src/customize.py", "acceptEdits"],
    ["src/hooks/useThing.ts", "acceptEdits"],
    ["hooks.json", "acceptEdits"],
    ["src/tui.ts", "acceptEdits"],
    ["src/plugins.json", "acceptEdits"],
  ])("%s: %s", async (path, by) => {
    expect((await gate().check(write(here.at(path)))).by).toBe(by);
  });
});

describe("a session begun where programs keep what they read", () => {
  const at = async (root: string, file: string): Promise<string> => {
    mkdirSync(root, { recursive: true });
    return (await here.gate({ projectRoot: root }).check(write(join(root, file)))).by;
  };
  const repo = (dir: string): void => {
    mkdirSync(join(here.home, dir), { recursive: true });
    execFileSync("git", ["init", "-q"], { cwd: join(here.home, dir) });
  };
  test.each<[string, string]>([
    [".hammerspoon", "init.lua"],
    [".config/waybar", "config"],
    [".config/mpv/scripts", "x.lua"],
    [".config/direnv", "direnvrc"],
    [".config/gh", "config.yml"],
    [".local/share/applications", "x.desktop"],
    [".nvm", "nvm.sh"],
    [".pyenv", "shims/python"],
  ])("~/%s: %s is no edit of a project", async (root, file) => {
    expect(await at(join(here.home, root), file)).toBe("offline");
  });
  test("a repository of such a directory itself, or of home, changes nothing", async () => {
    repo(".hammerspoon");
    repo(".config/waybar");
    expect(await at(join(here.home, ".hammerspoon"), "init.lua")).toBe("offline");
    expect(await at(join(here.home, ".config/waybar"), "config")).toBe("offline");
    repo("");
    expect(await at(join(here.home, ".other/dir"), "x.lua")).toBe("offline");
  });
  test("a repository further down is a project", async () => {
    repo(".worktrees/app");
    expect(await at(join(here.home, ".worktrees/app"), "src/a.ts")).toBe("acceptEdits");
    expect(await at(join(here.home, ".worktrees/app/packages/a"), "src/a.ts")).toBe("acceptEdits");
  });
  test("what is not hidden is a project as before", async () => {
    expect(await at(join(here.home, "notes"), "a.ts")).toBe("acceptEdits");
    expect(await at(here.at(".worktrees/x"), "src/a.ts")).toBe("acceptEdits");
  });
});
