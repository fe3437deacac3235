/** What an open rule on git does not take away or show: the project's own rules, what only the index has, settings with a secret. */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const git = (...words: string[]): void => {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd: here.root, stdio: "ignore" });
};
beforeEach(() => {
  here = project();
  git("init", "-q", "-b", "main");
  here.write("a.txt", "a");
  git("add", ".");
  git("commit", "-qm", "x");
});
afterEach(() => here.remove());

const by = async (command: string): Promise<string> =>
  (
    await here
      .gate({ settings: { permissions: { allow: ["Bash(git *)"] } }, restore: null, classifier: null, walls: null })
      .check(bash(command))
  ).by;
const RULES = '{"permissions":{"deny":["Bash(rm *)"]}}';

describe("the project's own rules", () => {
  test.each(["git stash -u", "git stash push --include-untracked", "git clean -fd", "git clean -fdx"])(
    "that git does not know are not taken by %s",
    async (command) => {
      expect(await by(command)).toBe("allowRule");
      here.write(".sallyport/settings.json", RULES);
      expect(await by(command)).not.toBe("allowRule");
    },
  );
  test.each([
    "git checkout main",
    "git switch main",
    "git checkout HEAD~1",
    "git reset --hard HEAD~1",
    "git pull",
    "git rebase main",
  ])("that are tracked are not changed by %s", async (command) => {
    git("checkout", "-qb", "work");
    expect(await by(command)).toBe("allowRule");
    here.write(".sallyport/settings.json", RULES);
    git("add", "-A");
    git("commit", "-qm", "rules");
    expect(await by(command)).not.toBe("allowRule");
    for (const free of ["git reset --hard", "git checkout -b y", "git stash", "git checkout work", "git clean -fd"])
      expect(await by(free)).toBe("allowRule");
  });
});

test.each(["git reset --hard", "git checkout -- .", "git restore .", "git checkout -f"])(
  "what only the index has is not lost by %s",
  async (command) => {
    here.write("a.txt", "staged");
    git("add", "a.txt");
    expect(await by(command)).toBe("allowRule");
    here.write("a.txt", "changed again");
    expect(await by(command)).not.toBe("allowRule");
  },
);

describe("a secret is not put into history", () => {
  test.each([
    "git add -f .env",
    "git add --force .env",
    "git add --forc .",
    "git add -Af",
    "git add .env",
    "git add ./.env",
    "git add -N .env",
    "git add -- .env",
    "git add sub/../.env",
    "git add ':/.env'",
    "git stage -f .env",
    "git add --pathspec-from-file=a.txt",
    "git add $X",
    'git add "$X"',
    "git -C . add -f .env",
    "git stash -a",
    "git stash --all",
    "git stash push -a",
    "git stash push -qa",
    "git stash save --al x",
    "git commit -F .env",
    "git tag -a v1 -F .env",
    "git notes add -F .env",
    "git diff --no-index a.txt .env",
    "git grep --no-index . .env",
    "git hash-object -w .env",
    "git update-index --add .env",
  ])("%s", async (command) => {
    here.write(".env", "TOKEN=x");
    here.write(".gitignore", ".env\n");
    expect(["allowRule", "readOnly"]).not.toContain(await by(command));
  });
  test.each([
    "git add .",
    "git add -A",
    "git add",
    "git add sub",
    "git add '*'",
    "git add ':(top)sub'",
    "git stash -u",
    "git add -A && git commit -m x",
  ])("that git does not ignore, by %s", async (command) => {
    here.write("sub/b.txt", "b");
    expect(await by(command)).toBe("allowRule");
    here.write("sub/.env", "TOKEN=x");
    expect(await by(command)).not.toBe("allowRule");
    expect(await by("git add a.txt sub/b.txt")).toBe("allowRule");
    here.write(".gitignore", ".env\n");
    expect(await by(command)).toBe("allowRule");
    git("add", "-f", "sub/.env");
    git("commit", "-qm", "known");
    here.write("sub/.env", "TOKEN=y");
    expect(await by("git commit -am x")).toBe("allowRule");
  });
});

test.each([
  "git config --list",
  "git config -l",
  "git config --get-regexp .",
  "git config remote.origin.url",
  "git var -l",
  "git remote -v",
  "git remote get-url origin",
])("a token in the settings is not shown by %s", async (command) => {
  git("remote", "add", "origin", "https://github.com/me/app");
  expect(["allowRule", "readOnly"]).toContain(await by(command));
  appendFileSync(
    here.at(".git/config"),
    '[remote "up"]\n\turl = https://me:ghp_0123456789abcdefghijABCDEFGHIJ012345@github.com/me/app\n',
  );
  expect(["allowRule", "readOnly"]).not.toContain(await by(command));
  expect(["allowRule", "readOnly"]).toContain(await by("git config user.name"));
});
