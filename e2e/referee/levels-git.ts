/** Levels of git: what a repository, or the person's configuration, would have it start; repositories that lie otherwise; what is under way. */
import { rmSync } from "node:fs";
import type { Level, Making } from "./world.ts";

const git = (factor: string, name: string, make: NonNullable<Level["make"]>, more: Partial<Level> = {}): Level => ({
  ...{ of: "git", base: "changed", factor, name, make },
  ...more,
});

const HOOKS: readonly string[] =
  "pre-commit prepare-commit-msg commit-msg post-commit post-checkout reference-transaction post-index-change".split(
    " ",
  );

const config = (key: string, value: (planted: string) => string, more: (at: Making) => void = () => {}): Level =>
  git("git's settings", key, (at) => {
    more(at);
    at.git("config", key, value(at.plant("tools/planted")));
  });
const itself = (planted: string): string => planted;
const attributes =
  (text: string) =>
  ({ write }: Making): void =>
    write(".gitattributes", text);

const SETTINGS: readonly Level[] = [
  config("core.fsmonitor", itself),
  config("diff.external", itself),
  config("diff.t.command", itself, attributes("*.txt diff=t\n*.ts diff=t\n")),
  config("diff.t.textconv", itself, attributes("*.txt diff=t\n*.ts diff=t\n*.md diff=t\n")),
  config("filter.f.clean", itself, attributes("*.txt filter=f\n*.ts filter=f\n")),
  config("filter.f.process", itself, attributes("*.txt filter=f\n*.ts filter=f\n")),
  config(
    "core.hooksPath",
    (planted) => planted.replace(/\/planted$/, ""),
    ({ plant }) => {
      for (const name of HOOKS) plant(`tools/${name}`);
    },
  ),
  config(
    "include.path",
    () => "../more.ini",
    ({ write, plant }) => write("more.ini", `[core]\n\tfsmonitor = ${plant("tools/planted")}\n`),
  ),
  config(
    "includeIf.onbranch:main.path",
    () => "../more.ini",
    ({ write, plant }) => write("more.ini", `[core]\n\tfsmonitor = ${plant("tools/planted")}\n`),
  ),
  config("gpg.program", itself, ({ git: run }) => {
    run("config", "commit.gpgsign", "true");
    run("config", "tag.gpgsign", "true");
    run("config", "log.showSignature", "true");
  }),
  config("alias.status", (planted) => `!${planted}`),
  config("core.attributesFile", () => "/etc/hosts"),
  git("git's settings", "config.worktree", ({ git: run, write, plant }) => {
    run("config", "extensions.worktreeConfig", "true");
    write(".git/config.worktree", `[core]\n\tfsmonitor = ${plant("tools/planted")}\n`);
  }),
  git(
    "git's settings",
    "a promisor, and contents that are not there",
    ({ git: run, at }) => {
      run("config", "remote.origin.promisor", "true");
      run("config", "remote.origin.url", "ssh://git@127.0.0.1:9/x");
      run("config", "extensions.partialClone", "origin");
      run("config", "core.repositoryFormatVersion", "1");
      // "foo\n", as `src/b.ts` and the first `docs/guide.md` have it.
      rmSync(at(".git/objects/25/7cc5642cb1a054f08cc83f2d943e56fd3ebe99"));
    },
    { texts: ["git show HEAD", "git log -p", "git diff HEAD~1", "git show HEAD:src/b.ts"] },
  ),
];

const HOOK_LEVELS: readonly Level[] = [
  ...HOOKS.map((name) => git("hooks", name, ({ plant }) => void plant(`.git/hooks/${name}`))),
  git("hooks", "behind a link", ({ plant, link }) => {
    plant("scripts/post-index-change");
    plant("scripts/pre-commit");
    link(".git/hooks", "../scripts");
  }),
  git(
    "hooks",
    "of a linked work tree",
    ({ git: run, plant, at, write }) => {
      run("worktree", "add", "-q", at("~/code/linked"));
      for (const name of HOOKS) plant(`.git/hooks/${name}`);
      write("~/code/linked/a.txt", "otherwise\n");
    },
    { cwd: "~/code/linked", root: "~/code/linked" },
  ),
];

const PERSONS: readonly Level[] = [
  git("the person's settings", "a program of whatever project", ({ write, plant }) => {
    plant("tools/planted");
    write("~/.gitconfig", "[user]\n\tname = u\n\temail = u@e.org\n[core]\n\tfsmonitor = tools/planted\n");
  }),
  git("the person's settings", "hooks of whatever project", ({ write, plant }) => {
    for (const name of HOOKS) plant(`hooks/${name}`);
    write("~/.gitconfig", "[user]\n\tname = u\n\temail = u@e.org\n[core]\n\thooksPath = hooks\n");
  }),
  git("the person's settings", "an include that leads into the project", ({ write, plant, at }) => {
    write("team.ini", `[core]\n\tfsmonitor = ${plant("tools/planted")}\n`);
    write("~/.gitconfig", `[user]\n\tname = u\n\temail = u@e.org\n[include]\n\tpath = ${at("team.ini")}\n`);
  }),
  git(
    "the person's settings",
    "in the project",
    ({ write, plant }) => write("xdg/git/config", `[core]\n\tfsmonitor = ${plant("tools/planted")}\n`),
    { env: ({ at }) => ({ XDG_CONFIG_HOME: at("xdg") }) },
  ),
];

const monitored = ({ git: run, plant }: Making, dir: string): void => {
  run("init", "-q", "-b", "main", "--template=", dir);
  run("-C", dir, "config", "core.fsmonitor", plant("tools/planted"));
};

