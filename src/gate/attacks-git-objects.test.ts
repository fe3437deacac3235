/** File contents by other names than their path: objects, refs that stand for them, what a diff tells. Kept as tests. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import type { Mode } from "../contract/action.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const hashes: Record<string, string> = {};
beforeAll(() => {
  here = project();
  here.write("secrets/k.yml", "key: s3cr3t \n");
  here.write(".env", "TOKEN=abc\n");
  here.write("README.md", "read me\n");
  here.write("src/a.ts", "a\n");
  git("init", "-q", "--template=", "-b", "main");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x");
  git("tag", "leak", "HEAD:secrets/k.yml");
  git("tag", "envtag", "HEAD:.env");
  git("tag", "v1");
  git("-c", "user.name=a", "-c", "user.email=a@b", "tag", "-a", "deep", "-m", "x", "HEAD:secrets/k.yml");
  git("-c", "user.name=a", "-c", "user.email=a@b", "tag", "-a", "v2", "-m", "release");
});
afterAll(() => here.remove());

function git(...args: readonly string[]): string {
  try {
    return execFileSync("git", args, { cwd: here.root, encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}

/** `@K`, `@E`, `@R`, `@C` in a row: the hashes of the secret, of `.env`, of README.md and of the commit. */
function spelled(command: string): string {
  const of: Readonly<Record<string, string>> = {
    K: "HEAD:secrets/k.yml",
    E: "HEAD:.env",
    R: "HEAD:README.md",
    C: "HEAD",
  };
  return command.replace(/@([KERC])(\d*)/g, (_, letter: string, length: string) => {
    hashes[letter] ??= git("rev-parse", of[letter] ?? "");
    return hashes[letter].slice(0, length === "" ? 40 : Number(length));
  });
}

const decide = async (command: string, deny: readonly string[], mode: Mode, walls = false): Promise<string> => {
  const gate = here.gate({ settings: { mode, permissions: { deny } }, classifier: null, walls: supposeWalls() });
  const { behavior, by } = await gate.check(bash(spelled(command), { walls }));
  return `${behavior} ${by}`;
};

