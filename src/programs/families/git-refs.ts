/** Git's sub-commands that list or change names: branches, tags, configuration, worktrees, reflogs, notes. */

import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { shows, writes } from "../disk-makers.ts";
import { each, given, joinOptions, line, named, valuesOf } from "../makers.ts";
import type { CommandSpec, EffectMaker, Use } from "../spec.ts";
import {
  bringsHooks,
  changing,
  EDITOR,
  formatsShown,
  helpers,
  objectsNamed,
  objectsRead,
  SIGNS,
  signatures,
  vcs,
} from "./git-effects.ts";
import {
  DIFF_ATTACHED,
  DIFF_FLAGS,
  DIFF_VALUES,
  HARMLESS_SETTINGS,
  LIST_OF_REVISIONS,
  RUNS_HELPER,
  WALK_ATTACHED,
  WALK_FLAGS,
  WALK_VALUES,
} from "./git-options.ts";
import { reflogShown } from "./git-secrets.ts";

const LIST_VALUES = { text: "--sort --format --points-at --contains --no-contains --merged --no-merged" };
const LIST_ONLY = "-l --list --contains --no-contains --merged --no-merged --points-at";

function branches(use: Use): readonly Effect[] {
  const branch = named(use);
  const forced = given(use, "-f --force") ? { forced: true } : {};
  if (given(use, "-D")) return use.operands.map((word) => vcs("branch-delete", { branch: word.value, forced: true }));
  if (given(use, "-d --delete"))
    return use.operands.map((word) => vcs("branch-delete", { branch: word.value, ...forced }));
  const to = use.operands.at(-1)?.value ?? null;
  if (given(use, "-M -C")) return [vcs("rewrite", { branch: to, forced: true, wording: "replaces a branch" })];
  if (given(use, "-m --move")) return [vcs("other", { branch: to, wording: "renames a branch", ...forced })];
  if (given(use, "-c --copy")) return [vcs("branch-create", { branch: to, ...forced })];
  if (given(use, "-u --set-upstream-to --unset-upstream"))
    return [vcs("config", { branch, wording: "the upstream of a branch" })];
  if (given(use, "--edit-description")) return [vcs("config", { branch, wording: "the description of a branch" })];
  if (use.operands.length === 0 || given(use, `${LIST_ONLY} --show-current`)) return [];
  return [vcs("branch-create", { branch, ...forced })];
}

function tags(use: Use): readonly Effect[] {
  if (given(use, "-v --verify"))
    return [{ do: "run", program: "git", what: "helper", wording: "a signature is checked" }];
  if (given(use, "-d --delete")) return [vcs("tag", { deletes: true, wording: `deletes ${line(use.operands)}` })];
  const creates = "-a --annotate -s --sign -u --local-user -m --message -F --file -e --edit -f --force --create-reflog";
  if (!given(use, creates) && (use.operands.length === 0 || given(use, `${LIST_ONLY} -n`))) return [];
  return [vcs("tag", { wording: named(use) ?? "", ...(given(use, "-f --force") ? { forced: true } : {}) })];
}

/** What is not only listed or taken away is put on an object. */
const tagged: EffectMaker = (use) => (given(use, `-d --delete -v --verify ${LIST_ONLY}`) ? [] : objectsNamed(use));

/** Settings that make git run something, trust something or talk to someone else, from now on. */
const RUNS_LATER =
  /^(?:alias\.|core\.(?:hookspath|sshcommand|fsmonitor|editor|pager|askpass|gitproxy|attributesfile|worktree)|credential\.|diff\.|difftool\.|mergetool\.|merge\..*\.driver|filter\.|gpg\.|include\.|includeif\.|sequence\.editor|pager\.|protocol\.|init\.templatedir|safe\.|submodule\.|uploadpack\.|receive\.|trailer\.|interactive\.|browser\.|man\.|help\.|web\.|tar\.|remote\..*\.(?:uploadpack|receivepack|vcs|proxy))/;
const WEAKENS =
  /^(?:http\..*sslverify|http\.sslverify|http\..*proxy|http\.proxy|http\..*extraheader|http\.extraheader|http\.cookiefile|transfer\.fsckobjects|fetch\.fsckobjects|receive\.deny)/;
const REPOINTS =
  /^(?:url\..*\.(?:insteadof|pushinsteadof)|remote\..*\.(?:url|pushurl|push|mirror|lfsurl|lfspushurl)$|remotes\.|branch\..*\.(?:remote|pushremote)|remote\.pushdefault|lfs\.(?:.*\.)?(?:url|pushurl)|svn-remote\.|fetch\.bundleuri)/;
/** A section put in another's place brings settings under names nobody read when they were made. */
const REPOINTING_SECTION = /^(?:url|remotes?|branch|lfs|svn-remote)(?:\.|$)/i;

