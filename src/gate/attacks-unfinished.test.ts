/**
 * A new branch in the middle of a merge, a pick or a revert: git forgets what was under way, and no restore point has it. A file that
 * grows by what is read of it: it has no end.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const git = (...words: readonly string[]): void => {
  spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...words], { cwd: here.root });
};
const by = async (command: string): Promise<string> =>
  (await here.gate({ classifier: null, walls: null }).check(bash(command))).by;

beforeEach(() => {
  here = project();
  git("init", "-q", "-b", "main");
  here.write("README.md", "a\n");
  git("add", ".");
  git("commit", "-qm", "one");
  git("checkout", "-qb", "o");
  here.write("README.md", "o\n");
  git("commit", "-qam", "o");
  git("checkout", "-q", "main");
  here.write("README.md", "m\n");
  git("commit", "-qam", "m");
});
afterEach(() => here.remove());

describe("under way", () => {
  test.each([
    ["merge", ["merge", "o"], "MERGE_HEAD"],
    ["pick", ["cherry-pick", "o"], "CHERRY_PICK_HEAD"],
    ["revert", ["revert", "--no-edit", "HEAD~1"], "REVERT_HEAD"],
    ["squash", ["merge", "--squash", "o"], "SQUASH_MSG"],
    ["rebase", ["rebase", "o"], "rebase-merge"],
  ])("%s", async (_what, words, kept) => {
    git(...words);
    expect(existsSync(here.at(`.git/${kept}`))).toBe(true);
    expect(await by("git checkout -b z")).toBe("offline");
    expect(await by("git switch -c z")).toBe("offline");
  });

  test("git really forgets a merge", () => {
    git("merge", "o");
    here.write("README.md", "both\n");
    git("add", "README.md");
    execFileSync("git", ["checkout", "-q", "-b", "z"], { cwd: here.root });
    expect(existsSync(here.at(".git/MERGE_HEAD"))).toBe(false);
  });
});

test.each(["git checkout -b z", "git switch -c z", "git branch z"])("%s otherwise is proven", async (command) =>
  expect(await by(command)).toBe("acceptEdits"),
);

describe("a file appended to itself", () => {
  test.each([
    "tr a b < README.md >> README.md",
    "sed -n p README.md >> README.md",
    "head -99 README.md | tr a b >> README.md",
  ])("%s is not proven", async (command) => expect(await by(command)).toBe("offline"));
  test.each(["head -1 README.md >> notes.txt", "tr a b < README.md > notes.txt"])("%s is", async (command) =>
    expect(await by(command)).toMatch(/acceptEdits|readOnly/),
  );
});
