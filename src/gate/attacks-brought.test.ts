/**
 * What a call leaves at places it does not name one by one: trees that are nothing alone and a git directory together, start files
 * that a pattern matches or a tree brings along.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  for (const file of [
    "a/q/HEAD",
    "a/q/objects/a",
    "b/q/config",
    "b/q/refs/a",
    "t1/t/q/HEAD",
    "t2/t/q/config",
    "x/n.txt",
  ])
    here.write(file, "ref: refs/heads/main\n");
  for (const file of ["p/r/HEAD", "q/r/objects/a", "s/r/refs/a", "plain/q/notes.txt"]) here.write(file, "x\n");
  here.write("dot/.bashrc", "x\n");
  here.write("ev.json", "{}\n");
  mkdirSync(here.at("c"));
  writeFileSync(join(here.home, ".bashrc"), "x\n");
  writeFileSync(join(here.home, "work.txt"), "x\n");
});
afterAll(() => here.remove());

describe("a repository put together from several trees", () => {
  const TOGETHER = [
    "cp -r a/q b/q c",
    "mkdir d && cp -r a/q b/q d",
    "cp -r a/q c && cp -r b/q c",
    "cp -a a/q b/q c",
    "cp -r a/q/ b/q/ c/",
    "cp -r a/q x b/q c",
    "cp -r t1/t t2/t c",
    "cp -r -t c a/q b/q",
    "mv a/q c && cp -r b/q c",
    "mv a/q c; mv b/q/config b/q/refs c/q",
    "cp -r p/r c && cp -r q/r c && cp -r s/r c",
    "cp -rT a/q c/z && cp -rT b/q c/z",
    "cp -r a/q c && cp b/q/config c/q/config",
    "mkdir -p c/q && cp -r a/q/HEAD a/q/objects c/q && cp -r b/q c",
    "cp -r a n && cp -r n/q c && cp -r b/q c",
  ];
  test.each(TOGETHER)("%s is no edit", async (command) =>
    expect((await here.gate().check(bash(command))).behavior).not.toBe("allow"),
  );
  test.each([
    ...TOGETHER,
    "rsync -a a/q b/q c",
    "rsync -a a/q/ c/q && rsync -a b/q/ c/q",
    "install -D a/q/HEAD c/q/HEAD && cp -r b/q c",
  ])("%s is covered by no rule for the program", async (command) => {
    const allow = ["cp", "mv", "rsync", "mkdir", "install"].map((name) => `Bash(${name}:*)`);
    const decision = await here.gate({ settings: { permissions: { allow } }, restore: null }).check(bash(command));
    expect(decision.behavior, `${decision.by}: ${decision.reason}`).not.toBe("allow");
  });
  test.each(["cp -r a/q plain/q c", "cp -r x c && cp -r plain/q c"])("%s makes none, and is an edit", async (command) =>
    expect(await here.gate({ walls: supposeWalls() }).check(bash(command, { walls: true }))).toMatchObject({
      behavior: "allow",
      by: "acceptEdits",
    }),
  );
});

describe("start files of home that a rule for a program does not name", () => {
  const allow = ["cp", "mv", "sed", "tee", "rsync", "install"].map((name) => `Bash(${name}:*)`);
  test.each([
    "cp ev.json ~/.bash?c",
    "cp ev.json ~/.?ashrc",
    "mv ev.json ~/.bash?c",
    "sed -i s/a/b/ ~/.bash?c",
    "sed -i s/a/b/ ~/.b*",
    "sed -i s/a/b/ ~/.[a-c]*",
    "tee ~/.bash?c < ev.json",
    "cp dot/.bash* ..",
    "cp dot/.bash* ~",
    "cp -r dot/. ~",
    "cp -r dot/. ../..",
    "cp -rT dot ~",
    "cp -r dot n && cp -rT n ~",
    "rsync -a dot/ ~",
    "install dot/.bash* ~",
  ])("%s", async (command) => {
    const decision = await here.gate({ settings: { permissions: { allow } } }).check(bash(command));
    expect(decision.behavior, `${decision.by}: ${decision.reason}`).not.toBe("allow");
  });
  test.each(["cp ev.json x/*.txt", "sed -i s/a/b/ x/*.txt", "cp -r x y", "cp x/* src", "cp -r x/. y"])(
    "%s is what the rule says",
    async (command) =>
      expect(await here.gate({ settings: { permissions: { allow } } }).check(bash(command))).toMatchObject({
        behavior: "allow",
      }),
  );
});
