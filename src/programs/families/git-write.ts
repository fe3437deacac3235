/** Git's sub-commands that change the working tree, the index or history, on this machine only. */
import type { Effect } from "../../contract/effect.ts";
import { removes, understood } from "../disk-makers.ts";
import { each, given, line, named, runs, valuesOf } from "../makers.ts";
import type { CommandSpec, EffectMaker, Use } from "../spec.ts";
import { appliesPatch } from "./git-apply.ts";
import { bisect } from "./git-bisect.ts";
import { commit } from "./git-commit.ts";
import { bringsHooks, EDITOR, helpers, objectsNamed, strategies, vcs } from "./git-effects.ts";
import { entriesWritten, filesHashed, updatesIndex, writesEntry } from "./git-entries.ts";
import { anywhereIn, pathspecTargets } from "./git-pathspec.ts";
import { stashCommands, stashSaves } from "./git-stash.ts";
import { secretsAdded } from "./git-taken-up.ts";
import { landings, mayBeTree } from "./landing.ts";

const paths = (use: Use): string => line(use.operands);
const dry = (use: Use): boolean => given(use, "-n --dry-run");

const add: CommandSpec = {
  flags:
    "-n --dry-run -v --verbose -f --force -u --update --renormalize -N --intent-to-add -A --all --no-all --ignore-removal --no-ignore-removal --refresh --ignore-errors --ignore-missing --sparse --pathspec-file-nul -e --edit -i --interactive -p --patch",
  values: { text: "--chmod", read: "--pathspec-from-file" },
  when: { "-e --edit -i --interactive -p --patch": [EDITOR] },
  operands: "text",
  always: [
    helpers("add"),
    (use) =>
      dry(use) ? [] : [vcs("add", { wording: paths(use), ...(given(use, "-f --force") ? { forced: true } : {}) })],
    secretsAdded,
    // A mode that only the index has is on disk after the next checkout.
    (use) => (dry(use) || !given(use, "--chmod") ? [] : entriesWritten(use)),
  ],
};

const CHECKOUT_FLAGS =
  "-l --guess --no-guess --overlay --no-overlay -q --quiet --progress --no-progress -m --merge -d --detach -f --force --overwrite-ignore --no-overwrite-ignore --ignore-other-worktrees -2 --ours -3 --theirs --no-track --ignore-skip-worktree-bits --pathspec-file-nul -p --patch --discard-changes";

/** A new branch, another branch, or files overwritten: `git checkout x` overwrites when `x` is a path on disk. */
function checksOut(use: Use): readonly Effect[] {
  const created = valuesOf(use, "-b -B -c -C --create --force-create --orphan");
  const forced = given(use, "-f --force --discard-changes");
  const discard = vcs("discard", { wording: paths(use), ...(forced ? { forced } : {}) });
  if (forced) return [discard];
  if (created.length > 0) {
    const moves = given(use, "-B -C --force-create") ? { forced: true } : {};
    // From another commit the files change, and with them whatever lies in the work tree.
    const from = use.operands.length === 0 ? {} : ({ act: "git.branch-from", wording: paths(use) } as const);
    return created.map((word) => vcs("branch-create", { branch: word.value, ...moves, ...from }));
  }
  const overwrites =
    use.words.some((word) => word.text === "--") ||
    use.operands.length > 1 ||
    given(use, "-p --patch --ours --theirs -2 -3 --pathspec-from-file") ||
    use.operands.some((word) => word.value === null || word.glob || isOnDisk(use, word.value));
  if (overwrites && use.path[0] === "checkout") return [discard];
  return [vcs("switch", { branch: named(use) })];
}

/** A new branch from where one stands brings nothing. */
const bringsOther: EffectMaker = (use) =>
  use.operands.length === 0 && given(use, "-b -B -c -C --create --force-create --orphan") ? [] : bringsHooks(use);

const isOnDisk = (use: Use, value: string): boolean =>
  value !== "-" &&
  use.context.world.lstat(use.target({ value, text: value, glob: false, splits: false, prefix: value }).path).kind !==
    "absent";

const checkout: CommandSpec = {
  flags: CHECKOUT_FLAGS,
  values: { text: "-b -B --orphan --conflict -c -C --create --force-create", read: "--pathspec-from-file" },
  attached: { text: "-t --track --recurse-submodules" },
  when: { "-p --patch": [EDITOR] },
  operands: "text",
  always: [helpers("checkout"), bringsOther, checksOut],
};

/** Only taking files off the index loses nothing. */
const restores: EffectMaker = (use) => [
  given(use, "-S --staged") && !given(use, "-W --worktree")
    ? vcs("other", { wording: "unstages" })
    : vcs("discard", { wording: paths(use) }),
];

