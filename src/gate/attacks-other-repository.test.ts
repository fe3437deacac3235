/**
 * An open rule means where the session works, whatever leads a command elsewhere: `cd`, a directory the host names, an option. And a
 * restore point before git discards work holds what is lost in the tree where it is lost.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { undo } from "../cli/commands/undo.ts";
import { runCommand } from "../cli/testing.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const beside = (path: string): string => join(here.home, "code", path);
const git = (cwd: string, ...words: readonly string[]): unknown =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd, stdio: "ignore" });
const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

function repository(dir: string): void {
  for (const name of ["Makefile", "src/a.js", "packages/a/a.js"]) put(join(dir, name), "committed");
  put(join(dir, "package.json"), '{"scripts":{"test":"echo a"}}');
  put(join(dir, "docker-compose.yml"), "services: {}\n");
  git(dir, "init", "-q", "-b", "main");
  git(dir, "add", ".");
  git(dir, "commit", "-qm", "x");
  git(dir, "branch", "b");
}

beforeAll(() => {
  here = project();
  repository(here.root);
  for (const name of ["other", "added"]) repository(beside(name));
  for (const name of ["app-tree", "app-second"]) git(here.root, "worktree", "add", "-q", `../${name}`);
  git(here.root, "worktree", "add", "-q", ".trees/one");
  symlinkSync(beside("other"), here.at("away"));
});
afterAll(() => here.remove());

const settings = (rules: readonly string[]) => ({
  contain: { enabled: false },
  permissions: { allow: rules.map((rule) => `Bash(${rule})`), additionalDirectories: ["../added"] },
});
const decide = async (rules: readonly string[], command: string, cwd = here.root, projectRoot = here.root) =>
  (
    await here
      .gate({ settings: settings(rules), classifier: null, walls: null, projectRoot })
      .check(bash(command, { mode: "auto", cwd }))
  ).by;

const LOSING = [
  "git clean -fd",
  "git checkout -- .",
  "git restore .",
  "git reset --hard",
  "git stash",
  "git commit -am x",
  "git branch -D b",
  "git tag -d v1",
  "git rm -r src",
  "git fetch",
  "git worktree remove --force x",
  "git config user.name x",
];

describe("another repository under an open rule on git", () => {
  test.each(LOSING)("not covered behind cd: %s", async (command) => {
    expect(await decide(["git:*"], `cd ../other && ${command}`)).toBe("offline");
  });
  test.each(LOSING)("not covered in a directory the host names: %s", async (command) => {
    expect(await decide(["git:*"], command, beside("other"))).toBe("offline");
  });
  test.each([
    "(cd ../other; git stash)",
    "env -C ../other git clean -fd",
    "cd .. && git -C other clean -fd",
    "cd ../other/src && git reset --hard",
    "cd ~/code/other && git commit -am x",
    "cd ~/code && cd other && git branch -D b",
    "cd away && git clean -fd",
    "git -C away commit -am x",
    "cd src && cd ../../other && git checkout -- .",
    "cd ../other && git status && git stash",
    "cd ../other && git-clean -fd",
    "cd ../other && timeout 9 git clean -fd",
    "git --git-dir=../other/.git branch -D b",
    "git --git-dir=../other/.git --work-tree=../other clean -fd",
    "export GIT_DIR=../other/.git; git branch -D b",
    "GIT_WORK_TREE=../other git checkout -- .",
  ])("not covered: %s", async (command) => {
    expect(await decide(["git:*", "git-clean:*"], command)).not.toBe("allowRule");
  });
  test.each(["ln -s ../other l && cd l && git clean -fd", "ln -sfn ../other src && cd src && git commit -am x"])(
    "not covered, by a link of the call's own: %s",
    async (command) => {
      expect(await decide(["git:*", "ln:*"], command)).not.toBe("allowRule");
    },
  );
});

describe("other programs by the directory they stand in", () => {
  test.each([
    ["gh:*", "cd ../other && gh pr merge 5"],
    ["gh:*", "cd ../other && gh pr create -t a -b c"],
    ["gh:*", "cd ../other && gh pr checkout 5 -f"],
    ["docker compose:*", "cd ../other && docker compose down"],
    ["docker-compose:*", "cd ../other && docker-compose down"],
    ["vercel:*", "cd ../other && vercel deploy"],
    ["fly:*", "cd ../other && fly deploy"],
    ["make:*", "cd ../other && make"],
    ["make:*", "cd away && make"],
    ["npm:*", "cd away && npm test"],
    ["terraform:*", "cd ../other && terraform apply"],
    ["cargo:*", "cd ../other && cargo build"],
    ["go:*", "cd ../other && go build ./..."],
    ["uv:*", "cd ../other && uv sync"],
  ])("Bash(%s) does not cover %s", async (rule, command) => {
    expect(await decide([rule], command)).not.toBe("allowRule");
  });
  test.each([
    ["make:*", "make"],
    ["npm test:*", "npm test"],
    ["gh:*", "gh pr merge 5"],
    ["vercel:*", "vercel deploy"],
    ["./run.sh:*", "./run.sh x"],
  ])("Bash(%s) does not cover %s in a directory the host names", async (rule, command) => {
    put(beside("other/run.sh"), "echo a\n");
    expect(await decide([rule], command, beside("other"))).not.toBe("allowRule");
  });
});

describe("everyday work", () => {
  test.each([
    ["git:*", "cd src && git status"],
    ["git:*", "cd ../other && git status"],
    ["git:*", "cd ../other && git log --oneline -5"],
    ["git:*", "git -C ../other diff --stat"],
    ["git:*", "cd packages/a && git commit -am x"],
    ["git:*", "cd packages/a && git checkout -- ."],
    ["git:*", "cd src && cd .. && git reset --hard"],
    ["git:*", "cd .trees/one && git commit -am x"],
    ["git:*", "cd .trees/one && git clean -fd"],
    ["git:*", "cd ../app-tree && git commit -am x"],
    ["git:*", "git -C ../app-tree stash"],
    ["git:*", "cd ../added && git commit -am x"],
    ["git:*", "cd ../added/src && git clean -fd"],
    ["git:*", "git worktree add ../fresh-tree"],
    ["git:*", "git worktree add ../fresh-tree && cd ../fresh-tree && git commit --allow-empty -m x"],
    ["git:*", "cd .. && git clone https://github.com/me/app fresh"],
    ["git:*", "git clone https://github.com/me/app ../fresh && cd ../fresh && git checkout b"],
    ["git:*", "git worktree remove --force ../app-tree"],
    ["git -C ../other:*", "git -C ../other commit -am x"],
    ["git commit -am x", "cd ../other && git commit -am x"],
    ["gh:*", "cd ../other && gh pr view 5"],
    ["gh:*", "cd src && gh pr merge 5"],
    ["docker compose:*", "cd packages/a && docker compose down"],
    ["docker compose:*", "cd ../other && docker compose ps"],
    ["dropdb:*", "cd ../other && dropdb x"],
    ["make:*", "cd src && make"],
  ])("Bash(%s) covers %s", async (rule, command) => {
    expect(["allowRule", "readOnly"]).toContain(await decide([rule], command));
  });
  test.each([
    "git commit -am x",
    "git reset --hard",
    "cd ../.. && git commit -am x",
    "cd ../../src && git stash",
    "git -C ../.. add packages",
  ])("of a session that starts further down in the repository: %s", async (command) => {
    const part = here.at("packages/a");
    expect(["allowRule", "acceptEdits"]).toContain(await decide(["git:*"], command, part, part));
  });
  test.each(["git commit -am x", "git stash"])("in a sub-directory the host names: %s", async (command) => {
    expect(["allowRule", "acceptEdits"]).toContain(await decide(["git:*"], command, here.at("packages/a")));
  });
});

describe("what git discards comes back, wherever it was", () => {
  const env = () => ({ HOME: here.home, SALLYPORT_STATE_DIR: join(here.home, ".local/state/sallyport") });
  const trees = ["app", "app/.trees/one", "app-tree", "app-second", "added"];
  const lost = ["Makefile", "src/a.js", "packages/a/a.js", "draft.txt", "src/draft.txt"];
  beforeEach(() => {
    for (const tree of trees) for (const name of lost) put(join(beside(tree), name), `only copy of ${tree}/${name}`);
  });

  test.each<[command: string, from: string, tree: string]>([
    ["git reset --hard && git clean -fd", "app", "app"],
    ["cd ../app-tree && git checkout -- . && git clean -fd", "app", "app-tree"],
    ["git -C ../app-tree reset --hard", "app", "app-tree"],
    ["cd ../added/src && git reset --hard", "app", "added"],
    ["cd ../added/src && git clean -fd .", "app", "added"],
    ["cd ../added/src && git restore :/", "app", "added"],
    ["cd ../added/src && git checkout -- ../Makefile", "app", "added"],
    ["cd .trees/one && git restore .", "app", "app/.trees/one"],
    ["git checkout -- src && git -C ../added clean -fd", "app", "added"],
    ["git reset --hard", "app/packages/a", "app"],
    ["cd ../.. && git clean -fd", "app/packages/a", "app"],
    ["git checkout -- :/", "app/packages/a", "app"],
    ["git worktree remove --force app-second", "app", "app-second"],
    ["git worktree remove --force ../app-tree", "app", "app-tree"],
  ])("%s in %s", async (command, from, tree) => {
    const start = beside(from);
    expect(await decide(["git:*"], command, start, start)).toBe("allowRule");
    execFileSync("bash", ["-c", command], { cwd: start, stdio: "ignore" });
    const text = (name: string): string | undefined => {
      const path = join(beside(tree), name);
      return existsSync(path) ? readFileSync(path, "utf8") : undefined;
    };
    const saved = (name: string): string => `only copy of ${tree}/${name}`;
    expect(lost.some((name) => text(name) !== saved(name))).toBe(true);
    const { points } = JSON.parse((await runCommand(undo, ["--json"], { env: env() })).out);
    await runCommand(undo, [points[0]?.id ?? "none"], { env: env() });
    expect(lost.map(text)).toEqual(lost.map(saved));
  });
});