describe("a rule that forbids reading a file means its contents by any name", () => {
  test.each([
    "git tag leak2 HEAD:secrets/k.yml",
    "git tag -a leak2 -m x HEAD:secrets/k.yml",
    "git tag -f v1 @K",
    "git tag x @K8",
    "git update-ref refs/x @K",
    "git tag -l --format='%(raw)'",
    "git tag --format='%(refname) %(*raw)'",
    "git branch --format='%(raw)'",
    "git for-each-ref --format='%(raw)'",
    "git for-each-ref refs/tags --shell --format='%(raw)'",
    "git show -s leak",
    "git show --stat leak",
    "git show -s deep",
    "git show -s refs/tags/leak",
    "git show -s tags/leak",
    "git show -s leak^{}",
    "git show -s leak^{blob}",
    "git show --name-only leak@{0}",
    "git show --no-patch --format=%B leak",
    "git show -s @K",
    "git show --stat @K7",
    "git show --raw -p HEAD",
    "git cat-file -p @K",
    "git cat-file blob leak",
    "git cat-file --batch < README.md",
    "git config --blob leak -l",
    "git config --blob=HEAD:secrets/k.yml --list",
    "git diff leak README.md --word-diff",
    "git grep key leak",
    "git diff --check",
    "git diff --check HEAD",
    "git diff --cached --check",
    "git diff --check --stat HEAD~1",
    "git log --check",
    "git log -1 --check --format=",
    "git diff --stat -I key",
    "git diff --stat -G s3cr3t",
    "git log -S s3cr3t --oneline",
    "git log -L 1,2:secrets/k.yml",
    "git stash show -p",
    "git stash show --check",
    "git stash show -U1",
    "git stash show --binary stash@{0}",
    "git stash list -p",
    "git stash list --patch -1",
    "git stash list -U0",
    "git stash list --pat",
    "git stash list --cc",
    "git reflog -p",
    "git reflog --patch",
    "git reflog -U1 -n 1",
    "git reflog --binary --all",
    "git reflog show -p HEAD",
    "git reflog -p show",
    "git -C . reflog -p",
    "git log --full-diff -p -- README.md",
    "git log -p --full-diff README.md",
    "git log -p --stdin -- README.md",
    "git log --pat -1",
    "git log -1 --output-indicator-new=x",
    "git show --stat --pat HEAD",
    "git show -s --word-diff-regex=. HEAD",
    "git add --pat",
    "git commit --verb -m x",
    "git diff-tree -p HEAD",
    "git diff-tree --root -U9 HEAD",
    "git range-diff --stat main~1..main main~1..main",
    "git format-patch --stdout --stat --root HEAD",
    "git blame -s HEAD -- secrets/k.yml",
    "git -c stash.showPatch=true stash show",
    "git -c mailmap.blob=leak check-mailmap x",
    "git hash-object -w secrets/k.yml",
    "git replace HEAD:README.md HEAD:secrets/k.yml",
    "git replace @R @K",
    "git worktree add ../copy",
    "git checkout-index --prefix=../x/ -a",
    "git merge-file -p README.md README.md secrets/k.yml",
  ])("%s", async (command) => {
    expect(await decide(command, ["Read(./secrets/**)"], "acceptEdits")).toBe("deny denyRule");
    expect(await decide(command, ["Read(./secrets/**)"], "bypassPermissions")).toBe("deny denyRule");
  });

  test.each([
    "git status",
    "git log --oneline -5",
    "git log --oneline --graph --all --decorate -20",
    "git log --since=yesterday --author ann --format='%h %s' --no-merges",
    "git log --stat -3",
    "git log -3 --name-status --diff-filter=AM --follow -- README.md",
    "git log -p -- README.md",
    "git reflog",
    "git reflog -5 --date=iso",
    "git reflog show main --format=%h",
    "git stash list",
    "git stash list --format=%gd",
    "git stash show --stat",
    "git rev-list --count HEAD",
    "git shortlog -s -n --all",
    "git diff-tree --no-commit-id --name-only -r HEAD",
    "git show -s HEAD",
    "git show --stat main",
    "git show --stat @C8",
    "git show -s v1",
    "git show -s v2",
    "git show --stat HEAD~1",
    "git diff --stat",
    "git diff --stat main..HEAD",
    "git diff -- src",
    "git diff HEAD -- README.md",
    "git show HEAD:README.md",
    "git cat-file -t @K",
    "git tag -l --format='%(refname) %(objectname)'",
    "git tag -n",
    "git tag v3",
    "git tag v4 @C",
    "git branch -a",
    "git for-each-ref --format='%(refname) %(raw:size)'",
    "git ls-files -s",
    "git -c color.ui=never log --oneline",
    "git add -A",
    "git commit -m 'check it'",
  ])("what tells no contents of it: %s", async (command) => {
    expect(await decide(command, ["Read(./secrets/**)"], "acceptEdits")).not.toMatch(/^deny/);
  });
});

describe("a secret by its object is a secret that was named", () => {
  test.each([
    "git show :.env",
    "git cat-file -p @E",
    "git cat-file -p @E9",
    "git cat-file blob envtag",
    "git show @E",
    "git show HEAD",
    "git show -s envtag",
    "git show envtag^{}",
    "git diff @E @R",
    "git grep TOKEN envtag",
    "git tag -l --format='%(raw)'",
    "git for-each-ref --format='%(raw)'",
    "git tag x HEAD:.env",
    "git tag x @E",
    "git tag x @E6",
  ])("%s", async (command) => {
    expect(await decide(command, [], "auto")).not.toMatch(/^allow/);
    expect(await decide(command, [], "acceptEdits")).not.toMatch(/^allow/);
  });

  test.each([
    "git show @R",
    "git cat-file -p @R",
    "git show --stat HEAD",
    "git show --stat @C8",
    "git diff @C",
    "git diff main v1",
  ])("other objects are read as before: %s", async (command) => {
    expect(await decide(command, [], "auto", true)).toBe("allow readOnly");
  });
});