function resets(use: Use): readonly Effect[] {
  if (given(use, "--hard --merge --keep"))
    return [vcs("discard", { wording: `reset to ${named(use) ?? "HEAD"}`, forced: true })];
  const first = named(use);
  const onlyIndex =
    use.operands.length === 0 ||
    first === "HEAD" ||
    use.operands.length > 1 ||
    use.words.some((word) => word.text === "--");
  return [
    onlyIndex && !given(use, "--soft")
      ? vcs("other", { wording: "unstages" })
      : vcs("rewrite", { wording: `moves the branch to ${first ?? "HEAD"}` }),
  ];
}

const sequencer: CommandSpec = {
  flags:
    "--quit --continue --abort --skip -n --no-commit -e --edit --no-edit -s --signoff --rerere-autoupdate --no-rerere-autoupdate --no-gpg-sign -x --ff --allow-empty --allow-empty-message --keep-redundant-commits --reference",
  values: { text: "--cleanup -m --mainline --strategy -X --strategy-option --empty" },
  when: { "-e --edit": [EDITOR] },
  operands: "text",
  always: [
    helpers("rewrite"),
    strategies,
    bringsHooks,
    (use) => [
      given(use, "--abort --quit --skip") ? vcs("discard", { wording: `${use.path[0]} in progress` }) : vcs("merge"),
    ],
  ],
};

