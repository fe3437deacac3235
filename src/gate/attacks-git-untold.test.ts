/** Secrets of git's history under rules on git: what nobody can tell is printed by no rule that does not spell it out. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const git = (...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
    cwd: here.root,
    stdio: ["ignore", "pipe", "ignore"],
  }).toString();
beforeAll(() => {
  here = project();
  git("init", "-qb", "main");
  here.write("src/a.ts", "a\n");
  git("add", "-A");
  git("commit", "-qm", "one");
  here.write(".env", "TOKEN=x\n");
  git("add", "-A");
  git("commit", "-qm", "two");
  git("branch", "with");
  git("rm", "-q", ".env");
  git("commit", "-qm", "three");
  here.write("src/a.ts", "b\n");
  git("commit", "-qam", "four");
  here.write("src/a.ts", "c\n");
  git("commit", "-qam", "five");
  here.write("src/b.ts", "c\n");
  git("add", "-A");
  git("stash", "-q");
});
afterAll(() => here.remove());

const isCovered = async (command: string, rule: string): Promise<boolean> =>
  ["allowRule", "readOnly"].includes(
    (
      await here
        .gate({ settings: { permissions: { allow: [rule, "Bash(echo *)"] } }, classifier: null, walls: null })
        .check(bash(command))
    ).by,
  );

describe.each<[rule: string, commands: readonly string[]]>([
  [
    "Bash(git *)",
    [
      "echo HEAD~3:.env | git cat-file --batch",
      "echo contents HEAD~3:.env | git cat-file --batch-command",
      "git cat-file --batch --batch-all-objects",
      "git cat-file --batch='%(objectname)' --batch-all-objects --unordered",
      "git log -g -p",
      "git log --walk-reflogs -p -5",
      "git log --reflog -p",
      "git reflog -p",
      "git rev-list HEAD | git diff-tree --stdin -p",
      "git rev-list HEAD | git log -p --stdin",
      "git rev-list HEAD | git show --stdin",
      "git log -p --glob='refs/*'",
      "git log -p --no-walk with",
      "git show --reflog",
      "git diff '@{yesterday}'",
      "git diff 'HEAD^{/one}'",
      "git range-diff with~1..with HEAD~1..HEAD",
      "git for-each-ref --format='%(raw)'",
      "git cherry-pick -n HEAD~3 ; git diff --cached",
      "git cherry-pick with && git show",
      "git revert -n HEAD~2 && git diff HEAD",
      "git checkout with && git show HEAD",
      "git switch with; git log -p -1",
      "git reset --soft with && git diff --cached",
      "git merge --squash with && git diff --cached",
      "git restore --source=with --staged . && git diff --cached",
    ],
  ],
  ["Bash(git log:*)", ["git log -g -p", "git log --reflog -p", "git log -p --glob=refs/heads", "git log -p"]],
  ["Bash(git cat-file:*)", ["git cat-file --batch", "git cat-file --batch --batch-all-objects"]],
  ["Bash(git cat-file --batch:*)", ["git cat-file --batch --batch-all-objects"]],
])("%s", (rule, commands) => {
  test.each(commands)("%s is held", async (command) => expect(await isCovered(command, rule)).toBe(false));
});

describe.each<[rule: string, commands: readonly string[]]>([
  [
    "Bash(git *)",
    [
      "git log --oneline -20",
      "git log -p -1",
      "git log -g --oneline",
      "git reflog",
      "git show HEAD",
      "git show with:src/a.ts",
      "git diff HEAD~1",
      "git diff origin/feature",
      "git diff main...HEAD",
      "git commit -am x && git show",
      "git checkout -b x && git diff",
      "git checkout HEAD~1 && git diff HEAD",
      "git reset --soft HEAD~1 && git diff --cached",
      "git cherry-pick -n HEAD && git diff --cached",
      "git stash pop && git diff",
      "git checkout with && git log --oneline -3",
      "git merge with && git diff --stat HEAD~1",
      "git merge with && git commit -m x && git status",
      "git fetch && git diff origin/main",
      "git pull && git log -p -1",
      "git cat-file -p HEAD:src/a.ts",
      "git cat-file --batch-check",
      "git for-each-ref --format='%(refname)'",
    ],
  ],
  ["Bash(git cat-file --batch:*)", ["git cat-file --batch"]],
])("%s", (rule, commands) => {
  test.each(commands)("%s stays covered", async (command) => expect(await isCovered(command, rule)).toBe(true));
});

describe("a history that is longer than is looked through", () => {
  beforeAll(() => {
    const commit = (i: number): string =>
      `commit refs/heads/long\ncommitter a <a@b> ${1_700_000_000 + i} +0000\ndata 1\nx\n${i === 0 ? "from refs/heads/main\n" : ""}\n`;
    const stream = Array.from({ length: 1_100 }, (_, i) => commit(i)).join("");
    execFileSync("git", ["fast-import", "--quiet"], { cwd: here.root, input: stream });
    git("checkout", "-q", "long");
  });
  test.each<[string, string, boolean]>([
    ["git log -p", "Bash(git *)", false],
    ["git log -p --since=yesterday", "Bash(git *)", false],
    ["git log -p --since=yesterday", "Bash(git log:*)", true],
    ["git log -p -5", "Bash(git *)", true],
    ["git log --since=yesterday", "Bash(git *)", true],
    ["git diff HEAD~5", "Bash(git *)", true],
    ["git log -p -- src/a.ts", "Bash(git *)", true],
  ])("%s under %s", async (command, rule, expected) => expect(await isCovered(command, rule)).toBe(expected));
});
