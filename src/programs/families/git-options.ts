/** Option lists that several git sub-commands share, as git's own parsers read them. */
import { joinOptions } from "../makers.ts";

/** Flags of every command that prints a diff. `--output` and friends are not here: they write. */
export const DIFF_FLAGS =
  "-p -u --patch -s --no-patch --raw --patch-with-raw --patch-with-stat --indent-heuristic --no-indent-heuristic --minimal --patience " +
  "--histogram --compact-summary --numstat --shortstat --cumulative --summary -z --name-only --name-status --no-color " +
  "--no-color-moved --no-color-moved-ws --no-renames --rename-empty --no-rename-empty --check --full-index --binary " +
  "--find-copies-harder -D --irreversible-delete --pickaxe-all --pickaxe-regex -R --no-relative -a --text " +
  "--ignore-cr-at-eol --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space --ignore-blank-lines -W " +
  "--function-context --no-function-context --exit-code --quiet --no-ext-diff --no-textconv --no-prefix --default-prefix " +
  "--ita-invisible-in-index --combined-all-paths --cc --no-abbrev --no-diff-merges --full-diff";

/** With a value, attached or in the next word. */
export const DIFF_VALUES = {
  text:
    "-S -G -I --ignore-matching-lines --diff-algorithm --anchored --diff-filter --src-prefix --dst-prefix " +
    "--line-prefix --output-indicator-new --output-indicator-old --output-indicator-context --word-diff-regex " +
    "--color-moved-ws --ws-error-highlight --find-object --skip-to --rotate-to --inter-hunk-context --diff-merges " +
    "--stat-width --stat-name-width --stat-count --stat-graph-width -l",
  read: "-O",
  write: "--output",
};

/** With a value that can only be attached. */
export const DIFF_ATTACHED = {
  text:
    "-U --unified --stat --dirstat --dirstat-by-file -X --submodule --color --color-moved --word-diff --color-words " +
    "--abbrev -B --break-rewrites -M --find-renames -C --find-copies --relative --ignore-submodules",
};

/** Flags of every command that walks history. */
export const WALK_FLAGS =
  "--oneline --all --branches --tags --remotes --merges --no-merges --first-parent --reverse --graph --no-graph --no-decorate " +
  "--clear-decorations --source --use-mailmap --mailmap --no-mailmap --log-size --follow --full-history --dense --sparse " +
  "--simplify-merges --simplify-by-decoration --show-pulls --ancestry-path --topo-order --date-order --author-date-order " +
  "--left-right --left-only --right-only --cherry --cherry-mark --cherry-pick --boundary --no-walk --do-walk --walk-reflogs -g " +
  "--reflog --not -i --regexp-ignore-case -E --extended-regexp -F --fixed-strings -P --perl-regexp --basic-regexp --all-match " +
  "--invert-grep --abbrev-commit --no-abbrev-commit --relative-date --parents --children --no-notes --no-expand-tabs -c -m -t " +
  "--remerge-diff --no-diff-merges --bisect --ignore-missing --remove-empty --merge --no-min-parents --no-max-parents " +
  "--grep-reflog-ignored --single-worktree --alternate-refs --in-commit-order --exclude-first-parent-only --root -r --stdin";

/** In shortlog `-n` means "numbered" and `--committer` is a grouping: neither takes a value. */
export const SHORTLOG_VALUES = {
  text:
    "--max-count --skip --since --after --until --before --since-as-filter --author --grep --grep-reflog --date " +
    "--decorate-refs --decorate-refs-exclude --exclude --glob --encoding --max-age --min-age -L",
};

export const WALK_VALUES = joinOptions(SHORTLOG_VALUES, { text: "-n --committer" });

export const WALK_ATTACHED = {
  text:
    "--pretty --format --decorate --notes --show-notes --expand-tabs --min-parents --max-parents --branches --tags " +
    "--remotes --ancestry-path --no-walk --exclude-hidden --disk-usage --missing --filter",
};

/** Options that make a reading command run a helper named by configuration, or check signatures with one. */
export const RUNS_HELPER = "--ext-diff --textconv --show-signature";

/** Settings that say how git shows or names things: with them it starts nothing, trusts nobody and speaks to nobody else. */
export const HARMLESS_SETTINGS =
  /^(?:color\.[a-z.-]+|core\.(?:quotepath|abbrev|precomposeunicode|longpaths|filemode|ignorecase|optionallocks|preloadindex)|advice\.[a-z]+|user\.(?:name|email)|author\.(?:name|email)|committer\.(?:name|email)|log\.(?:date|decorate|abbrevcommit|follow)|diff\.(?:renames|renamelimit|algorithm|context|mnemonicprefix|noprefix|colormoved|suppressblankempty|ignoresubmodules)|status\.[a-z]+|grep\.(?:linenumber|column|patterntype|fullname|extendedregexp)|init\.defaultbranch|pull\.(?:rebase|ff)|merge\.(?:conflictstyle|ff|renames)|rebase\.(?:autosquash|autostash)|gc\.auto|maintenance\.auto|fetch\.prune|push\.default|column\.ui|blame\.(?:blankboundary|coloring|date|markignoredlines|markunblamablelines|showemail|showroot)|tag\.sort|branch\.sort|versionsort\.suffix|i18n\.[a-z]+|protocol\.version)$/;

/** The list everybody keeps under this name; any other file would be shown as one that is no list. */
export const LIST_OF_REVISIONS = /^\.git-blame-ignore-revs$/;
