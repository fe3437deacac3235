/** Git's reading sub-commands. What repository configuration would make them run is asked of the git room. */
import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { reads } from "../disk-makers.ts";
import { each, given, joinOptions } from "../makers.ts";
import type { CommandSpec, Use } from "../spec.ts";
import { shownSecrets } from "./compared-trees.ts";
import { anyObject, formatsShown, helpers, objectsRead, objectWords, pathsRead, signatures } from "./git-effects.ts";
import {
  DIFF_ATTACHED,
  DIFF_FLAGS,
  DIFF_VALUES,
  RUNS_HELPER,
  SHORTLOG_VALUES,
  WALK_ATTACHED,
  WALK_FLAGS,
  WALK_VALUES,
} from "./git-options.ts";
import { searched } from "./git-searched.ts";
import {
  blamedShown,
  commitsShown,
  differenceShown,
  keysNamed,
  plumbingShown,
  seriesShown,
  walkShown,
} from "./git-secrets.ts";

const diffing: CommandSpec = {
  flags: `${DIFF_FLAGS} --cached --staged --merge-base -0 -1 -2 -3 --base --ours --theirs --no-index`,
  values: DIFF_VALUES,
  attached: DIFF_ATTACHED,
  runsCode: RUNS_HELPER,
  operands: "text",
  always: [helpers("diff"), pathsRead],
};

/** Two trees or files anywhere are compared when it is said, or when an operand lies outside the project. */
export const GIT_DIFF: CommandSpec = {
  ...diffing,
  always: [helpers("diff"), pathsRead, objectsRead(objectWords), anyTwoPlaces, keysNamed, differenceShown],
};

export const GIT_LOG: CommandSpec = {
  flags: `${WALK_FLAGS} ${DIFF_FLAGS}`,
  values: joinOptions(DIFF_VALUES, WALK_VALUES),
  attached: joinOptions(DIFF_ATTACHED, WALK_ATTACHED),
  runsCode: RUNS_HELPER,
  digits: true,
  operands: "text",
  always: [helpers("log"), pathsRead, signatures, walkShown],
};

const plumbing: CommandSpec = {
  ...GIT_LOG,
  flags: `${WALK_FLAGS} ${DIFF_FLAGS} --cached --no-commit-id -v --pretty -q`,
  always: [helpers("diff"), pathsRead, signatures, plumbingShown],
};

const status: CommandSpec = {
  flags:
    "-v --verbose -s --short -b --branch --no-branch --show-stash --no-show-stash --ahead-behind --no-ahead-behind --long -z --null --renames --no-renames --no-column",
  attached: { text: "--porcelain -u --untracked-files --ignored --ignore-submodules --column -M --find-renames" },
  operands: "text",
  always: [helpers("status")],
};

const LIST_VALUES = {
  text: "--sort --format --points-at --contains --no-contains --merged --no-merged --count --exclude",
};