export function configChange(key: string | null, value: string): readonly Effect[] {
  const wording = `${key ?? "a setting that is not known"} ${value}`.trim();
  if (key === null) return [vcs("config", { wording, forced: true }), act("git.setting-unknown")];
  const name = key.toLowerCase();
  if (REPOINTS.test(name)) return [vcs("remote-change", { wording })];
  if (RUNS_LATER.test(name)) return [vcs("config", { wording }), act("git.setting-runs", { on: key })];
  if (WEAKENS.test(name))
    return [
      vcs("config", { wording }),
      act(/sslverify/.test(name) ? "tls.setting-off" : "git.setting-weakens", { on: key }),
    ];
  const isList = name === "blame.ignorerevsfile" && LIST_OF_REVISIONS.test(value);
  if (isList || HARMLESS_SETTINGS.test(name) || EVERYDAY.test(name)) return [vcs("config", { wording })];
  return [vcs("config", { wording }), act("git.setting-unknown", { on: key })];
}

/** Beside the harmless ones: what belongs to a repository's everyday, and nothing is started by. */
const EVERYDAY =
  /^(?:core\.(?:autocrlf|eol|safecrlf|symlinks|logallrefupdates|compression|bigfilethreshold|untrackedcache|commentchar)|branch\..*\.(?:merge|rebase|description|vscode-merge-base|gh-merge-base)|branch\.(?:autosetuprebase|autosetupmerge)|remote\..*\.(?:fetch|prune|prunetags|tagopt)|push\.(?:autosetupremote|followtags)|rerere\.(?:enabled|autoupdate)|commit\.(?:gpgsign|verbose|cleanup|status)|tag\.(?:gpgsign|forcesignannotated)|user\.(?:signingkey|useconfigonly)|feature\.[a-z]+|rebase\.[a-z]+|merge\.(?:log|stat|directoryrenames)|fetch\.(?:prunetags|parallel|writecommitgraph|showforcedupdates)|http\.(?:postbuffer|version|lowspeedlimit|lowspeedtime)|index\.[a-z]+|stash\.[a-z]+)$/;

const CONFIG_READS = "--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list";

function config(use: Use): readonly Effect[] {
  if (given(use, "-e --edit")) return [vcs("config"), EDITOR];
  if (use.operands.some((word) => SHOWS.test(word.value ?? ""))) return [shows("secret.git-config"), ...changes(use)];
  return changes(use);
}

/** Settings that hold credentials. */
const SHOWS = /extraheader|token|passw|secret|sslkey|cookiefile/i;

function changes(use: Use): readonly Effect[] {
  if (given(use, CONFIG_READS)) return [];
  const verb = named(use);
  const sets = given(use, "--unset --unset-all --add --replace-all --rename-section --remove-section");
  if (!sets && (verb === "get" || verb === "list")) return [];
  if (verb === "edit" && use.operands.length === 1) return [vcs("config"), EDITOR];
  const operands =
    !sets && /^(?:set|unset|rename-section|remove-section)$/.test(verb ?? "") ? use.operands.slice(1) : use.operands;
  if (!sets && operands.length < 2 && operands === use.operands) return [];
  const file = valuesOf(use, "-f --file").map((word) => writes(use.target(word)));
  if (given(use, "--rename-section --remove-section") || /^(?:rename|remove)-section$/.test(verb ?? ""))
    return [...sectionChange(operands), ...file];
  return [...configChange(operands[0]?.value ?? null, line(operands.slice(1))), ...file];
}

function sectionChange(sections: readonly KnownWord[]): readonly Effect[] {
  const wording = `the section ${line(sections)}`;
  if (sections.some(({ value }) => value === null || REPOINTING_SECTION.test(value)))
    return [vcs("remote-change", { wording })];
  return [vcs("config", { wording }), ...(sections.length > 1 ? [act("git.setting-unknown")] : [])];
}

const reflogShow: CommandSpec = {
  flags: `${WALK_FLAGS} ${DIFF_FLAGS}`,
  values: joinOptions(DIFF_VALUES, WALK_VALUES),
  attached: joinOptions(DIFF_ATTACHED, WALK_ATTACHED),
  runsCode: RUNS_HELPER,
  digits: true,
  operands: "text",
  always: [helpers("log"), signatures, reflogShown],
};
const expires: EffectMaker = (use) =>
  given(use, "-n --dry-run") ? [] : [vcs("rewrite", { forced: true, wording: "the reflog" })];

