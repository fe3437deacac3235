/**
 * Names under which a git command of the call may leave what the session wrote under others: whoever merges follows renames. They
 * count as written too.
 */
import { beside } from "../contract/beside.ts";
import { fixedPart, onlyReads } from "../contract/effect.ts";
import type { SubCommand } from "../contract/reading.ts";
import {
  findRepo,
  type Merging,
  namesMixed,
  type OwnPaths,
  type Repo,
  settingAt,
  trackedPaths,
} from "../machine/git/index.ts";
import { absolutePath, isInside } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";
import { type GitFront, gitFront, gitStands, isGit } from "./rules/git-base.ts";

const found = beside<PolicyCall, readonly string[]>();

/** Absolute. */
export function mixedNames(call: PolicyCall): readonly string[] {
  const names = found.get(call) ?? findNames(call);
  found.set(call, names);
  return names;
}

interface GitPart {
  readonly front: GitFront;
  readonly command: SubCommand;
}

function findNames(call: PolicyCall): readonly string[] {
  const parts = (call.reading?.commands ?? []).flatMap((command): readonly GitPart[] => {
    const front = isGit(command) && !onlyReads(command.effects) ? gitFront(command) : undefined;
    return front === undefined ? [] : [{ front, command }];
  });
  const merging = parts.filter((part) => mergesOf(part, call).length > 0);
  if (merging.length === 0) return [];
  const moving = parts.filter(({ front }) => MOVES.test(front.sub ?? ""));
  return merging.flatMap((part) => {
    const { command } = part;
    const from = gitStands(command, call.world);
    const repo = from === undefined ? undefined : findRepo(from, call.world);
    if (repo === undefined || repo.workTree === null) return [];
    const own = ownPaths(repo.workTree, call);
    if (own === undefined) return [];
    const wanted = moving.length > 1 ? anyOrder(moving, call) : mergesOf(part, call);
    const names = wanted.map((one) => (one === "unknown" ? undefined : namesIn(repo, one, { own, call })));
    if (names.includes(undefined)) return trackedPaths(repo, call.world) ?? [repo.workTree];
    const top = repo.workTree === "/" ? "" : repo.workTree;
    return names.flatMap((some) => (some ?? []).map((name) => `${top}/${name}`));
  });
}

/** Sub-commands that move HEAD, a branch, the index or the stash. */
const MOVES =
  /^(?:checkout|switch|commit|reset|restore|stash|merge|rebase|cherry-pick|revert|am|pull|branch|update-ref|rm|mv|apply|worktree|bisect|read-tree|symbolic-ref|tag|merge-tree)$/;

/** What a remote has meanwhile is not known here, and names as they are known now must do. */
function namesIn(
  repo: Repo,
  merging: Merging,
  { own, call }: { readonly own: OwnPaths; readonly call: PolicyCall },
): readonly string[] | undefined {
  const names = namesMixed(repo, merging, own, call.world);
  const fetches = (call.reading?.commands ?? []).some(({ effects }) =>
    effects.some((effect) => effect.do === "vcs" && (effect.op === "fetch" || effect.op === "pull")),
  );
  return names === undefined && (fetches || merging.fetched === true) ? [] : names;
}

/** Undefined: nothing was written. */
function ownPaths(top: string, call: PolicyCall): OwnPaths | undefined {
  const writes = call.effects.flatMap((effect) => (effect.do === "write" ? [fixedPart(effect.target)] : []));
  const written = [...call.memory.written, ...writes];
  if (written.length === 0) return undefined;
  const here = new Set(
    written.flatMap((path) => (isInside(path, top) ? [path.slice(top === "/" ? 1 : top.length + 1)] : [])),
  );
  const elsewhere = written.filter((path) => !isInside(path, top));
  const isHere = (path: string): boolean =>
    here.has(path) || (path !== "" && isHere(path.slice(0, Math.max(path.lastIndexOf("/"), 0))));
  return {
    here: [...here],
    has: (path) => isHere(path) || elsewhere.some((one) => one.endsWith(`/${path}`)),
  };
}

