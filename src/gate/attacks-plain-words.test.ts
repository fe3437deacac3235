/** Words that are literal only where they stand: revisions, options with a pattern, the brackets of a test. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.js", "x\n");
  here.write("notes.txt", "x\n");
  here.write("names/HEADER.md", "x\n");
  here.write("names/topic", "x\n");
  here.write("dashes/--include=x.js", "x\n");
  here.write("dashes/a.js", "x\n");
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", "-C", here.root, ...args]);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "begin");
});
afterAll(() => here.remove());

/** Nobody judges: what is allowed is proven. */
const decide = async (command: string): Promise<string> => {
  const gate = here.gate({ settings: { mode: "auto" }, classifier: null, walls: null, restore: null });
  const { behavior, by } = await gate.check(bash(command, { cwd: here.root }));
  return `${behavior} ${by}`;
};

test.each([
  "git show --stat HEAD~1",
  "git diff --stat HEAD~1",
  "git diff HEAD~1 --stat",
  "git diff --stat HEAD^ HEAD",
  "git log --oneline main~3..HEAD",
  "git log origin/main^..HEAD~2",
  "git rev-parse HEAD^2~3",
  "git show --stat @~1",
  "git show HEAD~1:src/a.js",
  "git diff --name-only HEAD^^ -- src",
  "git -C src diff --stat HEAD~1 | head -20",
  "cd names && git diff --stat HEAD~1",
  "rtk git diff --stat HEAD~1",
  "[ -d src ] && ls src",
  "[ -f notes.txt ] || echo no",
  'grep -rn "TODO" src --include=*.js',
  "grep -rn x src --include=*.j? --exclude-dir=no*",
])("%s is proven", async (command) => expect(await decide(command)).toBe("allow readOnly"));

test.each([
  // A file that a shell with other options would put in its place.
  "cd names && git diff HEAD^",
  "cd names && git show topic~1",
  "git -C src show HEAD~1 && cd names && git show head^",
  "git show names/HEAD^",
  "git show names/topic~1",
  "git show notes^",
  "cd nowhere && git show HEAD~1",
  // Where no revision is taken.
  "cat HEAD~1",
  "echo HEAD~1",
  "git -C HEAD~1 show",
  "git add HEAD~1",
  "git log -S HEAD~1",
  "git checkout HEAD~1",
  "git show HEAD~1 > HEAD~1",
  "gh pr view HEAD~1",
  // Nothing but a name and its steps.
  "git show HEAD^{/x}",
  "git show HEAD~$x",
  "git show HEAD^!",
  "git diff a=~1",
  "git show ~1",
  // A file that is the whole word, an option of a program that takes no pattern, a secret named by it.
  "cd dashes && grep -rn x . --include=*.js",
  "ls --color=*",
  "rg x --glob=*.js",
  "grep -rn x . --include=*.js *",
  "[ -d src ",
  "[ -d src ] ]",
  "[ -d src ] && node src/a.js",
])("%s is not", async (command) => expect(await decide(command)).not.toMatch(/^allow/));
