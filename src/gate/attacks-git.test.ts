/** Git led astray by what stands in a project, kept as tests. A row passes when the gate does not allow. */
import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  for (const file of ["src/a.ts", "README.md", ".github/workflows/ci.yml", ".vscode/settings.json", "app.yml"])
    here.write(file, "x\n");
  writeFileSync(join(here.home, ".bashrc"), "PS1=x\n");
  git("init", "-q", "--template=");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x");
});
afterEach(() => here.remove());

const git = (...args: readonly string[]): unknown => execFileSync("git", args, { cwd: here.root });

const decide = async (action: Action): Promise<string> => {
  const { behavior, by } = await here.gate().check(action);
  return `${behavior} ${by}`;
};
const refuse = async (action: Action): Promise<void> => expect(await decide(action)).not.toMatch(/^allow/);

function replace(path: string, make: (at: string) => void): void {
  const at = here.at(path);
  if (existsSync(at)) rmSync(at, { recursive: true });
  mkdirSync(dirname(at), { recursive: true });
  make(at);
}
const link = (path: string, to: string): void => replace(path, (at) => symlinkSync(to, at));

const READS = ["git status", "git log --oneline", "git rev-parse HEAD", "git remote", "git worktree list"];
const FORWARD = ["git add -A", "git commit -m x", "git tag v1", "git branch z", "git checkout -b z"];

describe("an ordinary repository", () => {
  test.each([...READS, ...FORWARD])("%s", async (command) => {
    expect(await decide(bash(command))).toMatch(/^allow/);
  });
  test("a git directory that a file names", async () => {
    git("worktree", "add", "-q", "wt");
    expect(await decide(bash("cd wt && git status"))).toMatch(/^allow/);
    expect(await decide(bash("cd wt && git add -A"))).toMatch(/^allow/);
  });
  test.each([
    ["blame.ignoreRevsFile", ".git-blame-ignore-revs"],
    ["commit.template", "docs/message.txt"],
    ["remote.origin.url", "/srv/git/app.git"],
    ["submodule.x.url", "../x.git"],
  ])("%s = %s", async (key, value) => {
    git("config", key, value);
    expect(await decide(bash("git status"))).toMatch(/^allow/);
  });
});

describe("links in the git directory", () => {
  test.each([
    "COMMIT_EDITMSG",
    "shallow",
    "logs/HEAD",
    "logs/refs/heads/z",
    "refs/heads/z",
    "refs/tags",
    "info/grafts",
    "info/attributes",
    "info/exclude",
    "objects/info/alternates",
    "objects/pack",
    "rebase-merge/head-name",
    "worktrees/w/gitdir",
    "remotes/origin",
    "ORIG_HEAD",
  ])("%s", async (path) => {
    link(`.git/${path}`, join(here.home, ".bashrc"));
    for (const command of [...READS, ...FORWARD]) await refuse(bash(command));
  });
  test("the same file under a second name", async () => {
    replace(".git/COMMIT_EDITMSG", (at) => linkSync(join(here.home, ".bashrc"), at));
    for (const command of ["git commit -m x", "git status"]) await refuse(bash(command));
  });
  test("in the directory that work trees share", async () => {
    git("worktree", "add", "-q", "wt");
    link(".git/logs/refs/heads/z", join(here.home, ".bashrc"));
    await refuse(bash("cd wt && git branch z"));
  });
});

describe("configuration that names files elsewhere, or secrets", () => {
  test.each([
    ["blame.ignoreRevsFile", "~/.bashrc"],
    ["core.attributesFile", "../../.bashrc"],
    ["core.excludesFile", "/etc/passwd"],
    ["commit.template", "~/.bashrc"],
    ["mailmap.file", "src/../../../.bashrc"],
    ["mailmap.file", "inside"],
    ["diff.orderFile", "~root/x"],
    ["include.path", "../../../.bashrc"],
    ["include.path", "~/absent"],
    ["some.newKey", "~/.bashrc"],
    ["blame.ignoreRevsFile", ".env"],
    ["core.excludesFile", "./config/.ENV.local"],
    ["mailmap.file", "secret-link"],
    ["commit.template", "deploy/id_rsa"],
  ])("%s = %s", async (key, value) => {
    link("inside", join(here.home, ".bashrc"));
    link("secret-link", ".env");
    git("config", key, value);
    for (const command of ["git blame README.md", "git status", "git log -1", "git commit -m x"])
      await refuse(bash(command));
  });
});

