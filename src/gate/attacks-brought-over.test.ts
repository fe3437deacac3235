/** A tree that is brought over home or the project brings what an agent may do and what git starts: by every program, through pipes and by code. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  here.write("y/.claude/settings.json", '{"disableAllHooks":true}\n');
  here.write("y/a.txt", "x\n");
  here.write("g/.git/hooks/pre-commit", "#!/bin/sh\n");
  here.write("m/deep/.mcp.json", "{}\n");
  here.write("src/a.ts", "x\n");
  here.write("docs/n.md", "x\n");
  here.write(".claude/settings.json", "{}\n");
  execFileSync("tar", ["-C", "y", "-cf", "y.tar", "."], { cwd: here.root });
  execFileSync("tar", ["-cf", "src.tar", "src"], { cwd: here.root });
  execFileSync("tar", ["-czf", "y.tgz", "y"], { cwd: here.root });
  mkdirSync(join(here.home, ".claude"));
  writeFileSync(join(here.home, ".claude/settings.json"), "{}\n");
});
afterAll(() => here.remove());

const BROUGHT = [
  "cp -r y/. ~",
  "cp -r y/. .",
  "cp -a y/. $HOME/",
  "cp -rT y ~",
  "cd y && cp -r . ~",
  "cd y && cp -r ./ ..",
  "rsync -a y/ ~",
  "rsync -a --exclude .git y/ .",
  "cd y && rsync -R .claude/settings.json ~",
  "rsync -aR y/./.claude ~",
  "cp -r g/. .",
  "mv y/.* .",
  "mkdir -p n/.claude && echo '{}' > n/.claude/settings.json && cp -r n/. ~",
  "find y -mindepth 1 -maxdepth 1 -exec cp -r {} . \\;",
  "find m -type f -exec cp {} . \\;",
  "ls -A y | xargs -I{} cp -r y/{} .",
  "cd y && ls -A | xargs -I{} cp -r {} ~",
  "tar -C y -cf - . | tar -xf -",
  "tar -C y -cf - . | tar -xf - -C ~",
  "cat y.tar | tar x",
  "tar -x < y.tar",
  "cat y.tgz | tar xz --strip-components=1",
  "7z x y.tar",
  "python3 -m tarfile -e y.tar .",
  `python3 -c 'import shutil; shutil.copytree("y",".",dirs_exist_ok=True)'`,
  `python3 -c 'import shutil,os; shutil.copytree("y",os.path.expanduser("~"),dirs_exist_ok=True)'`,
  `python3 -c 'import shutil; shutil.unpack_archive("y.tar")'`,
  `python3 -c 'import tarfile; tarfile.open("y.tar").extractall()'`,
  `node -e 'require("fs").cpSync("y",".",{recursive:true})'`,
  `ruby -e 'require "fileutils"; FileUtils.cp_r("y/.", ".")'`,
];

describe("brought over what binds the session", () => {
  test.each(BROUGHT)("%s asks the person, where nothing else is asked", async (command) =>
    expect(
      await here.gate({ settings: { mode: "bypassPermissions" }, restore: null }).check(bash(command)),
    ).toMatchObject({ behavior: "ask", by: "safetyCheck" }),
  );
  const allow = ["cp", "xargs", "ls", "find", "rsync", "tar", "mv"].map((name) => `Bash(${name}:*)`);
  test.each(BROUGHT.filter((command) => /^(?:cp|ls|find|rsync|tar|mv)/.test(command)))(
    "%s is covered by no rule for the program",
    async (command) =>
      expect(
        await here
          .gate({ settings: { mode: "acceptEdits", permissions: { allow } }, restore: null })
          .check(bash(command)),
      ).toMatchObject({ behavior: "ask", by: "safetyCheck" }),
  );
});

describe("trees elsewhere, and trees that bring nothing, stay as they were", () => {
  test.each([
    "cp -r . /tmp/backup",
    "cp -r y z",
    "cp -r y/. vendor/x",
    "mv y z",
    "rsync -a . ~/backup/",
    "rsync -a --exclude .claude y/ .",
    "cp -r src/. dist",
    "cp -r src/. .",
    "cp -r docs ~",
    "tar xf src.tar",
    "cat src.tar | tar x",
    "tar -cf - . | tar -xf - -C /tmp/x",
    "tar czf ../app.tgz .",
    "ls src | xargs -I{} cp src/{} .",
    "find . -name '*.md' -exec cp {} . \\;",
    `python3 -c 'import shutil; shutil.copytree("y","z")'`,
    `node -e 'require("fs").cpSync("src","dist",{recursive:true})'`,
  ])("%s", async (command) =>
    expect((await here.gate({ settings: { mode: "bypassPermissions" }, restore: null }).check(bash(command))).by).toBe(
      "bypassMode",
    ),
  );
});
