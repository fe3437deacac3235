/** Repositories and work trees that git makes where an option, a variable or an operand says, under a rule that forbids editing there. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("infra/main.tf", "a\n");
  here.write("docs/a.md", "a\n");
  execFileSync("git", ["init", "-q"], { cwd: here.root });
});
afterAll(() => here.remove());

const DENIED: readonly string[] = [
  "git --git-dir=infra/.git init",
  "git --git-dir infra/.git init",
  "git --git-dir=infra/x init --bare",
  "GIT_DIR=infra/.git git init",
  "env GIT_DIR=infra/.git git init",
  "export GIT_DIR=infra/.git; git init",
  "GIT_DIR=$PWD/infra/.git git init -q",
  "cd docs && GIT_DIR=../infra/.git git init",
  "git -C docs --git-dir=../infra/.git init",
  "git --git-dir=/tmp/g --work-tree=infra init",
  "GIT_DIR=infra/.git git clone https://x.example/a.git docs/a",
  "GIT_WORK_TREE=infra/a git clone https://x.example/a.git docs/a",
  "GIT_OBJECT_DIRECTORY=infra/o git init docs/n",
  "git init --separate-git-dir=infra/g docs/n",
  "git init --separate-git-dir infra/g docs/n",
  "git clone --separate-git-dir=infra/g https://x.example/a.git docs/a",
  "git clone https://x.example/a.git infra/a",
  "git init infra",
  "git init infra/x",
  "git init --bare infra/x.git",
  "git -C infra init",
  "cd infra && git init",
  "git worktree add infra/w main",
  "git worktree add -b n infra/w",
  "git worktree add --detach infra/w HEAD",
  "git worktree move docs/w infra/w",
  "git submodule add https://x.example/a.git infra/x",
  "git submodule add -b main --name n https://x.example/a.git infra/x",
  "git subtree add --prefix=infra/x https://x.example/a.git main",
  "git subtree add -P infra/x https://x.example/a.git main",
  "GIT_DIR=infra/.git git commit --allow-empty -m x",
  "git --git-dir=infra/.git fetch https://x.example/a.git",
  "git --git-dir=infra/.git config a.b c",
];

const EVERYDAY: readonly string[] = [
  "git init docs/n",
  "git --git-dir=.git commit --allow-empty -m x",
  'GIT_DIR="$(git rev-parse --git-dir)" git commit --allow-empty -m x',
  "git --git-dir=$HOME/.dotfiles --work-tree=$HOME commit -m x",
  "git init",
  "git init --separate-git-dir=/tmp/g docs/n",
  "git --git-dir=docs/.git init",
  "GIT_DIR=docs/.git git init",
  "git --git-dir=infra/.git status",
  "GIT_DIR=infra/.git git log --oneline",
  "git --git-dir=infra/.git rev-parse HEAD",
  "git --work-tree=infra status",
  "git worktree add ../w main",
  "git worktree list",
  "git submodule add https://x.example/a.git docs/x",
  "git submodule status",
  "git commit -m 'git --git-dir=infra/.git init'",
  "git clone https://x.example/infra.git docs/a",
];

describe("Edit(infra/**)", () => {
  test.each(DENIED)("%s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("denyRule");
  });
  test.each(EVERYDAY)("left alone: %s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).not.toBe("denyRule");
  });
});
