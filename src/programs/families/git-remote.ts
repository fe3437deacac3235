/** Git's sub-commands that talk to other repositories, and what they name: remote, branch, force, delete. */
import { act, type Effect, type VcsEffect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { HOLE } from "../../contract/reading.ts";
import { shows, understood } from "../disk-makers.ts";
import { codeOfWords, each, given, joinOptions, named, runs, valuesOf } from "../makers.ts";
import type { CommandSpec, Use } from "../spec.ts";
import { clone } from "./git-clone.ts";
import { bringsHooks, contact, EDITOR, helpers, settingsShown, strategies, vcs } from "./git-effects.ts";

const isForced = (use: Use): boolean => given(use, "-f --force --force-with-lease --mirror");
const isDeleting = (use: Use): boolean => given(use, "-d --delete --prune --mirror");

/** `[+][source][:destination]`; without a source the destination is deleted. The branch of `HEAD` is not known. */
function pushOf(refspec: KnownWord, use: Use, remote: string | null): VcsEffect {
  const written = refspec.value;
  if (written === null)
    return vcs("push", {
      remote,
      branch: null,
      forced: true,
      deletes: true,
      wording: `the refspec ${refspec.text} is not known`,
    });
  const plus = written.startsWith("+");
  const [source = "", destination] = (plus ? written.slice(1) : written).split(":");
  const deletes = isDeleting(use) || (source === "" && destination !== undefined);
  const forced = plus || isForced(use);
  return vcs("push", {
    remote,
    branch: branchName(destination ?? source),
    ...(forced ? { forced } : {}),
    ...(deletes ? { deletes } : {}),
  });
}

function branchName(ref: string): string | null {
  const name = ref.replace(/^refs\/heads\//, "");
  return name === "" || name === "HEAD" || name === "@" || /[*?[]/.test(name) ? null : name;
}

function pushes(use: Use): readonly Effect[] {
  const repo = use.operands[0] ?? valuesOf(use, "--repo")[0];
  const remote = repo === undefined ? null : repo.value;
  const reached = contact(use, repo, true);
  if (given(use, "-n --dry-run")) return reached;
  const refspecs = use.operands.slice(1);
  const forced = isForced(use) ? { forced: true } : {};
  const deletes = isDeleting(use) ? { deletes: true } : {};
  const options = ["--all", "--branches", "--mirror", "--tags", "--no-verify"]
    .filter((name) => use.options.has(name))
    .join(" ");
  const told = options === "" ? {} : { wording: options };
  if (refspecs.length === 0) return [vcs("push", { remote, branch: null, ...forced, ...deletes, ...told }), ...reached];
  const named = refspecs
    .filter((word) => word.value !== "tag")
    .map((word) => ({ ...pushOf(word, use, remote), ...told }));
  return [...named, ...reached];
}

const FETCH_FLAGS =
  "-v --verbose -q --quiet --all --no-all --set-upstream -a --append --atomic -f --force -m --multiple -t --tags --no-tags --prefetch -p --prune --no-prune -P --prune-tags --dry-run --write-fetch-head --no-write-fetch-head -k --keep -u --update-head-ok --progress --no-progress --unshallow --refetch --update-shallow -4 --ipv4 -6 --ipv6 --negotiate-only --auto-maintenance --no-auto-maintenance --auto-gc --no-auto-gc --show-forced-updates --no-show-forced-updates --write-commit-graph --no-write-commit-graph --stdin --porcelain --no-recurse-submodules";
const FETCH_VALUES = {
  text: "--depth --shallow-since --shallow-exclude --deepen --refmap -o --server-option --negotiation-tip --filter",
};

const fetch: CommandSpec = {
  flags: `${FETCH_FLAGS} -n`,
  values: joinOptions(FETCH_VALUES, { text: "-j --jobs", program: "--upload-pack" }),
  attached: { text: "--recurse-submodules" },
  runsCode: "--upload-pack",
  operands: "text",
  always: [helpers("fetch"), (use) => [vcs("fetch", { remote: named(use) }), ...contact(use, use.operands[0], false)]],
};

const pull: CommandSpec = {
  flags: `${FETCH_FLAGS} -n --stat --no-stat --no-rebase --squash --no-squash --commit --no-commit --edit -e --no-edit --ff --no-ff --ff-only --verify --no-verify --verify-signatures --autostash --no-autostash --allow-unrelated-histories --no-gpg-sign --signoff --no-signoff`,
  values: joinOptions(FETCH_VALUES, { text: "--cleanup -s --strategy -X --strategy-option", program: "--upload-pack" }),
  attached: { text: "--recurse-submodules -r --rebase -j --jobs --log" },
  runsCode: "--upload-pack",
  when: { "-e --edit": [EDITOR] },
  operands: "text",
  always: [
    helpers("fetch"),
    helpers("merge"),
    strategies,
    bringsHooks,
    (use) => [vcs("pull", { remote: named(use), branch: named(use, 1) }), ...contact(use, use.operands[0], false)],
  ],
};

const remotes: Record<string, CommandSpec> = {
  show: {
    flags: "-n",
    operands: "text",
    always: [
      (use) =>
        given(use, "-n") || use.operands.length === 0
          ? []
          : [...helpers("fetch")(use), ...contact(use, use.operands[0], false)],
    ],
  },
  "get-url": { flags: "--push --all", operands: "text", always: [settingsShown] },
  add: {
    flags: "-f --fetch --tags --no-tags",
    values: { text: "-t --track -m --master" },
    attached: { text: "--mirror" },
    operands: "text",
    always: [
      (use) => [
        vcs("remote-change", {
          remote: named(use),
          wording: `adds ${named(use, 1) ?? "an address that is not known"}`,
        }),
        ...(given(use, "-f --fetch") ? contact(use, use.operands[1], false) : []),
      ],
    ],
  },
  "set-url": {
    flags: "--push --add --delete",
    operands: "text",
    always: [
      (use) => [
        vcs("remote-change", { remote: named(use), wording: `now ${named(use, 1) ?? "an address that is not known"}` }),
      ],
    ],
  },
  ...each("remove rm rename set-branches", {
    flags: "--add --progress --no-progress",
    operands: "text",
    always: [helpers("refs"), (use) => [vcs("remote-change", { remote: named(use), wording: use.path[1] ?? "" })]],
  }),
  "set-head": {
    flags: "-a --auto -d --delete",
    operands: "text",
    always: [
      helpers("refs"),
      (use) => [vcs("config", { remote: named(use), wording: "the default branch of a remote" })],
    ],
  },
  prune: {
    flags: "-n --dry-run",
    operands: "text",
    always: [
      helpers("fetch"),
      (use) => [vcs("fetch", { remote: named(use) }), ...contact(use, use.operands[0], false)],
    ],
  },
  update: {
    flags: "-p --prune",
    operands: "text",
    always: [helpers("fetch"), (use) => [vcs("fetch", { remote: named(use) }), ...contact(use, undefined, false)]],
  },
};

const submodules: Record<string, CommandSpec> = {
  ...each("status summary", {
    flags: "--cached --recursive --quiet -q --files",
    values: { text: "--summary-limit" },
    operands: "text",
    always: [helpers("status"), runs("helper", "submodules have configuration of their own")],
  }),
  ...each("add update init sync set-url set-branch absorbgitdirs deinit", {
    style: "words",
    operands: "text",
    always: [
      helpers("fetch"),
      (use) => [
        vcs(/^(?:sync|set-url)$/.test(use.path[1] ?? "") ? "remote-change" : "clone", {
          wording: `submodules: ${use.path[1]}`,
        }),
        ...contact(use, undefined, false),
      ],
    ],
  }),
  foreach: {
    style: "words",
    operands: "text",
    read: (use) =>
      understood(
        [],
        [
          {
            kind: "script",
            code:
              codeOfWords(use.operands.filter(({ value }) => value !== "--recursive" && value !== "--quiet")) ?? HOLE,
            via: "git submodule foreach",
          },
        ],
      ),
  },
};

export const GIT_REMOTE: Readonly<Record<string, CommandSpec>> = {
  push: {
    flags:
      "-v --verbose -q --quiet --all --branches --mirror -d --delete --tags -n --dry-run --porcelain -f --force --force-if-includes --no-force-if-includes --thin --no-thin -u --set-upstream --progress --no-progress --prune --no-verify --verify --follow-tags --no-follow-tags --atomic --no-atomic -4 --ipv4 -6 --ipv6 --no-force-with-lease --no-signed",
    values: { text: "--repo --recurse-submodules -o --push-option", program: "--receive-pack --exec" },
    attached: { text: "--force-with-lease --signed" },
    runsCode: "--receive-pack --exec",
    means: { "--mirror": "--force --prune" },
    signs: { "+": "--force", ":": "--delete" },
    when: { "--signed": [runs("helper", "a signing program")] },
    operands: "text",
    always: [helpers("push"), pushes],
  },
  fetch,
  pull,
  clone,
  "ls-remote": {
    flags: "-q --quiet -t --tags -h --heads -b --branches --refs --exit-code --symref",
    values: { text: "--sort -o --server-option", program: "--upload-pack" },
    runsCode: "--upload-pack",
    operands: "text",
    always: [helpers("fetch"), (use) => contact(use, use.operands[0], false)],
  },
  remote: {
    flags: "-v --verbose",
    when: { "-v --verbose": [settingsShown] },
    operands: { max: 0 },
    commands: remotes,
  },
  submodule: {
    flags: "--quiet -q --cached",
    operands: { max: 0 },
    always: [helpers("status"), runs("helper", "submodules have configuration of their own")],
    commands: submodules,
  },
  archive: {
    flags: "-l --list -v --verbose -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 --worktree-attributes",
    values: { text: "--format --prefix --mtime --remote", write: "-o --output", read: "--add-file", program: "--exec" },
    runsCode: "--exec --remote",
    when: { "--remote": [(use) => contact(use, valuesOf(use, "--remote")[0], false)] },
    operands: "text",
    always: [helpers("other"), runs("helper", "tar formats may be configured as programs")],
  },
  bundle: {
    commands: {
      create: {
        style: "words",
        operands: { first: ["write"], rest: "text" },
        always: [vcs("other", { wording: "a bundle" })],
      },
      ...each("verify list-heads", { operands: { first: ["read"], rest: "text" } }),
    },
  },
  "send-email": {
    style: "words",
    operands: "text",
    always: [act("message.mail"), { do: "network", host: null, sends: true }],
  },
  "request-pull": { style: "words", operands: "text", always: [(use) => contact(use, use.operands[1], false)] },
  ...each("daemon instaweb http-backend", {
    style: "words",
    operands: "text",
    always: [{ do: "network", host: null, sends: true }, act("door.server")],
  }),
  ...each("credential credential-store credential-cache credential-osxkeychain credential-manager", {
    style: "words",
    operands: "text",
    always: [shows("secret.git-credentials")],
  }),
  ...each("p4 svn", {
    style: "words",
    operands: "text",
    always: [runs("helper", "a tool outside git"), { do: "network", host: null, sends: true }],
  }),
  ...each("difftool mergetool gui citool gitk lfs", {
    style: "words",
    operands: "text",
    always: [runs("helper", "a tool outside git")],
  }),
};