/** After other commands of the call: their revisions in any order; with files that go meanwhile nobody can tell. */
function anyOrder(moving: readonly GitPart[], call: PolicyCall): readonly (Merging | "unknown")[] {
  if (call.effects.some(({ do: what }) => what === "delete")) return ["unknown"];
  const named = moving.flatMap((part) => revisionsOf(part, call)).flatMap((name) => name.split(/\.{2,3}/));
  const pops = moving
    .filter(({ front }) => front.sub === "stash")
    .map(({ front }) => POPS.test(operandsOf(front)[0] ?? ""));
  // What is stashed before is what the work tree has now.
  const popped = pops[0] === true ? ["stash@{0}"] : [];
  return [{ by: "any", revisions: [...new Set([...named, ...popped])].filter((name) => name !== "") }];
}

const NAMES_REVISIONS = /^(?:checkout|switch|reset|merge|rebase|cherry-pick|revert|merge-tree|read-tree)$/;

function revisionsOf({ front, command }: GitPart, { world }: PolicyCall): readonly string[] {
  if (!NAMES_REVISIONS.test(front.sub ?? "")) return [];
  const { operands, options } = wordsOf(front);
  const isFile = (name: string): boolean => world.lstat(absolutePath(name, command.cwd.path, world)).kind !== "absent";
  return [...operands.filter((name) => !isFile(name)), ...ontoOf(options)];
}

const POPS = /^(?:pop|apply|branch)$/;

/** Options whose value is the next word: letters by sub-command, and names. One that is cut short leaves its value as a revision that leads nowhere. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{
    "cherry-pick": "mX",
    revert: "mX",
    merge: "mFsX",
    rebase: "xsXC",
    pull: "sXjo",
    stash: "m",
    am: "Cp",
    reset: "",
  },
  ...{ checkout: "bB", switch: "cC", "merge-tree": "X" },
};
const NAMED =
  /^--(?:on\w*|mainline|strategy|strategy-option|exec|message|file|cleanup|empty|into-name|whitespace|conflict|orphan|create|force-create|depth|jobs|merge-base)$/;

interface GitWords {
  readonly operands: readonly string[];
  /** The values of options stand behind them: `--onto=main`. */
  readonly options: readonly string[];
}

function wordsOf({ sub, rest }: GitFront): GitWords {
  const values = rest.map(({ value }) => value ?? "\0");
  const ends = values.indexOf("--");
  const words = ends < 0 ? values : values.slice(0, ends);
  const letters = LETTERS[sub ?? ""] ?? "";
  const isValued = (word = ""): boolean =>
    NAMED.test(word) || (/^-[a-zA-Z]$/.test(word) && letters.includes(word.slice(1)));
  const isOption = (word: string): boolean => /^-./.test(word);
  const isValue = (i: number): boolean => isValued(words[i - 1]) && !isValue(i - 1);
  return {
    operands: words.filter((word, i) => !isOption(word) && !isValue(i)).map((word) => (word === "-" ? "@{-1}" : word)),
    options: words.flatMap((word, i) => (isValue(i) ? [`${words[i - 1]}=${word}`] : isOption(word) ? [word] : [])),
  };
}

const operandsOf = (front: GitFront): readonly string[] => wordsOf(front).operands;

const ENDS = /^--(?:abort|quit|show-current-patch|edit-todo)$/;
const GOES_ON = /^--(?:continue|skip)$/;
const CARRIES = /^(?:-[a-zA-Z]*m[a-zA-Z]*|--me\w*|--conf.*)$/;

type Does = (words: GitWords) => readonly (Merging | "unknown")[];

const has = ({ options }: GitWords, wanted: RegExp): boolean => options.some((option) => wanted.test(option));

const checksOut: Does = (words) =>
  has(words, CARRIES) ? words.operands.map((revision) => ({ by: "carried", revision })) : [];

