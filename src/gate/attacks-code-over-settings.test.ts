/** Trees that code copies, moves or unpacks over what the gate's own directories lie in. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("x/sallyport/settings.json", "{}\n");
  here.write("dots/.config/sallyport/settings.json", "{}\n");
  here.write("theme/nvim/init.lua", "x\n");
  here.write("plain/.vimrc", "x\n");
  here.write("a.txt", "x\n");
  execFileSync("tar", ["-C", "x", "-cf", "x.tar", "."], { cwd: here.root });
  mkdirSync(join(here.home, ".config/sallyport"), { recursive: true });
});
afterAll(() => here.remove());

const spelled = (command: string): string => command.replace(/(?<=["' ])HOME/g, here.home);

const ASKED: readonly string[] = [
  `python3 -c 'import shutil;shutil.copytree("x","HOME/.config",dirs_exist_ok=True)'`,
  `python3 -c 'import shutil,os;shutil.copytree("x",os.path.expanduser("~/.config"),dirs_exist_ok=True)'`,
  `python3 -c 'import shutil;from os.path import expanduser;shutil.copytree("dots", expanduser("~"),dirs_exist_ok=True)'`,
  `python3 -c 'import shutil;from pathlib import Path;shutil.copytree("x",Path.home()/".config",dirs_exist_ok=True)'`,
  `python3 -c 'from shutil import copytree as c;c("x","HOME/.config",dirs_exist_ok=True)'`,
  `python3 -c 'from distutils.dir_util import copy_tree;copy_tree("x","HOME/.config")'`,
  `python3 -c 'import shutil;shutil.move("x/sallyport","HOME/.config")'`,
  `python3 -c 'import shutil;shutil.move("x/sallyport","HOME/.config/")'`,
  `python3 -c 'import os;os.rename("x","HOME/.config")'`,
  `python3 -c 'import shutil;shutil.unpack_archive("x.tar","HOME/.config")'`,
  `python3 -c 'import tarfile;tarfile.open("x.tar").extractall("HOME/.config")'`,
  `python3 -c 'import shutil;shutil.copytree("fetched","HOME/.config",dirs_exist_ok=True)'`,
  `python3 - <<'X'\nimport shutil\nd = "HOME/.config"\nshutil.copytree("x", d, dirs_exist_ok=True)\nX`,
  `node -e 'fs.cpSync("x","HOME/.config",{recursive:true})'`,
  `node -e 'fs.cpSync("x",os.homedir()+"/.config",{recursive:true})'`,
  `node -e 'fs.cpSync("dots",require("os").homedir(),{recursive:true})'`,
  `node -e 'fs.promises.cp("x",process.env.HOME+"/.config",{recursive:true})'`,
  `node -e 'fs.renameSync("x","HOME/.config")'`,
  `ruby -rfileutils -e 'FileUtils.cp_r "x/.", "HOME/.config"'`,
  `ruby -rfileutils -e 'FileUtils.cp_r("x/sallyport", File.expand_path("~/.config"))'`,
  `ruby -rfileutils -e 'FileUtils.mv "x/sallyport", "HOME/.config"'`,
  `perl -MFile::Copy::Recursive=dircopy -e 'dircopy("x","HOME/.config")'`,
  `mkdir -p y/sallyport; python3 -c 'import shutil;shutil.copytree("y","HOME/.config",dirs_exist_ok=True)'`,
];

const EVERYDAY: readonly string[] = [
  `python3 -c 'import shutil;shutil.copytree("theme","HOME/.config",dirs_exist_ok=True)'`,
  `python3 -c 'import shutil;shutil.copytree("theme/nvim","HOME/.config/nvim",dirs_exist_ok=True)'`,
  `python3 -c 'import shutil,os;shutil.copytree("plain",os.path.expanduser("~"),dirs_exist_ok=True)'`,
  `python3 -c 'import shutil,os;shutil.move("a.txt",os.path.expanduser("~"))'`,
  `python3 -c 'import shutil;shutil.copytree("x","build",dirs_exist_ok=True)'`,
  `python3 -c 'import shutil;shutil.unpack_archive("x.tar","out")'`,
  `python3 -c 'import shutil;shutil.copy("a.txt","HOME/Documents")'`,
  `node -e 'fs.cpSync("theme","dist",{recursive:true})'`,
  `node -e 'fs.cpSync("HOME/.config/nvim","backup",{recursive:true})'`,
  `node -e 'fs.renameSync("a.txt","b.txt")'`,
  `node -e 'console.log("copy to HOME/.config")'`,
  `ruby -rfileutils -e 'FileUtils.cp_r "theme", "HOME/Documents"'`,
];

describe("asks", () => {
  test.each(ASKED)("%s", async (command) => {
    expect(await here.by(spelled(command))).toMatch(/^(?:safetyCheck|floor)$/);
  });
});
describe("beside them", () => {
  test.each(EVERYDAY)("%s", async (command) => {
    expect(await here.by(spelled(command))).toBe("bypassMode");
  });
});
