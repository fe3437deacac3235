/** Walls the person wrote, and git: files that a pathspec puts there, and names that a configuration gives to commands. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: here.root });
  git("init", "-q");
  here.write("docs/d.md", "d\n");
  here.write("src/a.ts", "a\n");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "x");
  git("config", "alias.up", "push");
  git("config", "alias.away", "!git push");
  git("config", "alias.back", "restore");
  git("config", "alias.st", "status");
  here.write("gc", "[alias]\np = push\n");
  here.write("x.patch", "--- a/docs/d.md\n+++ b/docs/d.md\n@@ -1 +1 @@\n-d\n+e\n");
  here.write(".env", "X=1\n");
});
afterAll(() => here.remove());

const by = async (command: string, rule: string, list: "deny" | "ask" = "deny"): Promise<string> =>
  (
    await here
      .gate({ settings: { mode: "bypassPermissions", permissions: { [list]: [rule] } }, restore: null })
      .check(bash(command))
  ).by;

describe("a rule about edits, and what git writes by a pathspec", () => {
  test.each([
    "git restore docs/d.md",
    "git restore docs",
    "git restore .",
    "git restore -- docs/d.md",
    "git restore -s HEAD~1 .",
    "git restore --source HEAD~1 --staged --worktree docs",
    "git restore --staged --source=HEAD~1 docs/d.md",
    "git restore ':(top)docs'",
    "git restore :/docs/d.md",
    "git restore ':!src'",
    "git restore '*.md'",
    "git restore DOCS/D.md",
    "git restore --pathspec-from-file=list",
    'git restore "$F"',
    "git checkout docs/d.md",
    "git checkout docs",
    "git checkout .",
    "git checkout -- .",
    "git checkout -- 'd*'",
    "git checkout HEAD~1 -- docs",
    "git checkout HEAD~1 -- .",
    "git checkout HEAD~1 docs/d.md",
    "git checkout --ours docs/d.md",
    "git checkout -p -- docs",
    'git checkout -- "$F"',
    "git stash push docs/d.md",
    "git stash -- docs/d.md",
    "git stash push -u -- docs",
    "git stash push -m x -- .",
    "git stash -q push docs",
    "git -C docs restore .",
    "git -C docs checkout -- d.md",
    "cd docs && git restore d.md",
    "git --work-tree=docs checkout -- .",
    "git --work-tree docs restore .",
    "GIT_WORK_TREE=docs git checkout -- d.md",
    "git clean -fd docs",
    "git clean -fdx -- docs/new",
    "git checkout-index -f docs/d.md",
    "git checkout-index -f --stdin",
    "git checkout-index -a --prefix=docs/",
    "git read-tree --prefix=docs/ -u HEAD",
    "git merge-file docs/d.md a b",
    "git interpret-trailers --in-place --trailer x docs/d.md",
    "git reset HEAD~1 -- docs/d.md",
    "git reset HEAD~1 && git checkout -- .",
    "git init docs/sub",
    "git submodule add https://a.example/x docs/x",
    "git subtree add --prefix=docs/x https://a.example/x main",
    "git format-patch -o docs HEAD~1",
    "git mergetool docs/d.md",
    "git apply x.patch",
    "git diff docs | git apply -R",
    "cat x.patch | git apply",
    "git rm docs/d.md",
    "git mv docs/d.md x",
    "git show HEAD:docs/d.md > docs/d.md",
    'sh -c "git restore docs/d.md"',
    "git ls-files docs | xargs git restore",
    "git ls-files -m | xargs git checkout --",
    "find docs -name '*.md' -exec git restore {} \\;",
    "git back docs/d.md",
    "GIT_CONFIG_GLOBAL=gc git p docs/d.md",
  ])("deny Edit(docs/**): %s", async (command) => {
    expect(await by(command, "Edit(docs/**)")).toBe("denyRule");
  });

  test.each([
    "git restore src/a.ts",
    "git restore 'src/*.ts'",
    "git restore ':!docs'",
    "git restore --staged docs/d.md",
    "git checkout src",
    "git checkout -- src/a.ts",
    "git checkout -- '*.ts'",
    "git checkout HEAD~1 -- src",
    "git checkout main",
    "git checkout docs/branch",
    "git checkout -b docs/x",
    "git switch docs",
    "git reset -- docs/d.md",
    "git reset HEAD docs/d.md",
    "git reset --hard",
    "git stash",
    "git stash pop",
    "git stash push -m docs/d.md -- src",
    "git pull",
    "git merge x",
    "git clean -fd",
    "git clean -nd docs",
    "git add docs/d.md",
    "git commit docs/d.md -m x",
    "git diff docs",
    "git log -- docs",
    "git apply --check x.patch",
    "git apply <<'E'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\nE",
    "git st docs",
  ])("deny Edit(docs/**) says nothing of: %s", async (command) => {
    expect(await by(command, "Edit(docs/**)")).toBe("bypassMode");
  });

  test("a file that the index does not name is not written by a directory around it", async () => {
    expect(await by("git checkout -- .", "Edit(.env)")).toBe("bypassMode");
    expect(await by("git restore src", "Edit(.env)")).toBe("bypassMode");
    expect(await by("git stash push -a -- .", "Edit(.env)")).toBe("denyRule");
    expect(await by("git checkout HEAD~1 -- .", "Edit(.env)")).toBe("denyRule");
    expect(await by("git restore .env", "Edit(.env)")).toBe("denyRule");
  });

  test("beside an allow rule", async () => {
    const permissions = {
      allow: ["Bash(git checkout:*)", "Bash(git restore:*)", "Bash(git stash:*)"],
      deny: ["Edit(docs/**)"],
    };
    const gate = here.gate({ settings: { mode: "auto", permissions } });
    for (const command of ["git restore docs/d.md", "git checkout HEAD -- .", "git stash push docs/d.md"])
      expect([command, (await gate.check(bash(command))).by]).toEqual([command, "denyRule"]);
  });
});

describe("names that git's configuration gives to commands", () => {
  test.each([
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p origin HEAD:refs/heads/y",
    "GIT_CONFIG_GLOBAL=gc git p",
    "GIT_CONFIG_SYSTEM=$PWD/gc git p origin",
    "GIT_CONFIG_PARAMETERS=\"'alias.p=push'\" git p",
    "export GIT_CONFIG_GLOBAL=gc; git p",
    "env HOME=h git p",
    "HOME=$PWD/h git p",
    "XDG_CONFIG_HOME=$PWD git p",
    "GIT_DIR=x git p",
    "GIT_EXEC_PATH=. git p",
    "git -c include.path=../gc p",
    "git -c includeIf.gitdir:/.path=../gc p",
    "git config include.path ../gc; git p",
    "X=push git --config-env=alias.p=X p",
    "git --git-dir=x p",
    "git --exec-path=. p",
    "bash -c 'HOME=h git p'",
    "git up",
    "git up origin main",
    "git away",
    "git -C src up",
  ])("deny Bash(git push:*): %s", async (command) => {
    expect(await by(command, "Bash(git push:*)")).toBe("denyRule");
    expect(await by(command, "Bash(git push *)", "ask")).toBe("askRule");
  });

  test.each([
    "GIT_CONFIG_GLOBAL=gc git status",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=color.ui GIT_CONFIG_VALUE_0=never git log",
    "HOME=h git notes list",
    "git st",
    "git lfs pull",
    "HOME=h npm test",
  ])("deny Bash(git push:*) says nothing of: %s", async (command) => {
    expect(await by(command, "Bash(git push:*)")).toBe("bypassMode");
  });

  test("a rule about another program says nothing of it", async () => {
    expect(await by("GIT_CONFIG_GLOBAL=gc git p", "Bash(npm publish:*)")).toBe("bypassMode");
  });
});