describe("pathspecs", () => {
  test.each([
    "git rm '*.yml'",
    "git rm ':(glob).vs*/*'",
    "git rm -r ':!README.md'",
    "git rm ':/app.yml'",
    "git rm 'ap?.yml'",
    "git rm '[a]pp.yml'",
    "git rm ':^README.md'",
    "git rm 'app\\.yml'",
  ])("%s", (command) => refuse(bash(command)));
  test("a rule for the file speaks of a pattern that may mean it", async () => {
    const gate = here.gate({ settings: { permissions: { deny: ["Edit(app.yml)"] } } });
    for (const command of [
      "git rm '*.yml'",
      "git rm ':/app.yml'",
      "git rm ':!README.md'",
      "git rm --pathspec-from-file=README.md",
    ])
      expect((await gate.check(bash(command))).behavior).toBe("deny");
  });
  test("a guarded name begun in a pattern", async () => {
    expect(await decide(bash("git rm ':(glob).cla*/*'"))).toBe("ask safetyCheck");
  });
});

describe("where protected links lead", () => {
  const written = (path: string): Action => call("Write", { file_path: here.at(path), content: "x" });
  test.each([
    [".claude", "cl", "cl/settings.json"],
    [".vscode", "x", "x/tasks.json"],
    [".git/config", "../cfg", "cfg"],
    [".git/hooks/pre-commit", "../../scripts/pc.sh", "scripts/pc.sh"],
    [".github", "gh", "gh/workflows/ci.yml"],
    [".claude/settings.json", "../agent.json", "agent.json"],
    [".claude/hooks", "../tools", "tools/run.sh"],
  ])("%s -> %s", async (from, to, path) => {
    here.write(path, "x\n");
    link(from, to);
    expect(await decide(written(path))).not.toMatch(/^allow/);
    expect(await decide(bash(`echo x > ${path}`))).not.toMatch(/^allow/);
  });
  test("what no such link leads to stays open", async () => {
    link("current", "src");
    expect(await decide(written("src/a.ts"))).toMatch(/^allow/);
  });
});

describe("a repository put together in one call", () => {
  test.each([
    "mkdir -p sub/objects sub/refs && echo 'ref: refs/heads/x' > sub/HEAD && echo x > sub/config",
    "mkdir -p sub/objects/a sub/REFS/b && echo 'ref: refs/heads/x' > sub/head",
    "mkdir -p sub && touch sub/HEAD sub/commondir",
    "mkdir -p sub/{objects,refs} && cp README.md sub/HEAD",
    "mkdir sub && touch sub/HEAD && touch sub/config",
  ])("%s", async (command) => {
    expect(await decide(bash(command))).toBe("ask safetyCheck");
  });
  test("parts that make none", async () => {
    expect(await decide(bash("mkdir -p sub/objects sub/refs"))).toMatch(/^allow/);
  });
});

describe("a repository in the work tree that the call itself makes a submodule", () => {
  const embed = (key: string, value: string): void => {
    mkdirSync(here.at("lib/s"), { recursive: true });
    const inside = (...words: readonly string[]): void =>
      void execFileSync("git", words, { cwd: here.at("lib/s"), stdio: "ignore" });
    inside("init", "-q");
    inside("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x");
    inside("config", key, value);
  };
  test.each([
    "git add -A && git status",
    "git add lib && git diff",
    "git add -A; git commit -m x",
    "git add -A && cd src && git status",
  ])("%s", async (command) => {
    embed("core.fsmonitor", "touch PWNED; false");
    for (const other of [command, command.replace("add", "stage"), `(${command.replace(/ ?(?:&&|;)/, ") ;")}`])
      await refuse(bash(other));
    embed("core.fsmonitor", "false");
    expect(await decide(bash(command))).toMatch(/^allow/);
  });
  test.each(["git add -A && git commit -m x", "git add src/a.ts && git commit -m x && git status"])(
    "nothing is in the way of %s: files by name, a repository without an index, none at all",
    async (command) => {
      expect(await decide(bash(command))).toMatch(/^allow/);
      rmSync(here.at(".git/index"));
      expect(await decide(bash(command))).toMatch(/^allow/);
      rmSync(here.at(".git"), { recursive: true });
      expect(await decide(bash(command))).toMatch(/^allow/);
    },
  );
  test("files by name bring no repository", async () => {
    embed("core.fsmonitor", "touch PWNED; false");
    expect(await decide(bash("git add src/a.ts README.md && git commit -m x"))).toMatch(/^allow/);
  });
  test("one that git ignores stays out of it", async () => {
    embed("core.fsmonitor", "touch PWNED; false");
    here.write(".gitignore", "lib/\n");
    expect(await decide(bash("git add -A && git status"))).toMatch(/^allow/);
  });
});

test.each([
  ["gc.pruneExpire", "now"],
  ["gc.reflogExpireUnreachable", "0"],
  ["gc.refs/stash.reflogExpire", "now"],
])("a repository that has its garbage collected at once: %s = %s", async (key, value) => {
  git("config", key, value);
  await refuse(bash("git commit -m x"));
  expect(await decide(bash("git status"))).toMatch(/^allow/);
});