export const GIT_WRITE: Readonly<Record<string, CommandSpec>> = {
  ...each("add stage", add),
  commit,
  ...each("checkout switch", checkout),
  restore: {
    flags: `${CHECKOUT_FLAGS} -S --staged -W --worktree --ignore-unmerged`,
    values: { text: "-s --source --conflict", read: "--pathspec-from-file" },
    attached: { text: "--recurse-submodules" },
    when: { "-p --patch": [EDITOR] },
    operands: "text",
    always: [helpers("checkout"), bringsHooks, restores],
  },
  reset: {
    flags:
      "-q --quiet --no-refresh --refresh --mixed --soft --hard --merge --keep -N --intent-to-add -p --patch --pathspec-file-nul",
    values: { read: "--pathspec-from-file" },
    attached: { text: "--recurse-submodules" },
    when: { "-p --patch": [EDITOR] },
    operands: "text",
    always: [helpers("checkout"), (use) => (given(use, "--hard --merge --keep") ? bringsHooks(use) : []), resets],
  },
  clean: {
    flags: "-q --quiet -n --dry-run -f --force -i --interactive -d -x -X",
    values: { text: "-e --exclude" },
    operands: "text",
    always: [
      helpers("status"),
      (use) =>
        dry(use) ? [] : [vcs("discard", { forced: true, wording: `deletes untracked files ${paths(use)}`.trim() })],
    ],
  },
  rm: {
    flags: "-n --dry-run -q --quiet --cached -f --force -r --ignore-unmatch --sparse --pathspec-file-nul",
    values: { read: "--pathspec-from-file" },
    operands: "text",
    always: [
      helpers("add"),
      (use) => {
        if (dry(use)) return [];
        const recursive = given(use, "-r");
        if (given(use, "--cached"))
          return [vcs("other", { wording: "stops tracking files" }), ...entriesWritten(use, { recursive })];
        const gone = [
          ...use.operands.flatMap((word) => pathspecTargets(use, word)),
          ...(given(use, "--pathspec-from-file") ? [anywhereIn(use)] : []),
        ].map((target): Effect => removes(target, recursive && target.certainty === "exact"));
        return [vcs(given(use, "-f --force") ? "discard" : "other", { wording: `removes ${paths(use)}` }), ...gone];
      },
    ],
  },
  mv: {
    flags: "-v --verbose -n --dry-run -f --force -k --sparse",
    operands: "text",
    always: [
      helpers("add"),
      (use) => {
        const all = dry(use) ? undefined : landings(use);
        if (all === undefined) return [];
        const as = given(use, "-f --force") ? {} : { as: "move" as const };
        return [
          vcs("other", { wording: `renames ${paths(use)}` }),
          ...all.flatMap(({ from, at }): readonly Effect[] => {
            const recursive = mayBeTree(use, from);
            return [
              removes(from, recursive),
              ...at.map((target): Effect => ({ do: "write", target, from, recursive, ...as })),
            ];
          }),
          // Entries without a file get their new names unseen.
          ...(given(use, "--sparse") ? [writesEntry(anywhereIn(use))] : []),
        ];
      },
    ],
  },
  ...each("cherry-pick revert", sequencer),
  merge: {
    flags:
      "-n --stat --no-stat --summary --squash --no-squash --commit --no-commit -e --edit --no-edit --ff --no-ff --ff-only --rerere-autoupdate --no-rerere-autoupdate -v --verbose -q --quiet --abort --quit --continue --allow-unrelated-histories --progress --no-progress --no-gpg-sign --autostash --no-autostash --overwrite-ignore --no-overwrite-ignore --signoff --no-signoff --no-verify --verify",
    values: { text: "--cleanup -s --strategy -X --strategy-option -m --message --into-name", read: "-F --file" },
    attached: { text: "--log" },
    when: { "-e --edit": [EDITOR] },
    operands: "text",
    always: [
      helpers("merge"),
      strategies,
      bringsHooks,
      (use) => [
        given(use, "--abort --quit")
          ? vcs("discard", { wording: "merge in progress" })
          : vcs("merge", { branch: named(use) }),
      ],
    ],
  },
  rebase: {
    flags:
      "--keep-base --no-verify --verify -q --quiet -v --verbose -n --no-stat --stat --signoff --committer-date-is-author-date --reset-author-date --ignore-whitespace -f --force-rebase --no-ff --ff --continue --skip --abort --quit --show-current-patch --apply -m --merge --rerere-autoupdate --no-rerere-autoupdate --autosquash --no-autosquash --update-refs --no-update-refs --no-gpg-sign --autostash --no-autostash --fork-point --no-fork-point --root --reschedule-failed-exec --no-reschedule-failed-exec --reapply-cherry-picks --no-reapply-cherry-picks -i --interactive --edit-todo",
    values: { text: "--onto -C --whitespace --empty -s --strategy -X --strategy-option", code: "-x --exec" },
    attached: { text: "-r --rebase-merges" },
    runsCode: "-x --exec",
    when: { "-i --interactive --edit-todo": [EDITOR] },
    operands: "text",
    always: [
      helpers("rewrite"),
      strategies,
      bringsHooks,
      (use) => [
        given(use, "--abort --quit --skip")
          ? vcs("discard", { wording: "rebase in progress" })
          : vcs("rewrite", { branch: named(use) }),
      ],
    ],
  },
  init: {
    flags: "--bare -q --quiet",
    values: { text: "-b --initial-branch --object-format", write: "--separate-git-dir", read: "--template" },
    attached: { text: "--shared" },
    when: { "--template": [runs("helper", "hooks come from a template")] },
    operands: "text",
    always: [(use) => [vcs("other", { wording: `a new repository in ${named(use) ?? "."}` })]],
  },
  ...each("gc prune repack pack-refs maintenance", {
    style: "words",
    operands: "text",
    always: [helpers("refs"), rewritesStore],
  }),
  ...each("filter-branch filter-repo", {
    style: "words",
    operands: "text",
    always: [vcs("rewrite", { forced: true, wording: "every commit" }), runs("code", "filters are code")],
  }),
  "update-ref": {
    flags: "-d --stdin -z --no-deref --create-reflog",
    values: { text: "-m" },
    operands: "text",
    always: [helpers("refs"), vcs("rewrite", { forced: true, wording: "moves a ref" }), objectsNamed],
  },
  "update-index": {
    style: "words",
    operands: "text",
    always: [helpers("add"), vcs("add", { wording: "the index" }), updatesIndex],
  },
  apply: { style: "words", operands: "text", always: [helpers("checkout"), bringsHooks, appliesPatch] },
  am: { style: "words", operands: "text", always: [helpers("rewrite"), bringsHooks, appliesPatch] },
  ...each("read-tree checkout-index", {
    style: "words",
    operands: "text",
    always: [helpers("checkout"), bringsHooks, vcs("discard", { wording: "overwrites files" })],
  }),
  ...each("write-tree commit-tree mktree pack-objects unpack-objects replace rerere", {
    style: "words",
    operands: "text",
    always: [helpers("refs"), vcs("other"), objectsNamed],
  }),
  "hash-object": {
    style: "words",
    operands: "text",
    always: [helpers("add"), vcs("other"), filesHashed],
  },
  stash: {
    ...stashSaves,
    always: [],
    commands: stashCommands(),
    read: (use) => understood([...helpers("checkout")(use), vcs("stash")]),
  },
  bisect: { style: "words", operands: "text", read: bisect },
};

function rewritesStore(use: Use): readonly Effect[] {
  const words = use.words.map((word) => word.value ?? "");
  const loses =
    use.path[0] === "prune" ||
    words.some((value) => value.startsWith("--prune") || value === "--aggressive" || value === "-d" || value === "-ad");
  return [
    loses
      ? vcs("rewrite", { forced: true, wording: "objects nothing points to are lost" })
      : vcs("other", { wording: "tidies the object store" }),
  ];
}
