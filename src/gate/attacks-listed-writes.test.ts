/** Files that a program changes in place and only a list names: a rule that forbids editing, and guarded places, mean those as well, whatever the program is called. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

const FORBIDS = ["Edit(./infra/**)"];

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  const git = (...args: readonly string[]): unknown => execFileSync("git", args, { cwd: here.root });
  here.write("infra/main.tf", "resource\n");
  here.write("src/a.js", "x\n");
  here.write("my notes/it's.txt", "x\n");
  here.write(".claude/settings.json", "{}\n");
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x");
});
afterAll(() => here.remove());

describe("a list that may name what the rule forbids", () => {
  test.each([
    "git grep -l resource | xargs perl -pi -e s/resource/MARK/",
    "git ls-files | xargs perl -pi -e s/a/b/",
    `git ls-files -z | xargs -0 ruby -pi -e 'gsub(/a/, "b")'`,
    "git ls-files | sort | head -50 | xargs perl -pi -e s/a/b/",
    "grep -rlZ resource . | xargs -0 perl -pi -e s/a/b/",
    "rg -l --null resource | xargs -0 perl -pi -e s/a/b/",
    "find . -name '*.tf' | xargs perl -pi -e s/a/b/",
    "perl -pi -e s/a/b/ $(git grep -l resource)",
    'for f in $(git ls-files); do perl -pi -e s/a/b/ "$f"; done',
    'git ls-files | while read -r f; do perl -pi -e s/a/b/ "$f"; done',
    "git diff --name-only HEAD~1 | xargs prettier --write",
    "git diff --name-only | xargs npx prettier --write",
    "git ls-files | xargs gawk -i inplace '{print}'",
    "git ls-files | xargs gofmt -w",
    "git ls-files | xargs black",
    "git ls-files -m | xargs frobnicate --fix",
    "git ls-files -- '*.tf' | xargs perl -pi -e s/a/b/",
    "git -C infra ls-files | xargs -I{} perl -pi -e s/a/b/ infra/{}",
    "cat names.txt | xargs perl -pi -e s/a/b/",
    'prettier --write "$F"',
  ])("%s", async (command) => expect(await here.by(command, FORBIDS)).toBe("denyRule"));
});

describe("a list that names other files, and programs that look, stay as they were", () => {
  test.each([
    "git ls-files src | xargs perl -pi -e s/a/b/",
    "git grep -l x -- src | xargs perl -pi -e s/a/b/",
    "grep -rlZ x src | xargs -0 perl -pi -e s/a/b/",
    "find src -name '*.js' | xargs perl -pi -e s/a/b/",
    'for f in src/*.js; do prettier --write "$f"; done',
    "git ls-files | xargs perl -ne print",
    "git ls-files | xargs prettier --check",
    "git ls-files | xargs wc -l",
    'perl -pi -e "$CODE" src/a.js',
  ])("%s", async (command) => expect(await here.by(command, FORBIDS)).toBe("bypassMode"));
});

describe("guarded places by a list", () => {
  test.each([
    "git ls-files .claude | xargs sed -i s/a/b/",
    "git ls-files .claude | xargs perl -pi -e s/a/b/",
    "perl -pi -e s/a/b/ $(git ls-files .claude)",
    "git grep -l hooks -- '.claude/*' | xargs prettier --write",
  ])("%s", async (command) => expect(await here.by(command)).toBe("safetyCheck"));
  test.each(["git ls-files src | xargs sed -i s/a/b/", "git ls-files '*.js' | xargs prettier --write"])(
    "%s names none",
    async (command) => expect(await here.by(command)).toBe("bypassMode"),
  );
});