const MERGES: Readonly<Record<string, Does>> = {
  "cherry-pick": ({ operands }) => [{ by: "picks", revisions: operands }],
  revert: ({ operands }) => [{ by: "reverts", revisions: operands }],
  merge: ({ operands }) => mergesOnto(operands.length === 0 ? ["@{u}"] : operands),
  pull: ({ operands }) => pullsFrom(operands),
  rebase: ({ operands, options }) => rebases(operands, options),
  stash: ({ operands: [verb = "", ...names] }) =>
    POPS.test(verb) ? [{ by: "stash", stash: stashNamed(names[verb === "branch" ? 1 : 0]) }] : [],
  checkout: checksOut,
  switch: checksOut,
  // A patch says by hashes what it is against.
  am: (words) => (has(words, /^(?:-[a-zA-Z]*3|--3)/) ? ["unknown"] : []),
  "merge-tree": ({ operands, options }) => [{ by: "any", revisions: [...operands, ...ontoOf(options)] }],
};

/** With what a setting says in place of an option. */
function mergesOf({ front, command }: GitPart, { world }: PolicyCall): readonly (Merging | "unknown")[] {
  const from = front.sub === "am" ? gitStands(command, world) : undefined;
  const repo = from === undefined ? undefined : findRepo(from, world);
  const isSet =
    front.options.some(({ value }) => /^am\.threeway/i.test(value ?? "am.threeway")) ||
    (repo !== undefined && settingAt(repo, "am.threeway", world) !== undefined);
  return front.sub === "am" && isSet && !has(wordsOf(front), ENDS) ? ["unknown"] : mergingsOf(front);
}

/** What a command brings from elsewhere, whether it merges or only goes there. */
export function bringingsOf(front: GitFront): readonly Merging[] {
  const goes = /^(?:checkout|switch)$/.test(front.sub ?? "") ? wordsOf(front).operands : [];
  const merges = mergingsOf(front).flatMap((one) => (one === "unknown" ? [] : [one]));
  return [...merges, ...goes.map((revision): Merging => ({ by: "carried", revision }))];
}

/** The merges that it does; none where it does none. */
function mergingsOf(front: GitFront): readonly (Merging | "unknown")[] {
  const words = wordsOf(front);
  const does = Object.hasOwn(MERGES, front.sub ?? "") ? MERGES[front.sub ?? ""] : undefined;
  if (does === undefined || has(words, ENDS)) return [];
  return has(words, GOES_ON) ? [{ by: "continued" }] : does(words);
}

const stashNamed = (name: string | undefined): string =>
  name === undefined ? "stash@{0}" : /^\d+$/.test(name) ? `stash@{${name}}` : name;

/** With what the work tree has, which git may put aside meanwhile. */
const mergesOnto = (revisions: readonly string[]): readonly Merging[] => [
  { by: "merge", revisions },
  ...revisions.map((revision): Merging => ({ by: "carried", revision })),
];

const ontoOf = (options: readonly string[]): readonly string[] =>
  options.flatMap((option) => /^--(?:on\w*|merge-base)=(.+)$/s.exec(option)?.[1] ?? []);

function rebases(operands: readonly string[], options: readonly string[]): readonly Merging[] {
  const [upstream = "@{u}", branch = "HEAD"] = operands;
  const onto = ontoOf(options)[0] ?? upstream;
  return [
    { by: "rebase", upstream, onto, branch },
    { by: "carried", revision: onto },
  ];
}

/** From here, or from what is known of a remote. */
function pullsFrom([remote, ...names]: readonly string[]): readonly Merging[] {
  const known = names.length === 0 ? ["@{u}"] : names.map((name) => (remote === "." ? name : `${remote}/${name}`));
  const revisions = known.map((name) => name.replace(/^\+|:.*$/g, ""));
  return [...mergesOnto(revisions), ...revisions.flatMap((name) => rebases([name], []))].map((merging) => ({
    ...merging,
    fetched: true,
  }));
}
