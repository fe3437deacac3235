/** What people write themselves among the files of toolchains and shells: looked into like any settings. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

const TOKEN = `export GITHUB_TOKEN=ghp_${"a1B2c3D4e5F6".repeat(3)}\n`;
const OWN = [
  ".oh-my-zsh/custom/me.zsh",
  ".oh-my-zsh/custom/aliases/work.zsh",
  ".zsh/env.zsh",
  ".zsh/plugins/mine/mine.plugin.zsh",
  ".vim/plugin/me.vim",
  ".emacs.d/lisp/me.el",
  ".config/fish/conf.d/me.fish",
  ".config/nvim/lua/me.lua",
  ".sdkman/etc/config",
  ".nvm/default-env",
];
const PLAIN = [
  ".oh-my-zsh/custom/example.zsh",
  ".oh-my-zsh/plugins/git/git.plugin.zsh",
  ".oh-my-zsh/oh-my-zsh.sh",
  ".vim/plugin/ok.vim",
  ".nvm/nvm.sh",
];

let here: Project;
beforeAll(() => {
  here = project();
  const write = (path: string, text: string): void => {
    const whole = join(here.home, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  };
  for (const path of OWN) write(path, TOKEN);
  for (const path of PLAIN) write(path, "alias ll='ls -l'\n");
});
afterAll(() => here.remove());

const PROOFS = ["readOnly", "safeTool", "contained"];
const isProven = async (action: Action): Promise<boolean> => PROOFS.includes((await here.gate().check(action)).by);
const read = (path: string): Action => call("Read", { file_path: join(here.home, path) });

test.each(OWN)("~/%s is looked into", async (path) => {
  expect(await isProven(read(path))).toBe(false);
  expect(await isProven(bash(`cat ~/${path}`))).toBe(false);
  expect(await isProven(bash(`grep -n TOKEN ~/${path}`))).toBe(false);
});

test.each([
  "~/.oh-my-zsh/custom",
  "~/.oh-my-zsh",
  "~/.zsh",
  "~/.vim",
  "~/.emacs.d",
  "~/.config/fish",
  "~/.config/nvim",
])("%s with all that is in it", async (dir) => {
  expect(await isProven(bash(`grep -r TOKEN ${dir}`))).toBe(false);
});

test.each(PLAIN)("~/%s stays proven", async (path) => {
  expect(await isProven(read(path))).toBe(true);
  expect(await isProven(bash(`cat ~/${path}`))).toBe(true);
});

test.each(["grep -r alias ~/.oh-my-zsh/plugins", "ls ~/.oh-my-zsh/custom"])("%s stays proven", async (command) => {
  expect(await isProven(bash(command))).toBe(true);
});
