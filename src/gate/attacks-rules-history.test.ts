/** A rule against reading files, and git that prints what differs: met where it prints them or nobody can tell, and else not. */
import { appendFileSync, chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runGitScript } from "../testing/git-script.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  runGitScript(
    here,
    `mkdir secrets src; echo top > secrets/db.txt; echo a > src/a.ts; git add -A; git commit -qm one
     echo b >> secrets/db.txt; git commit -qam two; git tag keys HEAD:secrets; git tag blob HEAD:secrets/db.txt
     for i in 1 2 3; do echo $i >> src/a.ts; git commit -qam "n$i"; done
     git checkout -q -b side HEAD~1; echo side >> secrets/db.txt; git commit -qam side; git checkout -q main`,
  );
});
afterEach(() => here.remove());

const by = async (command: string, list: "deny" | "ask" = "deny"): Promise<string> =>
  (
    await here
      .gate({ settings: { mode: "bypassPermissions", permissions: { [list]: ["Read(./secrets/**)"] } }, restore: null })
      .check(bash(command))
  ).by;
const each = async (commands: readonly string[], wanted: string): Promise<void> => {
  for (const command of commands) expect([command, await by(command)]).toEqual([command, wanted]);
};

describe("nothing below secrets differs", () => {
  test("what does not print it passes", async () => {
    appendFileSync(here.at("src/a.ts"), "x\n");
    await each(
      [
        ...[
          "git diff",
          "git diff --cached",
          "git diff --staged -U5",
          "git diff HEAD",
          "git diff HEAD~2",
          "git diff -w",
        ],
        ...["git diff HEAD~3 HEAD", "git diff HEAD~3..HEAD", "git --no-pager diff", "cd src && git diff"],
        ...["git diff | head -50", "git status && git diff", "git show", "git show HEAD", "git show HEAD~1 HEAD~2"],
        ...[
          "git show --format=%B HEAD",
          "git show main -- src",
          "git log -p -1",
          "git log -p -n 3",
          "git log -3 --patch",
        ],
        ...["git log -p --oneline HEAD~3..HEAD", "git log -p main -2 --stat", "git diff side...main"],
      ],
      "bypassMode",
    );
    expect(await by("git diff", "ask")).toBe("bypassMode");
  });

  test("what prints it, and what cannot be told, does not", async () => {
    await each(
      [
        ...["git diff HEAD~4", "git diff HEAD~4 HEAD", "git diff side", "git diff main..side", "git diff main...side"],
        ...["git show HEAD~3", "git show HEAD side", "git show keys", "git show blob", "git diff keys HEAD"],
        ...["git diff blob HEAD:src/a.ts", "git log -p", "git log -p -4", "git log -p side -1", "git log -p --all -5"],
        ...["git log -p -n 4", "git log -p -1 --skip=3", "git log -p -1 --grep=two", "git log -p -1 -- secrets"],
        ...[
          "git diff nowhere",
          "git diff $X",
          "git diff HEAD~$N",
          "git show :/two",
          "git diff --find-copies-harder HEAD~1",
        ],
        ...["git -c diff.submodule=diff diff", "git --git-dir=x/.git diff", "GIT_DIR=x git diff", "git diff -S top"],
        ...["git diff --no-index . ../x", "git diff secrets/db.txt", "git diff -- secrets", "sh -c 'git diff HEAD~4'"],
      ],
      "denyRule",
    );
    expect(await by("git show HEAD~3", "ask")).toBe("askRule");
  });

  test("another command of the call may change what is printed", async () => {
    await each(
      [
        ...["echo x >> secrets/db.txt; git diff", "git checkout side -- . && git diff --cached", "npm test; git diff"],
        ...[
          "git reset -q --soft HEAD~4 && git diff --cached",
          "git update-ref HEAD side; git show",
          "./x.sh && git show",
        ],
        ...["git stash pop; git diff", "python3 -c 'print(1)'; git diff", "export GIT_DIR=x; git diff"],
      ],
      "denyRule",
    );
  });
});

describe("something below secrets differs", () => {
  test.each<[string, () => void]>([
    ["a line more", () => appendFileSync(here.at("secrets/db.txt"), "c\n")],
    ["as many bytes", () => writeFileSync(here.at("secrets/db.txt"), "top\nc\n")],
    ["gone", () => rmSync(here.at("secrets/db.txt"))],
    ["a program by now", () => chmodSync(here.at("secrets/db.txt"), 0o755)],
    [
      "a link by now",
      () => {
        rmSync(here.at("secrets/db.txt"));
        symlinkSync("../src/a.ts", here.at("secrets/db.txt"));
      },
    ],
    ["an index that cannot be read", () => writeFileSync(here.at(".git/index"), "x")],
  ])("%s: git diff prints it, the index and history do not", async (_, change) => {
    change();
    await each(["git diff", "git diff HEAD", "git diff HEAD~1", "cd src && git diff", "git diff | head"], "denyRule");
    await each(["git show", "git log -p -2", "git diff HEAD~1 HEAD", "git diff src"], "bypassMode");
  });

  test("staged", async () => {
    runGitScript(
      here,
      "mkdir secrets; echo a > secrets/n.txt; git add -A; git commit -qm x; echo b > secrets/n.txt; git add -A",
    );
    await each(["git diff --cached", "git diff HEAD", "git diff --staged --stat -p"], "denyRule");
    await each(["git diff"], "bypassMode");
  });

  test("staged as a link: what stood there is printed", async () => {
    runGitScript(
      here,
      "mkdir secrets; echo a > secrets/n; git add -A; git commit -qm x; ln -sf ../README.md secrets/n; git add -A",
    );
    await each(["git diff --cached", "git diff HEAD"], "denyRule");
  });

  test("a link that is a file by now", async () => {
    runGitScript(
      here,
      "mkdir secrets; ln -s ../x secrets/n; git add -A; git commit -qm x; rm secrets/n; echo a > secrets/n",
    );
    await each(["git diff", "git diff HEAD"], "denyRule");
  });

  test("before the first commit, a merge, a replaced commit", async () => {
    runGitScript(here, "mkdir secrets; echo a > secrets/n.txt; git add -A");
    await each(["git diff --cached"], "denyRule");
    await each(["git diff"], "bypassMode");
    const merged = `mkdir secrets; echo a > secrets/n.txt; git add -A; git commit -qm x; git checkout -qb b; echo b > f; git add f
      git commit -qm f; git checkout -q main; echo c > secrets/n.txt; git commit -qam c; git merge -q --no-edit b`;
    runGitScript(here, merged);
    await each(["git show", "git show HEAD^2", "git log -p -1"], "bypassMode");
    await each(["git log -p --first-parent -1 HEAD~1", "git show HEAD~1", "git diff HEAD^2 HEAD"], "denyRule");
    runGitScript(here, `${merged}; git replace HEAD^2 HEAD~1`);
    await each(["git show HEAD^2", "git show"], "denyRule");
  });
});