const worktrees: Record<string, CommandSpec> = {
  list: { flags: "-v --verbose --porcelain -z", values: { text: "--expire" }, operands: { max: 0 } },
  add: {
    flags:
      "-f --force -d --detach --checkout --no-checkout --lock -q --quiet --track --no-track --guess-remote --no-guess-remote --orphan",
    values: { text: "-b -B --reason" },
    operands: "text",
    always: [helpers("checkout"), bringsHooks, addsWorktree],
  },
  remove: {
    flags: "-f --force",
    operands: { rest: "deleteTree", min: 1 },
    always: [
      (use) => [vcs(given(use, "-f --force") ? "discard" : "other", { wording: `removes the worktree ${named(use)}` })],
    ],
  },
  move: {
    flags: "-f --force",
    operands: { first: ["deleteTree"], last: "writeTree", max: 2 },
    always: [vcs("other", { wording: "moves a worktree" })],
  },
  prune: {
    flags: "-n --dry-run -v --verbose",
    values: { text: "--expire" },
    operands: { max: 0 },
    always: [
      (use) => (given(use, "-n --dry-run") ? [] : [vcs("other", { wording: "forgets worktrees that are gone" })]),
    ],
  },
  ...each("lock unlock repair", {
    values: { text: "--reason" },
    operands: "text",
    always: [vcs("other", { wording: "worktree records" })],
  }),
};

function addsWorktree(use: Use): readonly Effect[] {
  const place = use.operands[0];
  const created = valuesOf(use, "-b -B");
  const branch = created[0]?.value ?? null;
  const forced = given(use, "-B -f --force") ? { forced: true } : {};
  const made: readonly Effect[] =
    place === undefined ? [] : [{ do: "write", target: use.target(place), recursive: true, as: "directory" }];
  return [
    vcs(created.length > 0 ? "branch-create" : "other", { branch, wording: "a new worktree", ...forced }),
    ...made,
  ];
}

export const GIT_REFS: Readonly<Record<string, CommandSpec>> = {
  branch: {
    flags:
      "--contains --no-contains --merged --no-merged -v -vv --verbose -q --quiet --no-color --no-track --unset-upstream -r --remotes -a --all -d --delete -D -m --move -M -c --copy -C -l --list --show-current --create-reflog --edit-description -f --force --no-column -i --ignore-case --no-abbrev --omit-empty",
    values: joinOptions(LIST_VALUES, { text: "-u --set-upstream-to" }),
    attached: { text: "-t --track --color --abbrev --column" },
    means: { "-D": "--delete --force", "-M": "--move --force", "-C": "--copy --force" },
    when: { "--edit-description": [EDITOR] },
    operands: "text",
    always: [helpers("log"), changing("refs", branches), signatures, formatsShown],
  },
  tag: {
    flags:
      "--contains --no-contains --merged --no-merged -l --list -d --delete -v --verify -a --annotate -s --sign --no-sign -f --force --create-reflog -i --ignore-case -e --edit --no-column --omit-empty",
    values: joinOptions(LIST_VALUES, { text: "-m --message --cleanup -u --local-user --trailer", read: "-F --file" }),
    attached: { text: "-n --column --color" },
    when: { "-s --sign -u --local-user": [SIGNS], "-e --edit": [EDITOR] },
    operands: "text",
    always: [helpers("log"), changing("refs", tags), signatures, formatsShown, tagged],
  },
  config: {
    flags:
      "--global --system --local --worktree --get --get-all --get-regexp --get-urlmatch --replace-all --add --unset --unset-all --rename-section --remove-section -l --list --fixed-value -e --edit --get-color --get-colorbool --bool --int --bool-or-int --bool-or-str --path --expiry-date --no-type -z --null --name-only --includes --no-includes --show-origin --show-scope --show-names --no-show-names --all --regexp --append",
    values: { text: "--blob -t --type --default --value --url --comment", read: "-f --file" },
    operands: "text",
    always: [config, objectsRead((use) => valuesOf(use, "--blob"))],
  },
  reflog: {
    ...reflogShow,
    commands: {
      show: reflogShow,
      "*": reflogShow,
      list: { operands: { max: 0 } },
      exists: { operands: "text" },
      ...each("expire delete drop write migrate", {
        flags: "--rewrite --updateref --stale-fix -n --dry-run --verbose --all --single-worktree",
        values: { text: "--expire --expire-unreachable" },
        operands: "text",
        always: [changing("refs", expires)],
      }),
    },
  },
  worktree: { commands: worktrees },
  "symbolic-ref": {
    flags: "-q --quiet --short --recurse --no-recurse -d --delete",
    values: { text: "-m" },
    operands: "text",
    always: [
      changing("refs", (use) =>
        given(use, "-d --delete") || use.operands.length > 1
          ? [vcs("rewrite", { wording: `moves ${named(use)}` })]
          : [],
      ),
    ],
  },
  notes: {
    flags: "",
    values: { text: "--ref" },
    operands: "text",
    commands: {
      list: { operands: "text" },
      show: { operands: "text", always: [helpers("show")] },
      "get-ref": { operands: { max: 0 } },
      ...each("add append", {
        flags: "-f -e --force --allow-empty --edit --stripspace --no-stripspace --no-separator",
        values: {
          text: "-m --message -C --reuse-message -c --reedit-message --separator",
          read: "-F --file",
        },
        operands: "text",
        always: [helpers("refs"), vcs("other", { wording: "notes" })],
      }),
      ...each("copy edit remove merge prune", {
        style: "words",
        operands: "text",
        always: [helpers("refs"), vcs("other", { wording: "notes" })],
      }),
    },
  },
};
