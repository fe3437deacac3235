/** What git discards under a rule is saved first; where it cannot be, because it holds credentials, no rule covers it. */
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  const git = (...words: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd: here.root });
  git("init", "-q");
  here.write("README.md", "a");
  git("add", ".");
  git("commit", "-qm", "x");
  here.write("README.md", "dirty");
  here.write("b.txt", "untracked");
});
afterEach(() => here.remove());

const by = async (command: string): Promise<string> =>
  (
    await here
      .gate({ settings: { permissions: { allow: ["Bash(git *)"] } }, classifier: null, walls: null })
      .check(bash(command))
  ).by;

test.each<[command: string, loose: "kept" | "lost", ignored: "kept" | "lost"]>([
  ["git clean -fdx", "lost", "lost"],
  ["git clean -fxd", "lost", "lost"],
  ["git clean -fX", "lost", "lost"],
  ["git clean -fd -e .env", "lost", "lost"],
  ["git clean -fd", "lost", "kept"],
  ["git restore .", "kept", "kept"],
  ["git checkout -- README.md", "kept", "kept"],
  ["git checkout -f other", "lost", "lost"],
  ["git reset --hard", "kept", "kept"],
  ["git reset --hard HEAD~1", "lost", "lost"],
  ["git restore . && git clean -fdx", "lost", "lost"],
])("%s", async (command, loose, ignored) => {
  expect(await by(command)).toBe("allowRule");
  here.write(".env", "TOKEN=x");
  expect((await by(command)) === "allowRule" ? "kept" : "lost").toBe(loose);
  here.write(".gitignore", ".env\n");
  expect((await by(command)) === "allowRule" ? "kept" : "lost").toBe(ignored);
});
