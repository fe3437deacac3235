/** What gets into git's index past the disk, with walls that stand: kept as tests. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GateOptions } from "../app/create-gate.ts";
import { supposeWalls } from "../contain/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["src/a.ts", "README.md", ".github/workflows/ci.yml", ".vscode/settings.json", "app.yml"])
    here.write(file, "x\n");
  const git = (...args: readonly string[]): unknown => execFileSync("git", args, { cwd: here.root });
  git("init", "-q", "--template=");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x");
});
afterAll(() => here.remove());

const decide = async (command: string, options: GateOptions = {}): Promise<string> => {
  const gate = here.gate({ walls: supposeWalls(), classifier: null, ...options });
  const { behavior, by, walls } = await gate.check(bash(command, { walls: true }));
  return [behavior, by, walls ?? "bare"].join(" ");
};

const BLOB = "587be6b4c3f93f93c489c0111bba5596147a26cb";

describe("entries of the index without a file: the next commit holds them, the next checkout makes them", () => {
  test.each([
    `git update-index --add --cacheinfo 100644,${BLOB},.github/workflows/evil.yml`,
    `git update-index --add --cacheinfo 100644,${BLOB},.github/workflows/evil.yml && git commit -m x`,
    `git update-index --add --cacheinfo 100755 ${BLOB} .husky/pre-commit`,
    `git update-index --add --cacheinfo 100644,${BLOB},.envrc`,
    `git update-index --add --cacheinfo 100644,${BLOB},src/b.ts --cacheinfo 100644,${BLOB},.vscode/tasks.json`,
    `cd src && git update-index --add --cacheinfo 100644,${BLOB},.vscode/tasks.json`,
    `git update-index --add --cachei 100644,${BLOB},.envrc`,
    "git update-index --index-info < app.yml",
    "cat app.yml | git update-index --index-info",
    "git update-index --add --stdin < app.yml",
    "git update-index -z --index-info < app.yml",
    "git update-index --force-remove .github/workflows/ci.yml",
    "git update-index --chmod=+x .vscode/settings.json",
    "git update-index --chmod +x .vscode/settings.json",
    "git add --chmod=+x .github/workflows/ci.yml",
    "git rm --cached .github/workflows/ci.yml",
    "git rm --cached -r .github",
    "git rm --cached ':(glob)**/ci.yml'",
    "git mv --sparse src .github",
    "git mv app.yml .github/workflows/app.yml",
    "git read-tree HEAD",
    "git read-tree --prefix=.github/ HEAD",
    "git apply --cached app.yml",
    "git apply --index app.yml",
    "git checkout-index -f -a",
    "git mktree < app.yml",
    `git commit-tree ${BLOB} -m x`,
    "git stash store HEAD",
    "git notes add -m x",
    `git replace HEAD ${BLOB}`,
  ])("%s", async (command) => {
    expect(await decide(command)).not.toMatch(/^allow/);
  });

  test.each([
    ["deny", "deny denyRule bare"],
    ["ask", "ask askRule bare"],
  ] as const)("a rule about edits speaks of them: %s", async (effect, decision) => {
    const rules = { settings: { permissions: { [effect]: ["Edit(./src/**)"] } } };
    for (const command of [
      `git update-index --add --cacheinfo 100644,${BLOB},src/b.ts`,
      "git update-index --force-remove src/a.ts",
      "git update-index --chmod=+x src/a.ts",
      "git add --chmod=+x src/a.ts",
      "git rm --cached src/a.ts",
      "git rm -r --cached src",
    ]) {
      expect(await decide(command, rules), command).toBe(decision);
    }
  });

  test.each([
    "git update-index --refresh",
    "git update-index -q --refresh",
    "git update-index --assume-unchanged app.yml",
    "git update-index --add src/a.ts",
    "git rm --cached app.yml",
    "git add --chmod=+x src/a.ts",
  ])("what is on disk, or is no protected place: %s", async (command) => {
    expect(await decide(command)).toMatch(/^allow acceptEdits/);
  });

  test.each(["git fast-import < app.yml", "git merge-file README.md app.yml src/a.ts"])(
    "git's directory is read-only: %s",
    async (command) => {
      expect(await decide(command)).toBe("allow contained work");
    },
  );
});
