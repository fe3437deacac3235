/** git in plain commands. What its configuration would start is asked of the repository itself, and bars the proof. */
import type { CoreUse } from "./use.ts";

const SHOWN =
  "--stat --shortstat --numstat --name-only --name-status --summary -p -u --patch -s --no-patch --no-color -w -b " +
  "--no-ext-diff --no-textconv --raw --no-renames --word-diff --minimal --full-index -M -C";
const SHOWN_ATTACHED = "--diff-filter --unified -U --color --stat --word-diff --relative";
const WALKED =
  "--oneline --all --decorate --graph --first-parent --follow --merges --no-merges --reverse --left-right --cherry-pick " +
  "--cherry-mark --ancestry-path --topo-order --date-order --walk-reflogs -g --branches --tags --remotes --no-decorate -i " +
  "--abbrev-commit --not";
const WALKED_VALUES = "-n -S -G -L --author --grep --since --until --after --before --max-count --skip --date";
const WALKED_ATTACHED = "--format --pretty --decorate --abbrev --branches --tags --remotes";

const walk: CoreUse = {
  flags: `${WALKED} ${SHOWN}`,
  values: WALKED_VALUES,
  attached: `${WALKED_ATTACHED} ${SHOWN_ATTACHED}`,
  digits: true,
  revisions: true,
};

export const CORE_GIT: CoreUse = {
  flags: "--no-pager --version --no-optional-locks",
  values: "-C",
  least: 0,
  most: 0,
  commands: {
    status: {
      flags: "-s --short -b --branch -z --long --show-stash",
      attached: "--porcelain -u --untracked-files --ignored",
    },
    diff: {
      flags: `${SHOWN} --cached --staged --check --exit-code --quiet --ignore-all-space --ignore-space-change`,
      attached: SHOWN_ATTACHED,
      revisions: true,
    },
    log: walk,
    show: walk,
    shortlog: {
      flags: "-s -n -e --summary --numbered --email --all --no-merges",
      values: "--since --until",
      revisions: true,
    },
    blame: { flags: "-w -e -s -l --line-porcelain --porcelain", values: "-L", revisions: true },
    branch: {
      flags: "-a -r -v -vv --all --remotes --list --show-current --verbose --merged --no-merged",
      values: "--format --sort --points-at",
      attached: "--contains --merged --no-merged --color",
    },
    "rev-parse": {
      flags:
        "--show-toplevel --show-prefix --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --verify -q",
      attached: "--abbrev-ref --short",
      revisions: true,
    },
    "rev-list": {
      flags: "--count --all --no-merges --left-right --first-parent --reverse",
      values: "-n --max-count --since --until",
      attached: "--max-parents --min-parents",
      revisions: true,
    },
    "ls-files": {
      flags:
        "-z -c -d -m -o -i -s --cached --deleted --modified --others --stage --exclude-standard --error-unmatch --full-name",
    },
    "ls-tree": { flags: "-d -r -t -z -l --name-only --long --full-tree --full-name", revisions: true },
    "merge-base": { flags: "-a --all --is-ancestor", revisions: true },
    "cat-file": { flags: "-e -p -t -s", revisions: true },
    "check-ignore": { flags: "-q -v --no-index" },
    "count-objects": { flags: "-v -H", most: 0 },
    "show-ref": { flags: "--heads --tags" },
    "diff-index": { flags: "--cached --name-only --name-status", revisions: true },
    describe: { flags: "--tags --always --all --long", attached: "--abbrev --dirty", revisions: true },
    tag: { flags: "-l --list", values: "--sort --format" },
    reflog: { flags: "--all", values: "-n", attached: "--format --date", digits: true },
    grep: {
      flags: "-n -i -l -c -w -E -F -v -o -h --cached --name-only --line-number --ignore-case",
      values: "-e -A -B -C",
    },
    remote: { flags: "-v --verbose", most: 0, commands: { "get-url": { most: 1 } } },
    worktree: { least: 1, commands: { list: { flags: "--porcelain", most: 0 } } },
    stash: { least: 1, commands: { list: { most: 0 } } },

    add: { flags: "-A -u -v --all --update", changes: true },
    commit: { flags: "-a -q -v --all --quiet --allow-empty -s --signoff", values: "-m --message", changes: true },
    checkout: { values: "-b", least: 0, most: 0, changes: true },
    switch: { values: "-c --create", least: 0, most: 0, changes: true },
    rm: { flags: "-r --cached -q --quiet", least: 1, changes: true },
    mv: { flags: "-v", least: 2, changes: true },
  },
};
