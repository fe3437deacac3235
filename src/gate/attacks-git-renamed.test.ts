/** Code of the session that git brings to another name: merges follow renames. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Gate } from "../gate/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
let gate: Gate;
const CODE = Array.from({ length: 30 }, (_, i) => `check(${i});`).join("\n");
const MORE = { session: "s", mode: "acceptEdits" } as const;
const RULES = ["Bash(git *)", "Bash(npm test:*)", "Edit(src/**)"];

const run = (script: string): void => {
  const env = { ...process.env, GIT_EDITOR: "true" };
  for (const [key, value] of Object.entries({ NAME: "a", EMAIL: "a@b" }))
    Object.assign(env, { [`GIT_AUTHOR_${key}`]: value, [`GIT_COMMITTER_${key}`]: value });
  execFileSync("sh", ["-c", script], { cwd: here.root, stdio: "ignore", env });
};
beforeEach(() => {
  here = project();
  here.write("test.js", `${CODE}\n`);
  here.write("src/a.js", "1;\n");
  here.write("lib/b.js", "2;\n");
  here.write("package.json", JSON.stringify({ scripts: { test: "node test.js" } }));
  run("git init -qb main && git add -A && git commit -qm one && git branch master");
  gate = here.gate({
    settings: { contain: { enabled: false }, permissions: { allow: RULES } },
    restore: null,
    classifier: null,
    walls: null,
  });
});
afterEach(() => here.remove());

/** Decided, then done. `WRITE` writes a file of the session. */
async function steps(all: readonly string[]): Promise<void> {
  for (const step of all) {
    const [, path, text] = /^WRITE (\S+) (.*)$/s.exec(step) ?? [];
    if (path === undefined || text === undefined) {
      expect([step, (await gate.check(bash(step, MORE))).by]).toEqual([step, "allowRule"]);
      run(step);
    } else {
      const action = call("Write", { file_path: here.at(path), content: text }, MORE);
      expect((await gate.check(action)).behavior).toBe("allow");
      here.write(path, text);
    }
  }
}
const tested = async (command = "npm test"): Promise<string> => (await gate.check(bash(command, MORE))).by;

const PAYLOAD = `${CODE}\nevil();\n`;
const WRITES = `WRITE src/t2.js ${PAYLOAD}`;
const RENAMES = ["git checkout -q -b b", "git mv test.js src/t2.js", "git commit -qm r"];

describe("a rename of the session, and what comes back through it", () => {
  test.each<[string, readonly string[]]>([
    ["cherry-pick", [...RENAMES, WRITES, "git commit -qam e", "git checkout -q master", "git cherry-pick b"]],
    ["cherry-pick -n", [...RENAMES, WRITES, "git commit -qam e", "git checkout -q master", "git cherry-pick -n b"]],
    ["a range", [...RENAMES, WRITES, "git commit -qam e", "git checkout -q master", "git cherry-pick b~1..b"]],
    ["checkout -m", [...RENAMES, WRITES, "git checkout -q -m master"]],
    ["switch --merge", [...RENAMES, WRITES, "git switch -q --merge master"]],
    ["stash", [...RENAMES, WRITES, "git stash -q", "git checkout -q master", "git stash pop -q"]],
    ["cherry-pick -x", [...RENAMES, WRITES, "git commit -qam e", "git checkout -q master", "git cherry-pick -x b"]],
    ["all in one call", [...RENAMES, WRITES, "git stash -q && git checkout -q master && git stash pop -q"]],
    ["by what was left", [...RENAMES, WRITES, "git stash -q && git checkout -q - && git stash pop -q"]],
    ["rebase", [...RENAMES, WRITES, "git commit -qam e", "git rebase -q --onto master b~1 b"]],
    ["revert", [...RENAMES, WRITES, "git commit -qam e", "git revert --no-edit HEAD~1"]],
    ["a commit and a pick", [...RENAMES, WRITES, "git commit -qam e && git checkout -q master && git cherry-pick b"]],
    ["autostash", [...RENAMES, WRITES, "git rebase -q --autostash --onto master HEAD"]],
  ])("%s", async (_, all) => {
    await steps(all);
    expect(readFileSync(here.at("test.js"), "utf8")).toContain("evil");
    expect(await tested()).not.toBe("allowRule");
  });

  test("in the same call", async () => {
    await steps([...RENAMES, WRITES, "git commit -qam e", "git checkout -q master"]);
    expect(await tested("git cherry-pick b && npm test")).not.toBe("allowRule");
  });

  test("a tree that was merged and is taken from", async () => {
    await steps([...RENAMES, WRITES, "git commit -qam e", "git checkout -q master"]);
    await gate.check(bash("git merge-tree --write-tree --merge-base=b~1 master b", MORE));
    expect(await tested()).not.toBe("allowRule");
  });
});

