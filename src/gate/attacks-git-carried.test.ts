/** Files that a rule names, carried by git to where they go by another name: clones, fetches and pushes on this disk, other work trees, the index. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
let hash = "";
const beside = (name: string): string => join(here.home, "code", name);
const git = (cwd: string, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd, stdio: "pipe" })
    .toString()
    .trim();

beforeAll(() => {
  here = project();
  git(here.root, "init", "-qb", "main");
  for (const file of ["secrets/prod.txt", "infra/main.tf", "src/a.js"]) here.write(file, `${file}\n`);
  git(here.root, "add", "-A");
  git(here.root, "commit", "-qm", "a");
  git(here.root, "branch", "side");
  hash = git(here.root, "rev-parse", "HEAD:secrets/prod.txt");
  for (const name of ["z", "other"]) {
    mkdirSync(beside(name));
    git(beside(name), "init", "-qb", "main");
  }
  writeFileSync(join(beside("other"), "x"), "x\n");
  git(beside("other"), "add", "-A");
  git(beside("other"), "commit", "-qm", "x");
  git(here.root, "init", "-q", "--bare", beside("up.git"));
  git(here.root, "remote", "add", "up", "../up.git");
  git(here.root, "remote", "add", "origin", "https://git.example/me/app.git");
  git(here.home, "clone", "-q", here.root, beside("made"));
  git(here.home, "clone", "-q", here.root, beside("twin"));
  git(beside("twin"), "remote", "set-url", "origin", "https://git.example/me/app.git");
  for (const name of ["k", "led"]) mkdirSync(beside(name));
  symlinkSync(here.at(".git"), join(beside("led"), ".git"));
  cpSync(here.at("src"), join(beside("k"), "src"), { recursive: true });
});
afterAll(() => here.remove());

const settings = (rule: string, list: "deny" | "ask") =>
  ({ settings: { mode: "bypassPermissions", permissions: { [list]: [rule] } }, restore: null }) as const;
const by = async (command: string, rule: string, list: "deny" | "ask" = "deny"): Promise<string> =>
  (await here.gate(settings(rule, list)).check(bash(command.replaceAll("HASH", hash)))).by;

describe("deny and ask Read(./secrets/**)", () => {
  test.each([
    "git clone -q file://$HOME/code/app ../m && cat ../m/secrets/prod.txt",
    "git clone -q file://$HOME/code/app ../m",
    "git clone --mirror file://$PWD ../m",
    "git clone file://localhost$PWD ../m",
    "git clone localhost:$PWD ../m",
    "git clone ssh://localhost$PWD ../m",
    "git clone .git ../m",
    "git clone . ../m",
    "cd .. && git clone app m",
    "git -c url.$PWD.insteadOf=x: clone x: ../m",
    "git clone --reference . https://a.example/x ../m",
    "sh -c 'git clone -q file://$HOME/code/app ../m'",
    "jj git clone . ../m",
    "git -C ../z pull -q ../app main && cat ../z/secrets/prod.txt",
    "git -C ../z fetch file://$HOME/code/app main",
    "cd ../z && git fetch ../app main",
    "git -C ../z fetch-pack ../app main",
    "git -C ../z remote add o ../app",
    "git -C ../z remote set-url o ../app",
    "git -C ../z -c remote.o.url=../app fetch o",
    "git -C ../z submodule add ../app x",
    "git -C ../z subtree add --prefix=x ../app main",
    "git submodule add ./ x",
    "git init ../y && git -C ../y pull ../app main",
    "git -C ../made pull",
    "git push ../z main:x",
    "git push --mirror ../z",
    "git push file://$HOME/code/z HEAD",
    "git send-pack ../z main",
    "git bundle create ../b.bundle main",
    "git archive main | tar x -C ../k",
    "git fast-export --all | git -C ../z fast-import",
    "cp -r .git ../g",
    "cp -r .git/objects ../g",
    "cp -r .git/* ../g",
    "rsync -a .git/ ../g",
    "tar c .git | tar x -C ../k",
  ])("carried to another repository: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)")).toBe("denyRule");
    // A second `.git` is asked about by itself.
    expect(await by(command, "Read(./secrets/**)", "ask")).toMatch(/^(?:askRule|safetyCheck)$/);
  });

  test.each([
    "mkdir -p ../k; git --work-tree=../k checkout -f main -- . && cat ../k/secrets/prod.txt",
    "git --work-tree=../k checkout -f main",
    "git --work-tree ../k reset --hard",
    "git --work-tree=../k checkout main -- secrets",
    "git --work-tree=../k restore --source main .",
    "git --work-tree=../k read-tree -u -m main",
    "git --work-tree=../k switch -f main",
    "git --work-tree=../k stash pop",
    "git --work-tree=../k merge side",
    "git --git-dir=.git --work-tree=../k checkout -f",
    "cd ../k && git --git-dir=../app/.git checkout -f main",
    "GIT_DIR=../app/.git git -C ../k checkout -f main",
    "GIT_WORK_TREE=../k git checkout -f main",
    "export GIT_WORK_TREE=../k; git reset --hard",
    "env GIT_WORK_TREE=../k git restore .",
    "git -c core.worktree=../../k checkout -f main",
    "git --config-env=core.worktree=HOME checkout -f main",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.worktree GIT_CONFIG_VALUE_0=../../k git checkout -f main",
    "GIT_CONFIG_PARAMETERS=\"'core.worktree=../../k'\" git checkout -f main",
    "git config core.worktree ../../k && git checkout -f main",
    "git config set core.worktree ../../k",
    "git -C ../led checkout -f main",
    "git worktree add ../w main",
    "git checkout-index -a --prefix=../k/",
    "git read-tree -u --prefix=new/ main",
  ])("put into another work tree: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)")).toBe("denyRule");
    expect(await by(command, "Read(./secrets/**)", "ask")).toBe("askRule");
  });

  test.each([
    "git update-index --add --cacheinfo 100644,HASH,pub.txt && git show :pub.txt",
    "git update-index --add --cacheinfo 100644,HASH,pub.txt",
    "git update-index --add --cacheinfo 100644 HASH pub.txt",
    "git update-index --add --cacheinfo=100644,HASH,pub.txt src",
    "git update-index --add --cacheinfo 100644,$(git rev-parse main:secrets/prod.txt),pub.txt",
    "printf '100644 HASH\\tpub.txt\\n' | git update-index --index-info",
    "git update-index --index-info <<< '100644 blob HASH\tpub.txt'",
    "git ls-files -s | sed s,secrets/prod,pub, | git update-index --index-info",
    "printf '100644 blob HASH\\tpub.txt\\n' | git mktree",
    "git ls-tree main:secrets | git mktree",
    "git commit-tree HEAD:secrets -m x",
    "git commit-tree $(git rev-parse main:secrets) -m x",
    "git read-tree main:secrets",
    "git notes add -C HASH",
    "git log -p -1",
    "git log -p -1 -- src secrets",
    "git log -p -1 --full-diff -- src",
    "git subtree split --prefix=secrets -b x",
    "git subtree split -P secrets -b x",
    "git cherry-pick -Xsubtree=pub side",
    "git merge -s subtree side",
    "git merge --strategy-option=subtree=pub side",
  ])("under a new name: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)")).toBe("denyRule");
    expect(await by(command, "Read(./secrets/**)", "ask")).toBe("askRule");
  });

  test.each([
    "cat ../made/secrets/prod.txt",
    "cat ../twin/secrets/prod.txt",
    "cd ../made && head secrets/prod.txt",
    "grep -r KEY ../made",
    "cp ../twin/secrets/prod.txt /tmp/x",
    "git clone https://git.example/me/app ../m && cat ../m/secrets/prod.txt",
    "git clone https://git.example/me/app.git /tmp/m; cat /tmp/m/secrets/prod.txt",
  ])("in a clone of the project: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)")).toBe("denyRule");
    expect(await by(command, "Read(./secrets/**)", "ask")).toBe("askRule");
  });

  test("by a tool that reads", async () => {
    const action = call("Read", { file_path: join(beside("made"), "secrets/prod.txt") });
    expect((await here.gate(settings("Read(./secrets/**)", "deny")).check(action)).by).toBe("denyRule");
  });

  test.each([
    "git clone https://git.example/other/x ../x",
    "git clone https://git.example/me/app ../m",
    "git clone ../other ../x",
    "git -C . clone https://git.example/other/x",
    "git clone --depth 1 -b main https://git.example/other/x vendor/x",
    "git fetch",
    "git pull",
    "git pull . side",
    "git fetch . side:x",
    "git fetch ../other main",
    "git -C ../other fetch",
    "git -C ../other log --oneline",
    "git remote add z ../z",
    "git ls-remote ../app",
    "git push",
    "git push up main",
    "git push origin main",
    "git push -u origin HEAD",
    "git status .",
    "git add .",
    "git checkout main",
    "git switch side",
    "git reset --hard",
    "git stash pop",
    "git merge side",
    "git cherry-pick side",
    "git rebase main",
    "git --git-dir=.git status",
    "git --git-dir=.git --work-tree=. checkout main",
    "GIT_DIR=.git git checkout main",
    "git --work-tree=../k status",
    "git --git-dir=$HOME/.dotfiles --work-tree=$HOME status",
    "git config core.worktree",
    "git config --unset core.worktree",
    "git config user.name x",
    "git update-index --assume-unchanged src/a.js",
    "git update-index --chmod=+x src/a.js",
    "git update-index --refresh",
    "git notes add -m x",
    "git subtree push --prefix=src origin pages",
    "git commit -C HEAD",
    "git log -p -1 -- src",
    "cat .git/HEAD",
    "cat .git/config",
    "ls -R .git",
    "du -sh .git",
    "cat ../made/src/a.js",
    "cat ../other/x",
    "ls ../made",
  ])("left alone: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)")).toBe("bypassMode");
  });
});

describe("deny and ask Edit(./infra/**)", () => {
  test.each([
    "git --work-tree=infra checkout -f side",
    "git --work-tree infra checkout side",
    "git --work-tree=infra reset --hard side",
    "git --work-tree=infra switch -f side",
    "git --work-tree=infra read-tree -u -m side",
    "git --work-tree=infra merge side",
    "git --work-tree=infra stash pop",
    "git --work-tree=infra pull",
    "GIT_WORK_TREE=infra git checkout -f side",
    "export GIT_WORK_TREE=infra; git checkout -f side",
    "git -c core.worktree=../infra checkout -f side",
    "git -c core.worktree=$PWD/infra checkout -f side",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.worktree GIT_CONFIG_VALUE_0=../infra git checkout -f side",
    "git config core.worktree ../infra",
    "git --git-dir=.git -C infra checkout -f side",
    "cd infra && git --git-dir=../.git checkout -f side",
    "cd infra && GIT_DIR=../.git git checkout -f side",
    "git -C ../z --work-tree=../app/infra checkout -f main",
  ])("the work tree itself: %s", async (command) => {
    expect(await by(command, "Edit(./infra/**)")).toBe("denyRule");
    expect(await by(command, "Edit(./infra/**)", "ask")).toBe("askRule");
  });

  test.each([
    "git checkout -f side",
    "git reset --hard side",
    "git --work-tree=. checkout side",
    "git --git-dir=.git --work-tree=. reset --hard",
    "cd infra && git checkout side",
    "git -C infra pull",
    "git --work-tree=infra status",
    "git --work-tree=src checkout -f side",
    "git --work-tree=../k checkout -f side",
    "git config core.worktree",
    "cat ../made/infra/main.tf",
    "touch ../made/infra/main.tf",
  ])("left alone: %s", async (command) => {
    expect(await by(command, "Edit(./infra/**)")).toBe("bypassMode");
  });
});