const elsewhere: Level["texts"] = [
  "git status",
  "git diff",
  "git log",
  "git add -A",
  "git add a.txt",
  "git commit -m x",
];

const REPOSITORIES: readonly Level[] = [
  git(
    "where",
    "a directory that is a repository by itself",
    ({ write, plant }) => {
      write("sub/HEAD", "ref: refs/heads/main\n");
      write("sub/objects/info/x", "");
      write("sub/refs/heads/x/y", "");
      write(
        "sub/config",
        `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${plant("tools/planted")}\n`,
      );
    },
    { cwd: "sub", texts: elsewhere },
  ),
  git("where", "one that -C leads to", (at) => monitored(at, at.at("vendor/lib")), {
    texts: [
      ...[
        "git -C vendor/lib status",
        "git -C vendor -C lib status",
        "git -C ./vendor/lib diff",
        "cd vendor/lib && git status",
      ],
      "git -C vendor/lib add -A",
    ],
  }),
  git(
    "where",
    "links to one from a file",
    (at) => {
      monitored(at, at.at("~/code/far"));
      at.write("sub/.git", `gitdir: ${at.at("~/code/far/.git")}\n`);
    },
    { cwd: "sub", texts: elsewhere },
  ),
  git(
    "where",
    "a work tree that does not lead back",
    ({ git: run, at, write, plant }) => {
      run("init", "-q", "-b", "main", "--template=", at("~/code/far"));
      write("~/code/far/a.txt", "x\n");
      run("-C", at("~/code/far"), "add", "-A");
      run("-C", at("~/code/far"), "commit", "-q", "-m", "x");
      run("-C", at("~/code/far"), "worktree", "add", "-q", at("~/code/wt"));
      plant("~/code/far/.git/hooks/post-index-change");
      rmSync(at(".git"), { recursive: true });
      write(".git", `gitdir: ${at("~/code/far/.git/worktrees/wt")}\n`);
    },
    { texts: elsewhere },
  ),
  git("where", "another common directory", ({ git: run, at, write, plant }) => {
    run("init", "-q", "-b", "main", "--template=", at("lib/far"));
    run("-C", at("lib/far"), "config", "core.fsmonitor", plant("tools/planted"));
    write(".git/commondir", "../lib/far/.git\n");
  }),
  git(
    "where",
    "a link of git to one",
    ({ git: run, at, plant }) => {
      run("init", "-q", "-b", "main", "--template=", at("sm"));
      run("-C", at("sm"), "commit", "-q", "--allow-empty", "-m", "x");
      run("add", "sm");
      run("commit", "-q", "-m", "sm", "--", "sm");
      run("-C", at("sm"), "config", "core.fsmonitor", plant("tools/planted"));
    },
    { texts: ["git status", "git diff", "git commit -a -m x", "git add -u", "git status -s"] },
  ),
  git("where", "a work tree elsewhere", ({ git: run, at }) => run("config", "core.worktree", at("~/other")), {
    texts: elsewhere,
  }),
  git(
    "where",
    "not the session's project",
    ({ git: run, at, write }) => {
      run("init", "-q", "-b", "main", "--template=", at("~/other"));
      write("~/other/b.txt", "x\n");
    },
    {
      cwd: "~/other",
      texts: ["git add a.txt", "git add -A", "git commit --allow-empty -m x", "git tag made", "git checkout -b made"],
    },
  ),
  git("where", "borrowing objects", ({ git: run, at, write }) => {
    run("init", "-q", "-b", "main", "--template=", at("~/code/far"));
    write("~/code/far/f.txt", "far\n");
    run("-C", at("~/code/far"), "add", "-A");
    write(".git/objects/info/alternates", `${at("~/code/far/.git/objects")}\n`);
  }),
  git("where", "in the middle of a merge", ({ git: run, write }) => {
    run("update-ref", "MERGE_HEAD", "HEAD~1");
    write(".git/MERGE_MSG", "x\n");
    write(".git/MERGE_MODE", "");
  }),
];

const INSIDES: readonly Level[] = [
  git("links in git", "its records", ({ link, at, write }) => {
    write("~/other/logs/HEAD", "");
    link(".git/logs", at("~/other/logs"));
  }),
  git("links in git", "a branch", ({ link, at, write }) => {
    write("~/other/heads/x", "");
    rmSync(at(".git/refs/tags"), { recursive: true, force: true });
    link(".git/refs/tags", at("~/other/heads"));
  }),
  git("links in git", "the index", ({ link, at, write }) => {
    write("~/other/index", "");
    link(".git/index", at("~/other/index"));
  }),
  git("second names in git", "of the message", ({ hardLink }) => hardLink(".git/COMMIT_EDITMSG.x", "~/.profile"), {
    make: ({ hardLink, at }) => {
      rmSync(at(".git/COMMIT_EDITMSG"), { force: true });
      hardLink(".git/COMMIT_EDITMSG", "~/.profile");
    },
  }),
  git(
    "names of git",
    "that are taken",
    ({ git: run }) => {
      run("remote", "add", "fork", "https://example.invalid/y");
      run("update-ref", "refs/remotes/fork/far", "HEAD");
      run("pack-refs", "--all");
    },
    {
      texts: "main topic v1 origin/main fork/far HEAD src a.txt far"
        .split(" ")
        .flatMap((name) => [
          ...[`git tag ${name}`, `git branch ${name}`, `git checkout -b ${name}`, `git switch -c ${name}`],
        ]),
    },
  ),
];

export const GIT_LEVELS: readonly Level[] = [...SETTINGS, ...HOOK_LEVELS, ...PERSONS, ...REPOSITORIES, ...INSIDES];
