/** Under an open rule nothing is lost without a way back, and nothing is changed for other repositories. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { undo } from "../cli/commands/undo.ts";
import { runCommand } from "../cli/testing.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: here.root });
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", "https://github.com/me/app");
  here.write("README.md", "a");
  here.write("src/new.js", "the only copy");
});
afterAll(() => here.remove());

const decide = (rule: string, command: string, more: { readonly restore?: null } = {}) =>
  here
    .gate({
      settings: { contain: { enabled: false }, permissions: { allow: [`Bash(${rule})`] } },
      classifier: null,
      walls: null,
      ...more,
    })
    .check(bash(command, { mode: "acceptEdits" }));

describe.each<[string, readonly string[], readonly string[]]>([
  [
    "git *",
    [
      "git reflog expire --expire=now --all",
      "git reflog delete HEAD@{1}",
      "git gc -q --prune=now",
      "git gc --prune=all --aggressive",
      "git gc --prun=now",
      "git prune",
      "git prune --expire=now",
      "git repack -ad",
      "git repack -a -d",
      "git -c gc.pruneExpire=now gc",
      "git fetch -q --prune origin '+refs/heads/*:refs/heads/*'",
      "git fetch origin +main:feat",
      "git fetch origin main:refs/heads/feat",
      "git fetch -f origin main:feat",
      "git fetch origin --force main:feat",
      "git pull origin +dev:main",
      "git fetch origin 'refs/heads/*:*'",
      "git config --global --remove-section user",
      "git config --global user.name x",
      "git config --system user.name x",
      "git config set --global user.email x",
      "git config --glob user.email x",
      "git config --global --unset user.name",
    ],
    [
      "git gc",
      "git gc --auto",
      "git reflog",
      "git reflog show main",
      "git prune -n",
      "git repack -d",
      "git fetch --prune",
      "git fetch -p origin",
      "git fetch origin pull/12/head:pr-12",
      "git fetch origin main:main",
      "git fetch origin '+refs/pull/*/head:refs/remotes/origin/pr/*'",
      "git config user.name x",
      "git config --global user.name",
      "git config --global --get user.email",
      "git branch -D feat",
    ],
  ],
  ["git config --global *", [], ["git config --global user.name x"]],
  ["git reflog expire *", [], ["git reflog expire --expire=now --all"]],
])("Bash(%s)", (rule, held, covered) => {
  test.each(held)("does not cover %s", async (command) => {
    expect((await decide(rule, command, { restore: null })).by).not.toBe("allowRule");
  });
  test.each(covered)("covers %s", async (command) => {
    expect(["allowRule", "readOnly"]).toContain((await decide(rule, command, { restore: null })).by);
  });
});

/** The file as it comes back when what the call left there is undone. */
async function broughtBack(): Promise<string> {
  here.write("src/new.js", "lost");
  const env = { HOME: here.home, SALLYPORT_STATE_DIR: join(here.home, ".local/state/sallyport") };
  const { points } = JSON.parse((await runCommand(undo, ["--json"], { env })).out);
  await runCommand(undo, [points[0]?.id ?? "none"], { env });
  return readFileSync(here.at("src/new.js"), "utf8");
}

/** What an option writes is a write like any other: a copy is kept of what was there. */
test.each([
  ["pytest *", "pytest -q --junitxml=src/new.js"],
  ["pytest *", "pytest --log-file src/new.js"],
  ["pytest *", "pytest --cov-report=xml:src/new.js"],
  ["python -m pytest *", "python -m pytest --junit-xml=src/new.js"],
  ["tar *", "tar cvf x5.tar README.md --index-file=src/new.js"],
  ["tar *", "tar cvf x5.tar README.md --index src/new.js"],
  ["tar *", "tar cf x5.tar README.md --listed-incremental=src/new.js"],
])("Bash(%s): %s writes that file", async (rule, command) => {
  here.write("src/new.js", "the only copy");
  expect((await decide(rule, command)).by).toBe("allowRule");
  expect(await broughtBack()).toBe("the only copy");
});

test.each([
  ["pytest *", "pytest -q --junitxml=report.xml"],
  ["pytest *", "pytest --cov=src --cov-report=html"],
  ["tar *", "tar czf out.tgz src"],
])("Bash(%s) covers %s", async (rule, command) => {
  expect((await decide(rule, command)).by).toBe("allowRule");
});