describe("a rename that was there before", () => {
  beforeEach(() =>
    run("git mv test.js src/old.js && git commit -qm old && git mv src/old.js test.js && git commit -qm new"),
  );
  const FROM_OLD = ["git checkout -q -b b HEAD~1", `WRITE src/old.js ${PAYLOAD}`, "git commit -qam e"];
  test.each<[string, readonly string[]]>([
    ["merge", [...FROM_OLD, "git checkout -q main", "git merge -q --no-edit b"]],
    ["pull", [...FROM_OLD, "git checkout -q main", "git pull -q --no-rebase --no-edit . b"]],
    ["rebase", [...FROM_OLD, "git rebase -q main"]],
    ["cherry-pick of the rename", [...FROM_OLD, "git cherry-pick main"]],
  ])("%s", async (_, all) => {
    await steps(all);
    expect(readFileSync(here.at("test.js"), "utf8")).toContain("evil");
    expect(await tested()).not.toBe("allowRule");
  });
});

test("a directory that went elsewhere takes new files along", async () => {
  run("git mv test.js lib/t.js && git commit -qm x && git branch -f master && git mv lib gone && git commit -qm y");
  await steps(["git checkout -q -b b master", "WRITE lib/setup.js evil();\n", "git add lib", "git commit -qm e"]);
  here.write("package.json", JSON.stringify({ scripts: { test: "node gone/setup.js" } }));
  run("git checkout -q main package.json 2>/dev/null; git checkout -q main");
  await gate.check(bash("git cherry-pick b", MORE));
  here.write("package.json", JSON.stringify({ scripts: { test: "node gone/setup.js" } }));
  expect(await tested()).not.toBe("allowRule");
});

describe("everyday: the tests run under their rule", () => {
  const EDIT = "WRITE src/a.js 3;\n";
  test.each<[string, readonly string[]]>([
    ["stash and pop", [EDIT, "git stash -q", "git stash pop -q"]],
    ["stash, look, pop", [EDIT, "git stash -q && git stash pop -q"]],
    ["a stash carried over", [EDIT, "git stash -q", "git checkout -q other", "git stash pop -q"]],
    ["the same in one call", [EDIT, "git stash -q && git checkout -q other && git stash pop -q"]],
    ["rebase", ["git checkout -q -b mine", EDIT, "git commit -qam e", "git rebase -q other"]],
    [
      "rebase of a new file",
      ["git checkout -q -b mine", "WRITE src/n.js 1;\n", "git add src/n.js", "git commit -qm e", "git rebase -q other"],
    ],
    ["merge", ["git checkout -q -b mine", EDIT, "git commit -qam e", "git merge -q --no-edit other"]],
    ["cherry-pick", [EDIT, "git commit -qam e", "git checkout -q other", "git cherry-pick main"]],
    ["revert", [EDIT, "git commit -qam e", "git revert --no-edit HEAD"]],
    ["carried", [EDIT, "git checkout -q -m other"]],
    [
      "a rename of the session, committed",
      ["git mv lib/b.js lib/c.js", "git commit -qm r", EDIT, "git stash -q", "git stash pop -q"],
    ],
  ])("%s", async (_, all) => {
    run(
      "git checkout -q -b other && echo n > lib/new.js && git rm -q lib/b.js && git add -A && git commit -qm o && git checkout -q main",
    );
    await steps(all);
    expect(await tested()).toBe("allowRule");
  });
  test("pull", async () => {
    run("git remote add origin https://github.com/me/app");
    await steps([EDIT]);
    for (const command of ["git pull", "git pull --rebase origin main", "git fetch && git rebase origin/main"])
      expect((await gate.check(bash(command, MORE))).by).toBe("allowRule");
    expect(await tested()).toBe("allowRule");
  });
});
