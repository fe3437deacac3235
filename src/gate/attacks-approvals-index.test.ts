/** An approval is bound to what git's own state holds (what is staged, stashed, half merged) and to what is looked up above a script. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoryStore } from "../memory/index.ts";
import { approvedAgain, bash, type Project, project } from "../testing/index.ts";

let here: Project;
const ENV = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
const WHO = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
const gitAt = (cwd: string, ...args: readonly string[]): string =>
  execFileSync("git", [...WHO, ...args], { cwd, env: { ...process.env, ...ENV, HOME: here.home }, encoding: "utf8" });
const git = (...args: readonly string[]): string => gitAt(here.root, ...args);
const put = (path: string, text: string): void => {
  const at = join(here.home, path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, text);
};

beforeEach(() => {
  here = project();
  here.write("README.md", "one\n");
  here.write("rel.sh", "git commit -m x\ngit push origin main\n");
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", "https://github.com/a/b.git");
  git("add", "-A");
  git("commit", "-qm", "one");
  here.write("README.md", "two\n");
  git("add", "README.md");
  here.write("notes-private.txt", "private\n");
  here.write("tool.sh", "#\n");
});
afterEach(() => here.remove());

const again = (command: string, between: () => unknown) => approvedAgain(here)(bash(command), between);
const PUSH = 'git commit -m "readme" && git push origin main';

describe("another index", () => {
  test.each([
    [PUSH, () => git("add", "notes-private.txt")],
    [PUSH, () => git("add", "-N", "notes-private.txt")],
    [PUSH, () => git("reset", "-q", "README.md")],
    [PUSH, () => git("rm", "-q", "--cached", "rel.sh")],
    [PUSH, () => git("update-index", "--chmod=+x", "rel.sh")],
    [PUSH, () => git("update-index", "--assume-unchanged", "rel.sh")],
    [PUSH, () => git("update-index", "--add", "--cacheinfo", `100644,${git("rev-parse", ":rel.sh").trim()},other.txt`)],
    ["git commit --amend --no-edit", () => git("add", "notes-private.txt")],
    ["git stash", () => git("add", "notes-private.txt")],
    ["git checkout-index -a -f --prefix=../out/", () => git("add", "notes-private.txt")],
    ["bash rel.sh", () => git("add", "notes-private.txt")],
    ["npm run release", () => git("add", "notes-private.txt")],
  ])("%s (%#)", async (command, between) => {
    here.write("package.json", '{"scripts":{"release":"git commit -m x && git push origin main"}}');
    expect(await again(command, between)).not.toBe("approval");
  });

  test("of a repository elsewhere that the call names", async () => {
    put("other/a.txt", "a\n");
    const at = join(here.home, "other");
    gitAt(at, "init", "-q", "-b", "main");
    gitAt(at, "add", "-A");
    gitAt(at, "commit", "-qm", "one");
    put("other/sub/b.txt", "b\n");
    for (const named of ["../../other", "../../other/sub"]) {
      const command = `git -C ${named} commit -m x && git -C ${named} push`;
      expect(await again(command, () => undefined), command).toBe("approval");
      expect(await again(command, () => gitAt(at, "add", "sub/b.txt")), command).not.toBe("approval");
      gitAt(at, "reset", "-q");
    }
  });

  test("of a linked work tree", async () => {
    git("worktree", "add", "-q", "wt");
    here.write("wt/b.txt", "b\n");
    const command = "cd wt && git commit -m x && git push origin wt";
    expect(await again(command, () => undefined)).toBe("approval");
    expect(await again(command, () => gitAt(here.at("wt"), "add", "b.txt"))).not.toBe("approval");
    const merge = git("rev-parse", "HEAD");
    expect(await again(command, () => here.write(".git/worktrees/wt/MERGE_HEAD", merge))).not.toBe("approval");
    mkdirSync(here.at(".git/worktrees/wt/info"), { recursive: true });
    expect(await again(command, () => here.write(".git/worktrees/wt/info/sparse-checkout", "/*\n"))).not.toBe(
      "approval",
    );
  });

  test("what only refreshes it changes nothing", async () => {
    const touch = () => {
      utimesSync(here.at(".git/index"), 1, 1);
      git("update-index", "--refresh");
      git("status");
      git("diff", "--cached");
    };
    for (const command of [PUSH, "git stash", "bash rel.sh"]) expect(await again(command, touch)).toBe("approval");
  });

  test("one that cannot be read is bound by its bytes", async () => {
    git("update-index", "--split-index");
    expect(await again(PUSH, () => undefined)).toBe("approval");
    expect(await again(PUSH, () => git("add", "notes-private.txt"))).not.toBe("approval");
  });
});

describe("other state that git takes up", () => {
  const id = () => git("rev-parse", "HEAD");
  test.each<readonly [string, string, () => unknown]>([
    ["a merge", "git commit -m x", () => here.write(".git/MERGE_HEAD", id())],
    ["the text of a merge", "git commit --no-edit", () => here.write(".git/MERGE_MSG", "other\n")],
    ["a cherry-pick", "git commit -m x", () => here.write(".git/CHERRY_PICK_HEAD", id())],
    ["a rebase", "git rebase --continue", () => here.write(".git/rebase-merge/git-rebase-todo", "exec true\n")],
    ["what was fetched", "git merge FETCH_HEAD", () => here.write(".git/FETCH_HEAD", id())],
    ["what is left out", "git add . && git commit -m x", () => here.write(".git/info/exclude", "x\n")],
    ["a sparse checkout", "git checkout main", () => here.write(".git/info/sparse-checkout", "/*\n")],
    ["configuration", "git push", () => git("config", "push.default", "matching")],
    ["where it was before", "git push origin @{-1}", () => appendFileSync(here.at(".git/logs/HEAD"), "x\n")],
  ])("%s: %s", async (_, command, between) => {
    expect(await again(command, () => undefined)).toBe("approval");
    expect(await again(command, between)).not.toBe("approval");
  });

  test("an older stash", async () => {
    git("stash", "-q");
    here.write("README.md", "three\n");
    git("stash", "-q");
    here.write("README.md", "four\n");
    git("stash", "-q");
    const command = "git stash pop stash@{1} && git push";
    expect(await again(command, () => undefined)).toBe("approval");
    expect(await again(command, () => git("stash", "drop", "-q", "stash@{1}"))).not.toBe("approval");
  });
});

test("whoever is asked reads what is staged", async () => {
  const asked = async () => {
    const seen: string[] = [];
    const store = memoryStore({ onEntry: (_, entry) => void (entry.kind === "decision" && seen.push(entry.targets)) });
    await here.gate({ store, classifier: null, settings: { mode: "default" } }).check(bash(PUSH));
    return seen.join("\n").split("\n");
  };
  expect(await asked()).toContain("staged: README.md");
  git("add", "notes-private.txt", "tool.sh");
  expect(await asked()).toContain("staged: README.md and 2 more");
});

describe("what is looked up above a script outside the project", () => {
  const S = "out/a/d/s.js";
  beforeEach(() => put(S, "require('foo')\n"));
  test.each([
    "out/a/node_modules/foo/index.js",
    "out/node_modules/foo/index.js",
    "out/a/package.json",
    "out/package.json",
    "out/a/tsconfig.json",
    "node_modules/foo/index.js",
    "code/package.json",
  ])("%s", async (path) => {
    for (const command of [`node ${here.home}/${S}`, `cd ../../out/a/d && node s.js`, "bash run.sh"]) {
      here.write("run.sh", `node ${here.home}/${S}\n`);
      expect(await again(command, () => undefined), command).toBe("approval");
      expect(await again(command, () => put(path, '{"type":"module"}')), command).not.toBe("approval");
      rmSync(join(here.home, path), { recursive: true });
    }
  });
  test.each(["out/a/conftest.py", "out/pyproject.toml"])("%s", async (path) => {
    put("out/a/d/s.py", "import foo\n");
    const command = `python3 -m pytest ${here.home}/out/a/d/s.py`;
    expect(await again(command, () => put(path, "x\n"))).not.toBe("approval");
  });
  test("a package that is there already is bound with what lies in it", async () => {
    put("out/node_modules/foo/index.js", "1\n");
    const command = `node ${here.home}/${S}`;
    expect(await again(command, () => put("out/node_modules/foo/index.js", "2 and more\n"))).not.toBe("approval");
    expect(await again(command, () => put("out/notes.txt", "anything\n"))).toBe("approval");
  });
});
