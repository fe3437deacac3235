/** Searches that act on what they find, by other programs than find, and patterns that reach guarded places of the project. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  for (const file of [
    "infra/main.tf",
    "src/a.js",
    "secrets/db.txt",
    ".claude/settings.json",
    ".sallyport/settings.json",
  ])
    here.write(file, "{}\n");
  mkdirSync(join(here.home, ".claude"));
  writeFileSync(join(here.home, ".claude/settings.json"), "{}\n");
});
afterAll(() => here.remove());

describe("a search that changes what a rule forbids to edit", () => {
  test.each([
    "fd -e tf -x sed -i s/a/b/",
    "fd -e tf -X rm",
    "fdfind -e tf --exec rm {}",
    "fd . infra --exec-batch=truncate -s 0",
    "fd main -x mv {} {.}.bak",
    "fd -HX perl -pi -e s/a/b/",
    "bfs . -name '*.tf' -exec sed -i s/a/b/ {} +",
    "bfs infra -delete",
  ])("%s", async (command) => expect(await here.by(command, ["Edit(./infra/**)"])).toBe("denyRule"));
  test.each(["fd -t f -x cat", "fd . secrets -X grep pass", "bfs . -type f -exec cat {} +"])(
    "%s shows what a rule forbids to read",
    async (command) => expect(await here.by(command, ["Read(./secrets/**)"])).toBe("denyRule"),
  );
  test.each([
    "fd -e tf",
    "fd -e js . src -x wc -l",
    "fd -tx . src",
    "fd -e js . src -X sed -i s/a/b/",
    "bfs src -name '*.js'",
  ])("%s does not", async (command) =>
    expect(await here.by(command, ["Edit(./infra/**)", "Read(./secrets/**)"])).toMatch(/^(?:bypassMode|reading)$/),
  );
});

describe("guarded places that a search or a pattern reaches", () => {
  test.each([
    "fd . ~/.claude -x rm",
    "fd -H settings.json ~/.claude -X sed -i s/a/b/",
    "find . -path '*/.claude/*' -delete",
    "find . -path './.claude*' -exec rm -r {} +",
    "find . -name '.sally*' -exec rm -r {} +",
    "find . -name .claude -prune -exec rm -rf {} +",
    "find . -wholename '*/.sallyport/settings.json' -exec sed -i s/a/b/ {} +",
    "rm -rf ./.*",
    "rm -rf .*",
    "mv ./.* ../old/",
    "mv ./.c* ../old/",
    "rm -r $PWD/.*",
  ])("%s", async (command) => expect(await here.by(command)).toBe("safetyCheck"));
  test.each([
    "find . -name '*.pyc' -delete",
    "find . -path '*/node_modules/*' -delete",
    "find . -name __pycache__ -exec rm -rf {} +",
    "find . -path './dist/*' -exec rm {} +",
    "find . -name '.DS_Store' -delete",
    "rm -rf ./dist/*",
    "rm -f ./*.log",
    "rm -f src/.*.swp",
    "mv ./*.js src/",
    "ls -d ./.*",
  ])("%s stays as it was", async (command) => expect(await here.by(command)).toMatch(/^(?:bypassMode|reading)$/));
});
