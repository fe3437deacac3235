/** An open rule for git, and files that git writes: protected places by a pathspec, and work trees elsewhere. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsFrom } from "../app/settings/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const ME = ["-c", "user.name=a", "-c", "user.email=a@b.example"];
beforeAll(() => {
  here = project();
  const git = (...words: readonly string[]) =>
    execFileSync("git", [...ME, ...words], { cwd: here.root, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  for (const file of [".claude/settings.json", ".github/workflows/ci.yml", "src/a.ts", "docs/d.md"])
    here.write(file, "{}\n");
  git("add", ".");
  git("commit", "-qm", "x");
  git("branch", "topic");
  git("checkout", "-q", "-b", "evil");
  here.write(".claude/settings.json", '{"evil":1}\n');
  here.write(".envrc", "evil\n");
  git("add", ".");
  git("commit", "-qm", "y");
  git("tag", "-a", "t1", "-m", "t");
  git("checkout", "-q", "main");
  git("remote", "add", "origin", "https://github.com/me/app");
  here.write(".gemini/settings.json", "{}");
  mkdirSync(join(here.home, "code/other/.git"), { recursive: true });
  execFileSync("git", ["init", "-q", join(here.home, "code/other")]);
  mkdirSync(join(here.home, "code/papers/a"), { recursive: true });
});
afterAll(() => here.remove());

async function by(rule: string, command: string): Promise<string> {
  const loaded = settingsFrom({ permissions: { allow: [rule] } });
  if (!loaded.ok) throw new Error(loaded.error);
  return (await here.gate({ settings: loaded.value.settings, restore: null }).check(bash(command))).by;
}

describe.each(["Bash(git *)", "Bash(git:*)"])("%s: what pathspecs name", (rule) => {
  test.each([
    "git checkout evil -- .claude/settings.json",
    "git checkout evil .claude/settings.json",
    "git checkout t1 -- .claude/settings.json",
    "git restore --source=evil .claude/settings.json",
    "git restore -s evil -- .claude",
    "git restore .claude/settings.json",
    "git checkout evil -- .claude",
    "git checkout evil -- .",
    "git checkout main~0 -- .claude/settings.json",
    "git checkout t1 -- '*.json'",
    "git restore -s evil ':(glob)**/settings.json'",
    "git checkout evil -- '.cl*'",
    "git -C src checkout evil -- ../.claude",
    "git -C src restore --source evil :/",
    "git stash push -u -- .gemini",
    "git stash push -u -- .",
    "git clean -fdx .sallyport",
    "git clean -fdx .gemini",
    "git clean -fdx -- .",
    "git clean -fdx '.gem*'",
    "git reset evil -- .claude/settings.json",
    "git format-patch -o .claude HEAD~1",
    "cd src && git checkout evil -- ../.claude/settings.json",
    'sh -c "git checkout evil -- .claude/settings.json"',
  ])("asks the person: %s", async (command) => {
    expect(await by(rule, command)).toBe("safetyCheck");
  });

  test.each([
    "git checkout evil .envrc",
    "git checkout evil -- .envrc",
    "git restore --source=evil .envrc",
    "git restore .github/workflows/ci.yml",
    "git checkout topic -- .github/workflows",
    "git checkout stash@{0} -- .",
    "git fetch origin && git checkout origin/main -- .",
    'git checkout "$REV" -- .',
    'git checkout topic -- "$FILE"',
  ])("is not covered: %s", async (command) => {
    expect(await by(rule, command)).not.toMatch(/allowRule|safetyCheck|readOnly/);
  });

  test.each([
    ...["git checkout topic", "git checkout -b new", "git switch topic", "git checkout topic -- .", "git restore ."],
    ...["git checkout topic -- src", "git checkout topic src/a.ts", "git restore src", "git checkout -- src/a.ts"],
    ...["git restore --staged .", "git restore --staged .claude/settings.json", "git reset -- .claude/settings.json"],
    ...["git checkout evil -- src docs", "git checkout stash@{0} -- src", "git restore -s HEAD~1 src/a.ts"],
    ...["git stash", "git stash pop", "git stash push -- src", "git pull", "git merge origin/main", "git rebase main"],
    ...["git clean -fdx docs", "git add .claude/settings.json", "git commit -m x .claude/settings.json"],
    ...["git cherry-pick topic", "git reset --hard", "git checkout '*.ts'"],
  ])("is covered: %s", async (command) => {
    expect(await by(rule, command)).toBe("allowRule");
  });

  test("a rule that names the place covers what nobody but the person need approve", async () => {
    expect(await by("Bash(git checkout topic -- .envrc)", "git checkout topic -- .envrc")).toBe("allowRule");
    expect(await by("Bash(git restore .claude:*)", "git restore .claude/settings.json")).toBe("safetyCheck");
  });
});

describe.each(["Bash(git *)", "Bash(git:*)", "Bash(git -C:*)"])("%s: work trees elsewhere", (rule) => {
  test.each([
    "git -C ~/.config/sallyport init",
    "git -C ~/.config/sallyport checkout -f FETCH_HEAD",
    "git -C ~/.config/sallyport pull",
    "git -C ~/.config init",
    "git -C ~ init",
    "git -C ~ checkout FETCH_HEAD -- .bashrc",
    "git -C ~ reset --hard",
    "git -C ~ stash -a",
    "git -C / init",
    "git -C ~/.claude init",
    "git -C ~/.claude reset --hard",
    "git -C .claude init",
    "cd ~ && git init",
    "git init ~",
    "git init ~/.claude",
    "git init -q -b main ~/.codex",
    "git --work-tree=$HOME checkout evil",
    "git --work-tree ~/.config/sallyport checkout evil -- .",
    "git --git-dir=.git --work-tree=$HOME reset --hard",
    "git -c core.worktree=$HOME checkout evil",
    "GIT_WORK_TREE=~ git checkout evil",
    "GIT_DIR=$PWD/.git GIT_WORK_TREE=~/.claude git checkout evil",
    "cd ~/.config/sallyport && GIT_DIR=~/code/app/.git git checkout evil",
    "export GIT_WORK_TREE=~; git checkout evil",
    "git clone . ~/.claude",
    "git worktree add ~/.claude",
  ])("asks the person: %s", async (command) => {
    expect(await by(rule, command)).toBe("safetyCheck");
  });

  test.each([
    ...["git init ~/.ssh", "git -C ~/.ssh pull", "git -C ~/.vim pull", "git init ~/.config/nvim", "git -C .. init"],
    ...["git -C ../papers init", "cd ../papers && git init", 'git -C "$X" checkout topic', "git init .husky"],
    ...["git clone . .github", "git worktree add -b w1 .github", "git clone . tools", "git worktree add renv"],
    ...["git clone https://github.com/me/app .config", "git init .github"],
  ])("is not covered: %s", async (command) => {
    expect(await by(rule, command)).not.toMatch(/allowRule|readOnly/);
  });
});

describe("Bash(git *): everyday trees", () => {
  test.each([
    ...["git init", "git init docs/sub", "git init -b main ../fresh", "git -C src checkout topic", "git -C src stash"],
    ...["git -C ../other checkout main", "git -C ../other reset --hard", "git worktree add ../app-2 topic"],
    ...["git clone https://github.com/me/app ../x", "git clone https://github.com/me/app vendor/x"],
    ...["git --git-dir=.git log", "git -C ~ status", "cd src && git checkout topic"],
  ])("is covered: %s", async (command) => {
    expect(await by("Bash(git *)", command)).toMatch(/allowRule|readOnly|offline/);
  });
});
