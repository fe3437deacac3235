/** Code of the session that comes back through another copy of the repository is code of the session. */
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
const git = (...words: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd: here.root, stdio: "ignore" });
beforeEach(() => {
  here = project();
  here.write("src/lint.js", "1\n");
  here.write("package.json", JSON.stringify({ scripts: { lint: "node src/lint.js" } }));
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "one");
  git("remote", "add", "origin", "https://github.com/me/app");
});
afterEach(() => here.remove());

const MORE = { session: "s", mode: "acceptEdits" } as const;
const opened = () =>
  here.gate({
    settings: { contain: { enabled: false }, permissions: { allow: ["Bash(git *)", "Bash(npm run lint)"] } },
    restore: null,
    classifier: null,
    walls: null,
  });

const LOCAL = [
  "git pull -q ./cl main",
  "git fetch -q ./cl main",
  "git clone . cl && git fetch cl main",
  "git pull file:///tmp/cl main",
  "git fetch x.bundle main",
  "git fetch ../other main:feat",
  "git fetch --multiple ./cl",
  "git pull --rebase /tmp/cl",
  "git remote add x ./cl && git fetch x",
];
test.each(LOCAL)("from this disk: %s is not covered", async (command) => {
  expect((await opened().check(bash(command, MORE))).by).not.toBe("allowRule");
});

test("a remote that was made in the session and lies on this disk", async () => {
  const gate = opened();
  await gate.check(bash("git status", MORE));
  git("remote", "add", "x", "./cl");
  for (const command of ["git fetch x", "git pull x main", "git fetch --all", "git remote update"])
    expect((await gate.check(bash(command, MORE))).by).not.toBe("allowRule");
  expect((await gate.check(bash("git fetch origin", MORE))).by).toBe("allowRule");
});

test("a remote on this disk that was there before", async () => {
  git("remote", "add", "backup", "../backup.git");
  const gate = opened();
  for (const command of ["git fetch backup", "git pull backup main", "git fetch --all"])
    expect((await gate.check(bash(command, MORE))).by).toBe("allowRule");
});

test.each([
  "git fetch",
  "git pull",
  "git fetch origin",
  "git pull --rebase origin main",
  "git pull . main",
  "git clone . cl",
])("everyday: %s", async (command) => {
  expect((await opened().check(bash(command, MORE))).by).toBe("allowRule");
});

/** However it comes back: the file of the project is what was written in the copy. */
test.each<[string, readonly string[], readonly string[]]>([
  ["a clone that pushes", ["clone", "-q", ".", "cl"], ["-C", "cl", "push", "-q", "..", "HEAD:feat"]],
  ["a linked work tree", ["worktree", "add", "-q", "-b", "feat", "cl"], ["status"]],
])("%s", async (_, make, back) => {
  const gate = opened();
  await gate.check(bash("git status", MORE));
  expect((await gate.check(bash("npm run lint", MORE))).by).toBe("allowRule");
  git(...make);
  expect(
    (await gate.check(call("Write", { file_path: here.at("cl/src/lint.js"), content: "2\n" }, MORE))).behavior,
  ).toBe("allow");
  here.write("cl/src/lint.js", "2\n");
  git("-C", "cl", "commit", "-qam", "two");
  git(...back);
  expect((await gate.check(bash("npm run lint", MORE))).by).toBe("allowRule");
  git("merge", "-q", "feat");
  expect((await gate.check(bash("npm run lint", MORE))).by).not.toBe("allowRule");
});
