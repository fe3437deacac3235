/** What git shows of files that are called like secrets, by names of objects and by options that turn a list into contents. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const git = (...words: readonly string[]): void =>
  void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
    cwd: here.root,
    stdio: "ignore",
  });

beforeAll(() => {
  here = project();
  git("init", "-qb", "main");
  here.write("server.key", "KEY\n");
  here.write("src/a.ts", "a\n");
  git("add", "-A");
  git("commit", "-qm", "a");
  git("tag", "-a", "t1", "-m", "t");
  git("tag", "plain");
  here.write(".env", "S=2\n");
  git("add", "-f", ".env");
  git("stash", "-q");
  git("stash", "apply", "-q");
  git("rm", "-q", "--cached", ".env");
});
afterAll(() => here.remove());

const by = async (command: string): Promise<string> => (await here.gate().check(bash(command))).by;
/** What is not plain and only looks, or only edits, runs inside walls. */
const byInWalls = async (command: string): Promise<string> =>
  (await here.gate({ walls: supposeWalls() }).check(bash(command, { walls: true }))).by;

test.each([
  "git grep . t1:server.key",
  "git grep . refs/tags/t1:server.key",
  "git grep . plain:server.key",
  "git grep . t1 -- server.key",
  "git grep . stash:.env",
  "git grep -h . stash@{0}:.env",
  "git grep . stash -- .env",
  "git show t1:server.key",
  "git status -v",
  "git status -v .env",
  "git status --verbose server.key",
  "git status -vs",
])("%s is not proven", async (command) => {
  expect(await by(command)).not.toBe("readOnly");
});

test.each([
  "git grep -n a",
  "git grep a -- src",
  "git grep a t1 -- src",
  "git status",
  "git status -s",
  "git status --short --branch",
  "git show t1:src/a.ts",
])("%s stays proven", async (command) => {
  expect(await byInWalls(command)).toBe("readOnly");
});
