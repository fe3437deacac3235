/** A tree by its own name, by a hash or a tag on it, is one directory and no whole commit: it may be the one that secrets are kept in. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const git = (...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
    cwd: here.root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();

beforeAll(() => {
  here = project();
  git("init", "-qb", "main");
  here.write("certs/server.key", "KEY\n");
  here.write("conf/.env", "S=2\n");
  here.write("old/server.key", "KEY\n");
  here.write("old/a.ts", "a\n");
  here.write("cloud/.aws/credentials", "k\n");
  here.write("src/a.ts", "a\n");
  here.write("src/@types/b.d.ts", "a\n");
  git("add", "-A");
  git("commit", "-qm", "first");
  git("rm", "-q", "conf/.env", "old/server.key");
  here.write("src/a.ts", "b\n");
  git("commit", "-qam", "second");
  git("tag", "keepit", "HEAD:certs");
  git("tag", "src", "HEAD:certs");
  git("tag", "-a", "noted", "-m", "n", "HEAD:certs");
  git("tag", "light");
  git("tag", "-a", "v1.0", "-m", "n");
  git("branch", "feature/x");
  git("update-ref", "refs/kept/tree", "HEAD:certs");
  git("update-ref", "FETCH_HEAD", "HEAD:certs");
  git("branch", "both", "HEAD~1");
  git("tag", "both");
});
afterAll(() => here.remove());

/** `<REV>` is its object's id, `<REV 7>` the short one. */
const spelled = (text: string): string =>
  text.replace(/<([^ >]+)(?: (\d+))?>/g, (_, rev, length) => git("rev-parse", rev).slice(0, Number(length ?? 40)));
const by = async (command: string): Promise<string> => (await here.gate().check(bash(spelled(command)))).by;
/** What is not plain and only looks, or only edits, runs inside walls. */
const byInWalls = async (command: string): Promise<string> =>
  (await here.gate({ walls: supposeWalls() }).check(bash(spelled(command), { walls: true }))).by;

describe("held", () => {
  test.each([
    "git grep -h -e . <HEAD:certs>",
    "git grep -h -e . <HEAD:certs 7>",
    "git grep . <HEAD:certs>",
    "git grep -h -e . <HEAD~1:conf>",
    "git grep -h -e . <HEAD:cloud/.aws 10>",
    "git grep -h -e . <HEAD^{tree}>:certs",
    "git grep -h -e . <HEAD:cloud>:.aws",
    "git grep -h -e . keepit",
    "git grep -h -e . noted",
    "git grep -h -e . tags/keepit",
    "git grep -h -e . refs/tags/keepit",
    "git grep -h -e . refs/kept/tree",
    "git grep -h -e . kept/tree",
    "git grep -h -e . FETCH_HEAD",
    "git grep -h -e . src --",
    "git grep -h -e . HEAD keepit",
    "git grep -h -e . keepit^{}",
    "git grep -h -e . keepit^{tree}",
    "git grep -h -e . keepit@{0}",
    "git grep -h -e . <HEAD> -- old certs",
    "cd old && git grep -h -e . <HEAD~1>",
    "git -C old grep -h -e . <HEAD~1>",
    "git grep -h -e . -- ':(attr:foo)'",
    "git grep -h -e . -- ':(attr:foo)certs'",
    "git grep -h -e . -- ':(top,attr:-text)'",
    "git grep -h -e . -- ':(icase,attr:diff=key)*'",
    "git grep -h -e . -- ':(prefix:0)'",
    "git diff <HEAD:cloud/.aws> <HEAD:src>",
    "git diff <HEAD:src>..<HEAD:cloud/.aws>",
    "git diff-tree -p <HEAD:cloud/.aws> <HEAD:src>",
    "git show <HEAD:cloud/.aws>:credentials",
    "git cat-file -p <HEAD:cloud/.aws 8>:credentials",
    "git tag again <HEAD:certs> && git grep -h -e . again",
  ])("%s", async (command) => {
    expect(await by(command)).not.toMatch(/^(?:readOnly|acceptEdits)$/);
  });
});

describe("everyday", () => {
  test.each([
    "git grep -n a",
    "git grep a HEAD",
    "git grep a main",
    "git grep a feature/x",
    "git grep a <HEAD>",
    "git grep a <HEAD 7>",
    "git grep a <HEAD~1 8>",
    "git grep a light",
    "git grep a v1.0",
    "git grep a refs/heads/main",
    "git grep a both",
    "git grep a both -- src",
    "git grep a v1.0 -- src",
    "git grep a HEAD:src",
    "git grep a -- src",
    "git grep a src/a.ts",
    "git grep a src/@types/b.d.ts",
    "git grep a nothing-called-so",
    "cd src && git grep a",
    "git grep a -- '*.ts'",
    "git grep a -- ':!docs'",
    "git grep a -- ':(exclude)docs' src",
    "git grep a -- ':(top)src'",
    "git grep a -- ':(glob)src/*.ts'",
    "git ls-tree <HEAD:certs>",
    "git show <HEAD:src>",
    "git cat-file -p <HEAD:src>",
    "git show HEAD:src/a.ts",
    "git show v1.0:src/a.ts",
    "git diff --stat <HEAD:src> <HEAD~1:src>",
    "git diff light v1.0",
  ])("%s", async (command) => {
    expect(await byInWalls(command)).toBe("readOnly");
  });
});
