/** Each rule both ways, and each planted program run for real by git: what is silent here has a reason. */
import { appendFileSync, cpSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { sandbox } from "../../machine/git/testing.ts";
import { proveGit, repositoryNames } from "./index.ts";
import { type Box, makeBox, sortUse } from "./testing/box.ts";

let box: Box;
const template = sandbox();
template.repo("work", { "a.txt": "one\n", "src/b.ts": "two\n", ".gitattributes": "*.txt diff=d filter=f\n" });
afterAll(() => template.remove());
beforeEach(() => {
  box = makeBox();
  box.copy(template, "work");
  box.git("work", "update-index", "--refresh");
  box.write(".gitconfig", "[user]\nname = Test\nemail = test@example.org\n");
});
afterEach(() => box.remove());

const EVERYDAY = [
  "git status",
  "git --version",
  "git log --oneline",
  "git diff",
  "git show HEAD",
  "git add a.txt",
  "git add -A",
  "git commit -m message",
  "git commit -a -m message",
  "git tag v1.2.0",
  "git branch feature/x",
  "git branch -a",
  "git checkout -b fix_it",
  "git switch -c new",
  "git remote -v",
  "git worktree list",
  "git -C src status",
];

test.each(EVERYDAY)("a plain repository: %s", (command) => {
  expect(box.proves(command)).toEqual([]);
});

test.each([
  "git push",
  "git fetch",
  "git stash",
  "git stash drop",
  "git reset --hard",
  "git checkout main",
  "git checkout -- a.txt",
  "git commit",
  "git rm a.txt",
  "git mv a.txt src",
  "git commit --amend -m x",
  "git commit --no-verify -m x",
  "git commit --edit -m x",
  "git config user.name",
  "git --version x",
  "git constructor",
  "git branch -D main",
  "git branch -m other",
  "git tag -d v1",
  "git tag -a v1",
  "git config user.name x",
  "git remote add x y",
  "git worktree add ../x",
  "git log --format %G?",
  "git -C //server/share status",
  "git add -f a.txt",
  "git add :/",
  "git diff ../one ../two",
])("never: %s", (command) => {
  expect(box.proves(command)).toBeNull();
});

describe("attacks that small readers let through, run for real", () => {
  test("a directory that holds HEAD, objects and refs", () => {
    box.git("work", "init", "-q", "--bare", "evil");
    box.write("work/evil/config", `[core]\nrepositoryformatversion = 0\nworktree = .\nfsmonitor = ${box.program}\n`);
    expect(box.runs("git -C evil status")).toBe(true);
    expect(box.proves("git -C evil status")).toBeNull();
    mkdirSync(box.at("work/evil/deep"));
    expect(box.proves("git -C evil/deep status")).toBeNull();
  });
  test("a hook after the index changed", () => {
    box.write("work/.git/hooks/post-index-change", `#!/bin/sh\n${box.program}\n`, 0o755);
    box.write("work/a.txt", "one\n");
    expect(box.runs("touch a.txt; git status")).toBe(true);
    for (const command of ["git status", "git diff", "git add a.txt", "git commit -m x", "git checkout -b x"])
      expect(box.proves(command)).toBeNull();
    expect(box.proves("git log")).toEqual([]);
  });
  test("a gitlink to a repository with a monitor of its own", () => {
    box.repo("other");
    box.git("other", "config", "core.fsmonitor", box.program);
    box.write("work/sub/.git", `gitdir: ${box.at("other/.git")}\n`);
    expect(box.runs("git -C sub status")).toBe(true);
    expect(box.proves("git -C sub status")).toBeNull();
  });
  test("a variable that names a program", () => {
    box.write("work/a.txt", "changed\n");
    expect(box.runs("git diff", { GIT_EXTERNAL_DIFF: box.program })).toBe(true);
    expect(box.proves("git diff", { variables: new Set(["GIT_EXTERNAL_DIFF"]) })).toBeNull();
    for (const name of ["GIT_EDITOR", "GIT_PAGER", "GIT_AUTHOR_NAME", "GIT_TERMINAL_PROMPT", "GITHUB_TOKEN", "LANG"])
      expect(box.proves("git status", { variables: new Set([name]) })).toEqual([]);
    expect(
      proveGit(sortUse("git status"), { cwd: box.at("work"), scene: { ...box.scene(), process: undefined } }),
    ).toBe(undefined);
  });
  test("a key that would be staged with its directory", () => {
    box.write("work/k/deploy.pem", "key\n");
    box.write("work/k/readme", "text\n");
    expect(box.proves("git add k")).toEqual(["stage work/k/deploy.pem", "stage work/k/readme"].sort());
    expect(box.proves("git add .")).toEqual(box.proves("git add -A"));
    box.git("work", "add", "k");
    expect(box.git("work", "diff", "--cached", "--name-only")).toContain("k/deploy.pem");
  });
  test.each([
    "HEAD",
    "main",
    "origin/main",
    "origin",
    "refs/heads/x",
    "heads/x",
    "deadbeef",
    "v1-2-gdeadbee",
    "-x",
    "a..b",
  ])("a name that means something else later: %s", (name) => {
    box.git("work", "update-ref", "refs/remotes/origin/main", "HEAD");
    for (const command of ["git tag", "git checkout -b", "git switch -c", "git branch"])
      expect(box.proves(`${command} ${name}`)).toBeNull();
  });
  test("the name of a packed tag, of another remote's branch, of a file", () => {
    box.git("work", "tag", "v9");
    box.git("work", "pack-refs", "--all");
    box.git("work", "remote", "add", "fork", "https://example.org/x");
    box.git("work", "update-ref", "refs/remotes/fork/topic", "HEAD");
    for (const name of ["v9", "V9", "topic", "fork/x", "src", "a.txt", "config"])
      expect(box.proves(`git checkout -b ${name}`)).toBeNull();
    expect(box.proves("git checkout -b v10")).toEqual([]);
  });
});

describe("configuration of the repository", () => {
  test.each([
    ["core.fsmonitor", "PROGRAM", "git status"],
    ["filter.f.clean", "PROGRAM", "git add a.txt"],
    ["diff.external", "PROGRAM", "git diff"],
    ["diff.d.command", "PROGRAM", "git diff"],
    ["diff.d.textconv", "PROGRAM", "git diff"],
    ["core.hooksPath", "HOOKS", "git add a.txt"],
    ["gpg.program", "PROGRAM", "git commit -S -a -m x"],
  ])("%s starts a program", (key, value, command) => {
    box.write("hooks/post-index-change", `#!/bin/sh\n${box.program}\n`, 0o755);
    box.git("work", "config", key, value === "HOOKS" ? box.at("hooks") : box.program);
    box.write("work/a.txt", "otherwise\n");
    expect(box.runs(command)).toBe(true);
    expect(box.proves(command.replace(" -S", ""))).toBeNull();
  });
  test.each([
    ["core.fsmonitor", "true"],
    ["include.path", "more"],
    ["includeIf.onbranch:main.path", "more"],
    ["core.attributesFile", "/etc/passwd"],
    ["core.excludesFile", "/etc/passwd"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.uploadpack", "x"],
    ["core.pager", "x"],
    ["alias.status", "!x"],
    ["hook.x.command", "x"],
    ["something.new", "x"],
    ["core.worktree", "/"],
    ["core.bare", "true"],
  ])("not on the list: %s = %s", (key, value) => {
    appendFileSync(box.at("work/.git/config"), lines(key, value));
    expect(box.proves("git status")).toBeNull();
  });
  test.each([
    ["core.fsmonitor", "false"],
    ["remote.origin.url", "https://example.org/x"],
    ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
    ["branch.main.merge", "refs/heads/main"],
    ["user.email", "a@example.org"],
    ["core.autocrlf", "input"],
    ["alias.st", "!x"],
    ["commit.gpgsign", "false"],
    ["core.hooksPath", ".husky/_"],
  ])("on the list: %s = %s", (key, value) => {
    appendFileSync(box.at("work/.git/config"), lines(key, value));
    expect(box.proves("git commit -m x")).toEqual([]);
  });
  test("signing by the repository's word is silent for a commit alone", () => {
    box.git("work", "config", "commit.gpgsign", "true");
    expect([box.proves("git status"), box.proves("git commit -m x")]).toEqual([[], null]);
  });
  test("a file that git could not read", () => {
    appendFileSync(box.at("work/.git/config"), "[core\n");
    expect(box.proves("git status")).toBeNull();
  });
  test("the work tree's own file counts", () => {
    box.git("work", "config", "extensions.worktreeConfig", "true");
    box.write("work/.git/config.worktree", `[core]\nfsmonitor = ${box.program}\n`);
    expect(box.runs("git status")).toBe(true);
    expect(box.proves("git status")).toBeNull();
  });
  test("what it names", () => {
    box.git("work", "config", "core.hooksPath", ".hooks");
    box.git("work", "config", "include.path", "../more.ini");
    box.write("work/more.ini", "[include]\npath = deeper.ini\n");
    expect(repositoryNames(box.at("work/src"), box.scene())).toEqual(
      [".hooks", "more.ini", "deeper.ini"].map((name) => box.at(`work/${name}`)),
    );
  });
  test.each([
    ["core.fsmonitor", "tools/fs", ["tools/fs"]],
    ["filter.x.clean", "python3 ./tools/fs.py %f", ["tools/fs.py"]],
    ["diff.x.textconv", "sh a.txt", ["a.txt"]],
    ["credential.helper", "!'./tools/fs'", ["tools/fs"]],
    ["core.pager", "less -R", []],
    ["core.editor", "/usr/bin/vi .", []],
  ])("%s = %s names %j", (key, value, names) => {
    box.git("work", "config", key, value);
    expect(repositoryNames(box.at("work"), box.scene())).toEqual(names.map((name) => box.at(`work/${name}`)));
  });
});

const lines = (key: string, value: string): string => {
  const [, section = "", inner, name = ""] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(key) ?? [];
  return `[${section}${inner === undefined ? "" : ` "${inner}"`}]\n\t${name} = ${value}\n`;
};

describe("the person's own configuration", () => {
  test("what it starts is the person's", () => {
    box.write(
      ".gitconfig",
      `[user]\nname = T\nemail = t@example.org\n[core]\npager = delta\nfsmonitor = true\n[alias]\nst = !sh -c "x;y"\n
[commit]\ngpgsign = true\n[credential]\nhelper = store\n[include]\npath = ~/more\n[diff "d"]\ntextconv = ${box.program}\n
[filter "lfs"]\nclean = git-lfs clean -- %f\nprocess = git-lfs filter-process\nrequired = true\n`,
    );
    for (const command of ["git status", "git log", "git commit -m x", "git diff"])
      expect(box.proves(command)).toEqual([]);
  });
  test("a hook outside of the project is the person's, one inside is the project's", () => {
    box.write("hooks/post-index-change", `#!/bin/sh\n${box.program}\n`, 0o755);
    appendFileSync(box.at(".gitconfig"), `[core]\nhooksPath = ~/hooks\n`);
    expect(box.runs("touch a.txt; git status")).toBe(true);
    expect(box.proves("git status")).toEqual([]);
    renameSync(box.at("hooks"), box.at("work/hooks"));
    appendFileSync(box.at(".gitconfig"), `[core]\nhooksPath = hooks\n`);
    expect(box.runs("touch a.txt; git status")).toBe(true);
    expect(box.proves("git status")).toBeNull();
  });
  test.each(["include", 'includeIf "gitdir:**"'])(
    "%s that leads into the project brings the project's lines",
    (section) => {
      box.write("work/team.ini", `[core]\nfsmonitor = ${box.program}\n`);
      appendFileSync(box.at(".gitconfig"), `[${section}]\npath = ${box.at("work/team.ini")}\n`);
      expect(box.runs("git status")).toBe(true);
      expect(box.proves("git status")).toBeNull();
      box.write("work/team.ini", "[core]\nfilemode = true\n");
      expect(box.proves("git status")).toEqual([]);
    },
  );
  test("a program of whatever project it stands in", () => {
    appendFileSync(box.at(".gitconfig"), "[core]\nfsmonitor = .git/query\n");
    box.write("work/.git/query", `#!/bin/sh\n${box.program}\n`, 0o755);
    expect(box.runs("git status")).toBe(true);
    expect(box.proves("git status")).toBeNull();
  });
  test("moved into the project by a variable", () => {
    box.write("work/xdg/git/config", `[core]\nfsmonitor = ${box.program}\n`);
    const moved = { XDG_CONFIG_HOME: box.at("work/xdg") };
    expect(box.runs("git status", moved)).toBe(true);
    expect(box.proves("git status", { values: moved })).toBeNull();
    expect(box.proves("git status", { values: { XDG_CONFIG_HOME: box.at(".config") } })).toEqual([]);
    expect(box.proves("git status", { variables: new Set(["XDG_CONFIG_HOME"]) })).toBeNull();
  });
});

describe("where repositories lie", () => {
  test("no repository: git says so", () => {
    expect(proveAt("", "git status")).toEqual([]);
    expect(proveAt("", "git diff one two")).toEqual(["search one", "search two"]);
  });
  const proveAt = (dir: string, command: string) =>
    proveGit(sortUse(command), { cwd: box.at(dir).replace(/\/$/, ""), scene: box.scene() })?.map(
      ({ role, path }) => `${role} ${path.slice(box.home.length + 1)}`,
    );
  test("a linked work tree, and one whose repository does not know it", () => {
    box.git("work", "worktree", "add", "-q", "../linked");
    expect(proveAt("linked", "git status")).toEqual([]);
    expect(proveAt("linked", "git commit -m x")).toBeUndefined();
    box.git("work", "worktree", "add", "-q", "inner");
    expect(box.proves("git -C inner commit -m x")).toEqual([]);
    cpSync(box.at("linked"), box.at("stolen"), { recursive: true });
    expect(proveAt("stolen", "git status")).toBeUndefined();
    box.write("work/.git/hooks/post-index-change", "#!/bin/sh\n", 0o755);
    expect(proveAt("linked", "git status")).toBeUndefined();
  });
  test("a git directory that names another common one", () => {
    box.git("work", "init", "-q", "--bare", "evil");
    box.write("work/evil/config", `[core]\nrepositoryformatversion = 0\nfsmonitor = ${box.program}\n`);
    for (const name of ["objects", "refs"]) mkdirSync(box.at(`work/sub/.git/${name}`), { recursive: true });
    box.write("work/sub/.git/HEAD", "ref: refs/heads/main\n");
    expect(box.proves("git -C sub status")).toEqual([]);
    box.write("work/sub/.git/commondir", "../../evil\n");
    expect(box.runs("git -C sub status")).toBe(true);
    expect(box.proves("git -C sub status")).toBeNull();
  });
  test("a separate git directory, and a link to one", () => {
    box.git("work", "init", "-q", "--separate-git-dir", box.at("apart"));
    expect(box.proves("git status")).toBeNull();
    box.repo("other");
    mkdirSync(box.at("work2"));
    symlinkSync(box.at("other/.git"), box.at("work2/.git"));
    expect(proveAt("work2", "git status")).toBeUndefined();
  });
  test("a submodule with harmless configuration, and with a monitor", () => {
    box.repo("lib");
    box.git("work", "submodule", "--quiet", "add", box.at("lib"), "lib");
    box.git("work", "commit", "-q", "-m", "lib");
    for (const command of ["git status", "git -C lib status", "git add -A"]) expect(box.proves(command)).toEqual([]);
    box.git("work/lib", "config", "core.fsmonitor", box.program);
    expect(box.runs("git status")).toBe(true);
    for (const command of ["git status", "git -C lib status", "git add -A", "git checkout -b x"])
      expect(box.proves(command)).toBeNull();
  });
  test("a diff of a submodule that the person has shown in full", () => {
    box.repo("lib", { "a.txt": "a\n", ".gitattributes": "*.txt diff=d\n" });
    box.git("work", "submodule", "--quiet", "add", box.at("lib"), "lib");
    box.git("work", "commit", "-q", "-m", "lib");
    box.write("work/lib/a.txt", "b\n");
    box.git("work/lib", "commit", "-q", "-a", "-m", "b");
    box.git("work", "commit", "-q", "-a", "-m", "lib");
    box.git("work/lib", "config", "diff.d.textconv", box.program);
    expect([box.runs("git show"), box.proves("git show")]).toEqual([false, []]);
    appendFileSync(box.at(".gitconfig"), "[diff]\nsubmodule = diff\n");
    expect([box.runs("git show"), box.proves("git show")]).toEqual([true, null]);
  });
  test("objects borrowed from elsewhere", () => {
    box.write("work/.git/objects/info/alternates", `${box.at("other")}\n`);
    expect(box.proves("git log")).toBeNull();
  });
  test("links and second names in the git directory", () => {
    box.write("target", "");
    symlinkSync(box.at("target"), box.at("work/.git/logs/refs/planted"));
    expect([box.proves("git status"), box.proves("git commit -m x")]).toEqual([null, null]);
    rmSync(box.at("work/.git/logs/refs/planted"));
    expect(box.proves("git status")).toEqual([]);
    symlinkSync(box.at("target"), box.at("work/.git/SOMETHING"));
    expect(box.proves("git status")).toBeNull();
  });
  test.each(["info/grafts", "rebase-merge/head-name", "remotes/origin", "worktrees/w/gitdir"])(
    "a link at %s would show a line of what it leads to",
    (name) => {
      box.write(".ssh/id_rsa", "KEY\n");
      mkdirSync(dirname(box.at(`work/.git/${name}`)), { recursive: true });
      expect(box.proves("git log")).toEqual([]);
      symlinkSync(box.at(".ssh/id_rsa"), box.at(`work/.git/${name}`));
      expect([box.proves("git status"), box.proves("git log"), box.proves("git remote")]).toEqual([null, null, null]);
    },
  );
  test.each([
    ["MERGE_AUTOSTASH", "what was set aside is put back"],
    ["MERGE_RR", "a conflict's driver is started"],
    ["rr-cache/x/preimage", "what a conflict was is written"],
    ["rebase-merge/done", "what is left of a rebase is told and cleared away"],
  ])("a commit where %s stands: %s", (name) => {
    expect(box.proves("git commit -m x")).toEqual([]);
    box.write(`work/.git/${name}`, "");
    expect([box.proves("git status"), box.proves("git commit -m x")]).toEqual([[], null]);
  });
  test.each([
    ["gc.auto", "1"],
    ["gc.autoPackLimit", "1"],
    ["maintenance.strategy", "incremental"],
  ])("a commit that would pack and prune: %s=%s", (key, value) => {
    box.git("work", "config", "gc.auto", "0");
    expect(box.proves("git commit -m x")).toEqual([]);
    box.git("work", "config", key, value);
    expect([box.proves("git status"), box.proves("git commit -m x")]).toEqual([[], null]);
  });
  test("a commit on top of as many objects as git packs and prunes", () => {
    for (let n = 0; n < 26; n++) box.write(`work/.git/objects/17/${String(n).padStart(38, "0")}`, "");
    expect([box.proves("git status"), box.proves("git commit -m x")]).toEqual([[], null]);
  });
  test("a message written into another file by its second name", () => {
    box.git("work", "commit", "-q", "--allow-empty", "-m", "second");
    box.git("work", "config", "gc.auto", "0");
    linkSync(box.at("work/.git/COMMIT_EDITMSG"), box.at("same"));
    expect([box.proves("git status"), box.proves("git commit -m x")]).toEqual([[], null]);
  });
  test("what this session wrote in it", () => {
    const scene = box.scene({}, [box.at("work/.git/info/exclude")]);
    expect(proveGit(sortUse("git status"), { cwd: box.at("work"), scene })).toBeUndefined();
  });
  test("changes outside of the project are not its own", () => {
    box.repo("other");
    expect([proveAt("other", "git status"), proveAt("other", "git add -A")]).toEqual([[], undefined]);
  });
});

describe("what is staged", () => {
  test("ignored, tracked, changed", () => {
    box.write("work/.gitignore", "*.log\n/out/\nnode_modules/\n!keep.log\n.env\n");
    for (const name of ["x.log", "keep.log", "out/y", "src/out/y", "src/node_modules/z/w", ".env", "new"])
      box.write(`work/${name}`, "");
    box.write("work/src/b.ts", "changed\n");
    const expected = [".gitignore", "keep.log", "src/out/y", "new", "src/b.ts"]
      .map((name) => `stage work/${name}`)
      .sort();
    expect(box.proves("git add -A")?.toSorted()).toEqual(expected);
    expect(box.proves("git add -u")).toEqual(["stage work/src/b.ts"]);
    expect(box.proves("git add *.ts")?.toSorted()).toEqual(expected);
    expect(box.proves("git -C src add .")?.toSorted()).toEqual(["stage work/src/b.ts", "stage work/src/out/y"]);
    expect(box.proves("git commit -a -m x")).toEqual(["stage work/src/b.ts"]);
    expect(box.proves("git commit -m x a.txt")).toEqual([]);
    expect(box.proves("git diff")).toEqual(["read work/src/b.ts"]);
    box.git("work", "add", "-A");
    const listed = box.git("work", "diff", "--cached", "--name-only").trim().split("\n");
    expect(listed.map((name) => `stage work/${name}`).sort()).toEqual(expected);
    expect(box.proves("git add -A")).toEqual([]);
  });
  test("a tracked file below an ignored directory", () => {
    box.write("work/.gitignore", "src/\n");
    box.write("work/src/b.ts", "changed\n");
    expect(box.proves("git add .")).toContain("stage work/src/b.ts");
  });
  test("a repository among the files is none of ours", () => {
    box.repo("work/inner");
    expect([box.proves("git add -A"), box.proves("git add inner"), box.proves("git add inner/README.md")]).toEqual([
      null,
      null,
      null,
    ]);
  });
  test("more names than are looked at", () => {
    for (let i = 0; i < 8_001; i++) box.write(`work/many/${i}`, "");
    expect(box.proves("git add -A")).toBeNull();
    expect(box.proves("git add a.txt")).toEqual([]);
  });
  test("a name the shell would make an option of", () => {
    expect(box.proves("git add *")).toEqual([]);
    box.write("work/--force", "");
    expect(box.proves("git add *")).toBeNull();
  });
});

test("a message from a file is read", () => {
  expect(box.proves("git commit -F ../message")).toEqual(["read message"]);
});
test("a branch, or the commit that ends it, in the middle of a merge", () => {
  box.write("work/.git/MERGE_HEAD", "");
  expect([box.proves("git checkout -b x"), box.proves("git commit -m x")]).toEqual([null, null]);
});
test("a pager on a terminal", () => {
  expect(box.proves("git log", { terminal: true })).toBeNull();
  expect([box.proves("git --no-pager log", { terminal: true }), box.proves("git status", { terminal: true })]).toEqual([
    [],
    [],
  ]);
});
