/**
 * git in plain commands. What its configuration would start is asked of the repository itself, and bars the proof. Of commits it
 * tells names, counts and messages; no option here prints what they hold but those of `diff` (`src/policy/proofs/plain/commits.ts`).
 */
import type { CoreUse } from "./use.ts";

const LISTED =
  "--stat --shortstat --numstat --name-only --name-status --summary -s --no-patch --no-color --no-ext-diff --no-textconv " +
  "--no-renames -M -C";
const LISTED_ATTACHED = "--diff-filter --color --stat";
const WALKED =
  "--oneline --all --decorate --graph --first-parent --follow --merges --no-merges --reverse --left-right --cherry-pick " +
  "--ancestry-path --topo-order --date-order --branches --tags --remotes --no-decorate -i --abbrev-commit --not";
const WALKED_VALUES = "-n --author --grep --since --until --after --before --max-count --skip --date";
const WALKED_ATTACHED = "--format --pretty --decorate --abbrev --branches --tags --remotes";

const walk: CoreUse = {
  flags: `${WALKED} ${LISTED}`,
  values: WALKED_VALUES,
  attached: `${WALKED_ATTACHED} ${LISTED_ATTACHED}`,
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
      flags: `${LISTED} --cached --staged --check --exit-code --quiet -w -b --word-diff`,
      attached: `${LISTED_ATTACHED} --unified -U --word-diff`,
      revisions: true,
    },
    log: walk,
    show: walk,
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
    "ls-files": {
      flags:
        "-z -c -d -m -o -i -s --cached --deleted --modified --others --stage --exclude-standard --error-unmatch --full-name",
    },
    "ls-tree": { flags: "-d -r -t -z -l --name-only --long --full-tree --full-name", revisions: true },
    "merge-base": { flags: "-a --all --is-ancestor", revisions: true },
    "check-ignore": { flags: "-q -v --no-index" },
    tag: { flags: "-l --list", values: "--sort --format" },
    remote: { flags: "-v --verbose", most: 0, commands: { "get-url": { most: 1 } } },
    worktree: { least: 1, commands: { list: { flags: "--porcelain", most: 0 } } },

    add: { flags: "-A -u -v --all --update", changes: true },
    commit: { flags: "-a -q --all --quiet --allow-empty -s --signoff", values: "-m --message", changes: true },
    checkout: { values: "-b", least: 0, most: 0, changes: true },
    switch: { values: "-c --create", least: 0, most: 0, changes: true },
  },
};