export const GIT_READ: Readonly<Record<string, CommandSpec>> = {
  status,
  diff: GIT_DIFF,
  log: GIT_LOG,
  whatchanged: GIT_LOG,
  show: {
    ...GIT_LOG,
    always: [helpers("show"), pathsRead, objectsRead(objectWords), signatures, keysNamed, commitsShown],
  },
  "rev-list": {
    ...GIT_LOG,
    flags: `${WALK_FLAGS} ${DIFF_FLAGS} --count --objects --objects-edge --header --timestamp --quiet --object-names --no-object-names --use-bitmap-index --unpacked --no-commit-header --bisect-vars --bisect-all`,
  },
  ...each("diff-tree diff-index diff-files", plumbing),
  "range-diff": {
    flags: `${DIFF_FLAGS} --no-dual-color --left-only --right-only`,
    values: joinOptions(DIFF_VALUES, { text: "--creation-factor" }),
    attached: joinOptions(DIFF_ATTACHED, { text: "--notes --no-notes" }),
    runsCode: RUNS_HELPER,
    operands: "text",
    always: [helpers("diff"), seriesShown],
  },
  shortlog: {
    flags: `${WALK_FLAGS} -n --numbered -s --summary -e --email --committer`,
    values: joinOptions(SHORTLOG_VALUES, { text: "--group" }),
    attached: joinOptions(WALK_ATTACHED, { text: "-w" }),
    digits: true,
    operands: "text",
    always: [helpers("log"), signatures],
  },
  blame: {
    flags:
      "--incremental -b --root --show-stats --progress --no-progress --score-debug -f --show-name -n --show-number -p --porcelain --line-porcelain -c -t -l -s -e --show-email -w --color-lines --color-by-age --minimal --first-parent --reverse --no-textconv",
    values: { text: "--ignore-rev -L --since --date", read: "--ignore-revs-file -S --contents" },
    attached: { text: "-C -M --abbrev" },
    operands: "text",
    always: [helpers("diff"), pathsRead, blamedShown],
  },
  grep: {
    flags:
      "--cached --untracked --exclude-standard --no-exclude-standard -v --invert-match -i --ignore-case -w --word-regexp -a --text -I -r --recursive --no-recursive -E --extended-regexp -G --basic-regexp -F --fixed-strings -P --perl-regexp -n --line-number --column -h -H --full-name -l --files-with-matches --name-only -L --files-without-match -z --null -o --only-matching -c --count --no-color --break --heading -p --show-function -W --function-context --and --or --not -q --quiet --all-match --no-index --no-textconv",
    values: {
      text: "-e --max-depth --threads -m --max-count -C --context -B --before-context -A --after-context",
      read: "-f",
    },
    attached: { text: "--color -O --open-files-in-pager" },
    runsCode: "--textconv --open-files-in-pager -O --recurse-submodules",
    digits: true,
    operands: "text",
    always: [helpers("diff"), searched],
  },
  "rev-parse": {
    flags:
      "--show-toplevel --show-prefix --show-cdup --show-superproject-working-tree --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --shared-index-path --verify -q --quiet --sq --symbolic --symbolic-full-name --all --branches --tags --remotes --local-env-vars --not --revs-only --no-revs --flags --no-flags",
    values: { text: "--default --prefix --resolve-git-dir --git-path" },
    attached: {
      text: "--abbrev-ref --short --path-format --show-object-format --disambiguate --glob --exclude --since --until --branches --tags --remotes",
    },
    operands: "text",
  },
  "ls-files": {
    flags:
      "-z -t -v -f -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -k --killed --directory --no-directory --eol --no-empty-directory --empty-directory -u --unmerged --resolve-undo --exclude-standard --full-name --error-unmatch --debug --deduplicate --sparse",
    values: { text: "-x --exclude --with-tree --format --exclude-per-directory", read: "-X --exclude-from" },
    attached: { text: "--abbrev" },
    operands: "text",
    always: [helpers("status")],
  },
  "ls-tree": {
    flags: "-d -r -t -z -l --long --name-only --name-status --object-only --full-name --full-tree",
    values: { text: "--format" },
    attached: { text: "--abbrev" },
    operands: "text",
    always: [helpers("show")],
  },
  "cat-file": {
    flags:
      "-e -p -t -s --allow-unknown-type --use-mailmap --mailmap -z -Z --batch-all-objects --buffer --follow-symlinks --unordered",
    values: { text: "--path" },
    attached: { text: "--batch --batch-check --batch-command" },
    runsCode: "--textconv --filters",
    operands: "text",
    always: [helpers("show"), pathsRead, keysNamed, catsObjects],
  },
  "show-ref": {
    flags: "--tags --heads --branches --verify --head -d --dereference -q --quiet --exists",
    attached: { text: "-s --hash --abbrev --exclude-existing" },
    operands: "text",
  },
  "for-each-ref": {
    flags:
      "--contains --no-contains --merged --no-merged -s --shell -p --perl --python --tcl --ignore-case --omit-empty --include-root-refs --stdin",
    values: LIST_VALUES,
    attached: { text: "--color" },
    operands: "text",
    always: [signatures, formatsShown],
  },
  "merge-base": { flags: "-a --all --octopus --independent --is-ancestor --fork-point", operands: "text" },
  "name-rev": {
    flags: "--name-only --tags --all --stdin --annotate-stdin --undefined --no-undefined --always",
    values: { text: "--refs --exclude" },
    operands: "text",
  },
  describe: {
    flags: "--contains --debug --all --tags --long --first-parent --exact-match --always",
    values: { text: "--candidates --match --exclude" },
    attached: { text: "--abbrev --dirty --broken" },
    operands: "text",
    always: [helpers("status")],
  },
  "check-ignore": { flags: "-q --quiet -v --verbose --stdin -z -n --non-matching --no-index", operands: "text" },
  "check-attr": { flags: "-a --all --cached --stdin -z", values: { text: "--source" }, operands: "text" },
  "check-ref-format": {
    flags: "--normalize --print --allow-onelevel --no-allow-onelevel --refspec-pattern --branch",
    operands: "text",
  },
  "check-mailmap": { flags: "--stdin", operands: "text" },
  "count-objects": { flags: "-v --verbose -H --human-readable", operands: { max: 0 } },
  cherry: { flags: "-v --verbose", attached: { text: "--abbrev" }, operands: "text" },
  "show-branch": {
    flags:
      "-a --all -r --remotes --no-color --list --no-name --current --sha1-name --merge-base --independent --topo-order --topics --sparse --date-order",
    attached: { text: "--color --more -g --reflog" },
    operands: "text",
  },
  fsck: {
    flags:
      "-v --verbose --unreachable --dangling --no-dangling --tags --root --cache --reflogs --no-reflogs --full --no-full --connectivity-only --strict --progress --no-progress --name-objects",
    operands: "text",
  },
  var: { flags: "-l", operands: { rest: "text", max: 1 } },
  version: { flags: "--build-options", operands: { max: 0 } },
};

/** Objects named by words, or on the input, where they may be any. Their types and sizes alone tell nothing. */
function catsObjects(use: Use): readonly Effect[] {
  if (given(use, "--batch --batch-command")) return anyObject(use);
  return given(use, "-e -t -s --batch-check") ? [] : objectsRead(objectWords)(use);
}

/** `git diff a b` leaves the repository as soon as one of two places lies outside it. */
function anyTwoPlaces(use: Use): readonly Effect[] {
  const outside = (word: KnownWord): boolean => {
    const target = use.target(word);
    const root = use.context.projectRoot;
    return target.certainty === "exact" && target.path !== root && !target.path.startsWith(`${root}/`);
  };
  if (!given(use, "--no-index") && !use.operands.some(outside)) return [];
  return [...use.operands.map((word) => reads(use.target(word), true)), ...shownSecrets(use, true)];
}
