/**
 * Hooks under an open rule on git, with git itself as the referee: each command is run once with every hook planted, and with any
 * hook that really ran the rule must not cover it.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

const HOOKS = [
  "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit pre-rebase",
  "post-checkout post-merge pre-push reference-transaction push-to-checkout pre-auto-gc post-rewrite post-index-change",
].flatMap((names) => names.split(" "));

const OPEN = { permissions: { allow: ["Bash(git:*)"] } };

const COMMANDS = [
  ...["git merge x", "git merge --no-ff -m m x", "git merge --squash x", "git pull . x", "git pull --rebase . x"],
  ...["git rebase x", "git rebase --onto x HEAD~1", "git cherry-pick x", "git revert --no-edit HEAD", "git am p.mbox"],
  ...["git apply --index p.diff", "git reset --hard x", "git reset --soft x", "git reset HEAD~1", "git checkout x"],
  ...["git switch x", "git checkout -b new", "git checkout x -- e.txt", "git restore --source=x e.txt", "git tag v1"],
  ...[
    "git tag -a -m x v1",
    "git tag -d t0",
    "git branch b9",
    "git branch -D y",
    "git branch -m y z",
    "git notes add -m x",
  ],
  ...["git notes edit", "git gc", "git gc --prune=now", "git pack-refs --all", "git update-ref refs/heads/q HEAD"],
  ...[
    "git replace HEAD HEAD~1",
    "git stash",
    "git stash push -u",
    "git stash pop",
    "git stash drop",
    "git stash create",
  ],
  ...[
    "git stash store HEAD",
    "git symbolic-ref HEAD refs/heads/x",
    "git worktree add ../wt x",
    "git bisect start HEAD HEAD~1",
  ],
  ...["git read-tree -u -m x", "git add -A", "git commit -qam m", "git commit --amend --no-edit", "git rm -q b.txt"],
  ...["git mv b.txt c.txt", "git update-index --refresh", "git fetch . x:w", "git reflog expire --all --expire=now"],
  ...[
    "git remote rename o p",
    "git sparse-checkout set src",
    "git subtree split -P src",
    "git rerere",
    "git clean -fdq",
  ],
];

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const ENV = {
  HOME: "/nonexistent",
  PATH: "/usr/bin:/bin",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_EDITOR: "true",
  ...Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) => [
      [`GIT_${who}_NAME`, "a"],
      [`GIT_${who}_EMAIL`, "a@b"],
    ]),
  ),
};

/** A repository with two branches, a patch, a tag, a note's worth of history and something not committed. */
function repository(at: string): (...args: readonly string[]) => void {
  rmSync(at, { recursive: true, force: true });
  mkdirSync(join(at, "src"), { recursive: true });
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", args, { cwd: at, env: ENV, stdio: "ignore" });
  git("init", "-q", "-b", "main", "--template=");
  const commit = (file: string, text: string): void => {
    writeFileSync(join(at, file), text);
    git("add", "-A");
    git("commit", "-qm", file);
  };
  commit("a.txt", "a\n");
  commit("src/s.txt", "s\n");
  git("branch", "y");
  git("checkout", "-q", "-b", "x");
  commit("e.txt", "e\n");
  git("checkout", "-q", "main");
  commit("b.txt", "b\n");
  commit("d.txt", "d\n");
  git("tag", "t0");
  git("config", "remote.o.url", "https://git.example/o.git");
  git("update-ref", "refs/remotes/o/main", "HEAD");
  for (const [file, args] of [
    ["p.mbox", ["format-patch", "-1", "--stdout", "--root", "HEAD~3"]],
    ["p.diff", ["diff", "HEAD", "y"]],
  ] as const)
    writeFileSync(join(at, file), execFileSync("git", args, { cwd: at, env: ENV }));
  return git;
}

function plant(at: string, hook: string, code: string): void {
  mkdirSync(join(at, ".git/hooks"), { recursive: true });
  writeFileSync(join(at, ".git/hooks", hook), `#!/bin/sh\n${code}\n`);
  chmodSync(join(at, ".git/hooks", hook), 0o755);
}

