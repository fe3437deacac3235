/** Code of this session under another name: moved, linked, unpacked or checked out, it is still code of this session. */
import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: here.root, stdio: "ignore" });
const AS = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
beforeEach(() => {
  here = project();
  here.write("src/run.py", "print(1)\n");
  here.write("src/sub/run.py", "print(1)\n");
  here.write("run.py", "print(1)\n");
  symlinkSync("src", here.at("link"));
  here.write("package.json", JSON.stringify({ scripts: { gen: "python3 src/run.py" } }));
  here.write("x.patch", "--- a/src/run.py\n+++ b/src/run.py\n@@ -1 +1 @@\n-print(1)\n+evil\n");
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git(...AS, "commit", "-qm", "one");
});
afterEach(() => here.remove());

/** Everything that moves files is the person's to allow, and so is each runner: only what was written here is not. */
const RULES = [
  ...["python3 src/run.py", "python3 run.py", "python3 src/sub/run.py", "python3 link/run.py", "npm run gen"].map(
    (one) => `Bash(${one})`,
  ),
  ..."mv cp ln git tar unzip rsync cd rm mkdir patch bsdtar cpio install chmod"
    .split(" ")
    .map((one) => `Bash(${one}:*)`),
  ...["Edit", "Write"],
];

async function runAfter(first: string, command: string): Promise<string> {
  const gate = here.gate({ restore: null, settings: { mode: "default", permissions: { allow: RULES } } });
  const written = await gate.check(call("Write", { file_path: here.at("x/run.py"), content: "evil\n" }));
  expect(written.behavior).toBe("allow");
  here.write("x/run.py", "evil\n");
  here.write("x/sub/run.py", "evil\n");
  await gate.check(bash(first));
  return (await gate.check(bash(command))).by;
}

test("nothing moved, nothing held", async () => {
  expect(await runAfter("mv src/sub old", "python3 src/run.py")).toBe("allowRule");
});

const ROWS: readonly (readonly [first: string, command: string])[] = [
  ["mv src old && mv x src", "python3 src/run.py"],
  ["mv src old; mv x src", "npm run gen"],
  ["mv src old && mv x src", "python3 src/sub/run.py"],
  ["mv -T x src", "python3 src/run.py"],
  ["rm -rf src && mv x src", "python3 src/run.py"],
  ["rm -rf src; cp -r x src", "python3 src/run.py"],
  ["mv src old && cp -r x src", "npm run gen"],
  ["mv src old && ln -s x src", "python3 src/run.py"],
  ["ln -sfn x link", "python3 link/run.py"],
  ["ln -nfs x link", "python3 link/run.py"],
  ["ln -sfT x src", "npm run gen"],
  ["rm -r src && ln -s ../app/x src", "python3 src/run.py"],
  ["cp -rT x src", "python3 src/run.py"],
  ["cp -r x/. src", "python3 src/run.py"],
  ["rsync -a x/ src/", "python3 src/run.py"],
  ["tar cf x.tar -C x . && tar xf x.tar -C src", "python3 src/run.py"],
  ["tar c -C x . | tar x -C src", "python3 src/run.py"],
  ["tar xf new.tar", "python3 src/run.py"],
  ["unzip -o new.zip", "python3 run.py"],
  ["git apply x.patch", "python3 src/run.py"],
  ["patch -p1 < x.patch", "python3 src/run.py"],
  ["git worktree add src2 other && mv src old && mv src2/src src", "python3 src/run.py"],
];

/** A work tree that git fills in the very call: nobody has looked at what it brings. */
const BROUGHT: readonly (readonly [first: string, command: string])[] = [
  ["git checkout other", "python3 src/run.py"],
  ["git checkout other -- src/run.py", "python3 src/run.py"],
  ["git switch other", "npm run gen"],
  ["git restore --source=other src", "python3 src/run.py"],
  ["git stash pop", "python3 src/run.py"],
  ["git stash apply", "npm run gen"],
  ["git pull", "python3 src/run.py"],
  ["git merge other", "python3 src/run.py"],
  ["git reset --hard other", "python3 src/run.py"],
  ["git cherry-pick other", "python3 src/run.py"],
  ["git am x.mbox", "python3 src/run.py"],
  ["git rebase other", "npm run gen"],
];

test.each(BROUGHT)("in one call: %s && %s", async (first, command) => {
  expect(await runAfter("true", `${first} && ${command}`)).not.toBe("allowRule");
});

describe.each([
  ["in a call before", (first: string, command: string) => runAfter(first, command)],
  ["in the same call", (first: string, command: string) => runAfter("true", `${first} && ${command}`)],
] as const)("%s", (_, run) => {
  test.each(ROWS)("%s, then %s", async (first, command) => {
    expect(await run(first, command)).not.toBe("allowRule");
  });
});
