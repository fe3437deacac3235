/** The floor in code: places as it stands behind `cd`, functions under names of its own, templates and texts that are commands. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  mkdirSync(join(here.home, "notes"));
  for (const file of ["src/a.ts", "dist/a.js"]) here.write(file, "a\n");
});
afterAll(() => here.remove());

describe("denied by the floor", () => {
  test.each([
    `cd / && python3 -c 'import shutil; shutil.rmtree("home")'`,
    `cd ~ && python3 -c 'import shutil; shutil.rmtree(".")'`,
    `cd ~ && node -e 'require("fs").rmSync(".",{recursive:true})'`,
    `cd ~ && ruby -rfileutils -e 'FileUtils.rm_rf(".")'`,
    `cd ~ && perl -MFile::Path -e 'rmtree(".")'`,
    ...["cd ~ && npx rimraf '*'", "cd ~ && rimraf *", "cd ~ && tar cf /tmp/x.tar --remove-files *"],
    `python3 -c 'from os import system as s; s("rm -rf ~")'`,
    `python3 -c 'import os as o; o.system("rm -rf ~")'`,
    `python3 -c 'from subprocess import run as r; r(["rm","-rf","/home"])'`,
    `python3 -c 'from shutil import rmtree as r; r("/home")'`,
    `node -e 'const sh=require("child_process").execSync;sh("rm -rf ~")'`,
    `node -e 'const {execSync: sh} = require("child_process"); sh("rm -rf ~")'`,
    `node --input-type=module -e 'import {execSync as sh} from "child_process"; sh("rm -rf ~")'`,
    `node -e 'require("fs/promises").rm(process.env.HOME,{recursive:true})'`,
    "bun -e 'await Bun.$`rm -rf ~`'",
    `perl -e 'system("rm -rf $ENV{HOME}")'`,
    `python3 -c "def go(c): os.system(c)\ngo('rm -rf ~')"`,
    `python3 -c 'f=getattr(os,"sys"+"tem"); f("rm -rf ~")'`,
  ])("%s", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });

  test("a template meets a rule that forbids", async () => {
    expect(await here.by("bun -e 'await Bun.$`git push`'", ["Bash(git push:*)"])).toBe("denyRule");
  });
});

describe("beside it", () => {
  test.each([
    `python3 -c 'import shutil; shutil.rmtree("dist")'`,
    `cd src && python3 -c 'import shutil; shutil.rmtree("../dist")'`,
    `cd /tmp && python3 -c 'import shutil; shutil.rmtree("x")'`,
    `cd ~/notes && node -e 'require("fs").rmSync("old",{recursive:true})'`,
    ...["npx rimraf 'dist/*'", "npx rimraf '*'", "cd ~ && npx rimraf '*.tmp'", "tar cf x.tar --remove-files dist"],
    ...[`python3 -c 'print("rm -rf ~")'`, `node -e 'console.log("rm -rf ~")'`, `node -e 'run("npm test")'`],
    `python3 -c 'open("x.md","w").write("rm -rf ~ is bad")'`,
    `python3 -c 'import numpy as np; print(np.sum([1,2]))'`,
    ...["bun -e 'await Bun.$`ls ~`'", `perl -e 'print "$ENV{HOME}/x"'`],
  ])("%s", async (command) => {
    expect(await here.by(command)).toBe("bypassMode");
  });
});