/** What git really runs: the command may fail, what it started counts. */
function hooksOf(command: string): readonly string[] {
  const at = join(here.home, "referee");
  const git = repository(at);
  if (/stash (?:pop|drop)/.test(command)) {
    writeFileSync(join(at, "a.txt"), "changed\n");
    git("stash");
  } else if (/stash|commit -|add -A|update-index/.test(command)) writeFileSync(join(at, "a.txt"), "changed\n");
  const log = join(here.home, "ran");
  rmSync(log, { force: true });
  for (const hook of HOOKS) plant(at, hook, `echo ${hook} >> ${log}`);
  try {
    execFileSync("bash", ["-c", command], { cwd: at, env: ENV, stdio: "ignore" });
  } catch {
    // A command that cannot be carried out to its end.
  }
  return existsSync(log)
    ? [
        ...new Set(
          readFileSync(log, "utf8")
            .split("\n")
            .filter((line) => line !== ""),
        ),
      ]
    : [];
}

test.each(COMMANDS)("with a hook that %s runs, no open rule covers it", async (command) => {
  const ran = hooksOf(command);
  const covered: string[] = [];
  for (const hook of ran) {
    repository(here.root);
    plant(here.root, hook, "true");
    const { by } = await here.gate({ settings: OPEN, classifier: null }).check(bash(command));
    if (by === "allowRule") covered.push(hook);
  }
  expect(covered).toEqual([]);
});

test("the referee sees hooks run", () => {
  expect(hooksOf("git merge x")).toContain("post-merge");
  expect(hooksOf("git rebase x")).toContain("pre-rebase");
  expect(hooksOf("git tag v1")).toContain("reference-transaction");
});

describe("hooks that come with the files", () => {
  const BRINGING = [
    ...["git checkout x", "git switch x", "git merge x", "git rebase x", "git reset --hard x", "git cherry-pick x"],
    ...["git pull . x", "git stash pop", "git worktree add ../wt x", "git restore --source=x .", "git am p.mbox"],
  ];
  test.each(BRINGING.flatMap((command) => [[command, ".husky"] as const, [command, "hk"] as const]))(
    "%s with core.hooksPath %s",
    async (command, place) => {
      repository(here.root)("config", "core.hooksPath", place);
      const { by } = await here.gate({ settings: OPEN, classifier: null }).check(bash(command));
      expect(by).not.toBe("allowRule");
    },
  );
  test.each(["git checkout -b new", "git commit -qam m", "git tag v1", "git branch b9", "git add -A"])(
    "%s brings none, and stays covered",
    async (command) => {
      repository(here.root)("config", "core.hooksPath", ".husky");
      const { behavior } = await here.gate({ settings: OPEN, classifier: null }).check(bash(command));
      expect(behavior).toBe("allow");
    },
  );
});

test.each([
  ["git stash create", "core.fsmonitor", "touch x; false"],
  ["git stash create", "filter.x.clean", "cat"],
  ["git hash-object a.txt", "filter.x.clean", "cat"],
  ["git hash-object -w a.txt", "filter.x.process", "cat"],
  ["git notes edit", "core.editor", "touch x; true"],
  ["git gc --prune=now", "gc.recentObjectsHook", "touch x"],
  ["git repack -ad", "gc.recentObjectsHook", "touch x"],
  ["git rebase -i x", "sequence.editor", "touch x"],
  ["git merge x", "merge.x.driver", "touch x"],
])("%s with %s of the repository", async (command, key, value) => {
  repository(here.root)("config", key, value);
  const { by } = await here.gate({ settings: OPEN, classifier: null }).check(bash(command));
  expect(by).not.toBe("allowRule");
});

test.each([
  "git merge x",
  "git pull",
  "git tag v1",
  "git branch b9",
  "git checkout x",
  "git stash drop",
  "git rebase x",
])("a repository without any of it: %s stays covered", async (command) => {
  repository(here.root);
  const { by, behavior } = await here.gate({ settings: OPEN, classifier: null }).check(bash(command));
  expect([behavior, by]).toEqual(["allow", expect.stringMatching(/allowRule|acceptEdits/)]);
});
test.each(["git merge x", "git pull", "git tag v1", "git branch b9", "git checkout x"])(
  "a pre-commit hook is none of %s",
  async (command) => {
    repository(here.root);
    plant(here.root, "pre-commit", "true");
    expect((await here.gate({ settings: OPEN, classifier: null }).check(bash(command))).behavior).toBe("allow");
  },
);
