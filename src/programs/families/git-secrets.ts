/**
 * Secrets that git prints without a word that names them: `git diff --cached`, `git log -p`. What is asked of the
 * index and of history is asked by names, and of names that keys go by it is the contents that decide.
 */
import { basename } from "node:path/posix";
import { type Effect, exact, unknownShown } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import {
  EXCLUDES,
  findRepo,
  type HistoryAsked,
  isSecretNamed,
  isTreeNamed,
  type MergesShown,
  type Repo,
  secretsShown,
  settingAt,
  showsClear,
} from "../../machine/git/index.ts";
import { foldSegment, isSource, mayBeKey, mayTell } from "../../machine/index.ts";
import { reads } from "../disk-makers.ts";
import { given, valuesOf } from "../makers.ts";
import type { Use } from "../spec.ts";
import { LARGE, placeTaken, readAll, repoOf, TOO_MUCH } from "./git-taken-up.ts";

const DECRYPTED = unknownShown("a driver of git's shows what is encrypted");

/** Options with which contents are printed whatever else is, and those that print something else in their place. */
const CONTENTS =
  "-p -u --patch --patch-with-raw --patch-with-stat -U --unified -W --function-context --binary --word-diff --word-diff-regex --color-words --check --cc -c --remerge-diff --submodule";
const NO_CONTENTS =
  "--stat --shortstat --numstat --name-only --name-status --summary --raw --dirstat --dirstat-by-file --compact-summary --cumulative -s --no-patch --quiet";

const printsContents = (use: Use): boolean => given(use, CONTENTS) || !given(use, NO_CONTENTS);

/** All that names lead to: what is shown where nobody can tell which of it. */
const EVERYTHING: HistoryAsked["shown"] = {
  ...{ show: "walk", merges: "each", all: true, firstParents: false },
  most: Number.POSITIVE_INFINITY,
  counts: () => true,
};

/** Words before `--` that are nothing on disk name revisions; the others, places. Undefined: only files by their names. */
function asked(use: Use, shown: HistoryAsked["shown"]): HistoryAsked | undefined {
  const dashes = use.words.findIndex(({ text }) => text === "--");
  const isBehind = (word: KnownWord): boolean => dashes >= 0 && use.words.indexOf(word) > dashes;
  const isPlace = (word: KnownWord): boolean =>
    isBehind(word) ||
    word.value === null ||
    word.glob ||
    /^:[(/!^]|[*?[\\]/.test(word.value) ||
    (dashes < 0 && use.context.world.lstat(use.target(word).path).kind !== "absent");
  const top = findRepo(use.cwd.path, use.context.world)?.workTree ?? "/";
  const words = use.operands.filter(isPlace);
  const places = words.filter(({ value }) => !EXCLUDES.test(value ?? "")).flatMap((word) => placeTaken(use, word, top));
  const revisions = use.operands.filter((word) => !isPlace(word)).flatMap(({ value }) => value ?? []);
  const repo = repoOf(use);
  const isTree = (name: string): boolean =>
    shown.show === "difference" && repo !== undefined && isTreeNamed(repo, name, use.context.world);
  // `:/text` is a commit by what its message says, before it is a place.
  const isAny = (word: KnownWord): boolean => !isBehind(word) && /^:\/./.test(word.value ?? ":/?");
  if (use.operands.some(isAny) || revisions.some(isTree)) return { shown: EVERYTHING, places: [], revisions: [] };
  // The contents of a file that is named so are for `pathsRead`.
  const commits = revisions.filter((name) => !/^[^{]*:/.test(name));
  return commits.length === 0 && revisions.length > 0 ? undefined : { shown, places, revisions: commits };
}

/** Files that are there are read by their names; what one of a key's name once held is not what it holds. */
const areNamedFiles = (use: Use, { places }: HistoryAsked): boolean =>
  places.length > 0 &&
  places.every(
    ({ path, ending }) =>
      ending === "" && use.context.world.stat(path).kind === "file" && !mayBeKey(foldSegment(basename(path))),
  );

function shows(use: Use, question: HistoryAsked | undefined): readonly Effect[] {
  const repo = repoOf(use);
  if (repo === undefined || question === undefined) return [];
  if (showsClear(repo, use.context.world)) return [DECRYPTED];
  if (areNamedFiles(use, question)) return heldBefore(use, repo, question);
  if (showsSubmodules(use, repo)) return [TOO_MUCH];
  const { shown, revisions } = question;
  const isPlain = shown.show === "difference" && revisions.every((name) => !/[{}]/.test(name));
  return readAll(secretsShown(repo, question, use.context.world), isPlain ? LARGE : TOO_MUCH);
}

/** What git has of a file that is named may be another text than the file is now. */
function heldBefore(use: Use, repo: Repo, { places, revisions }: HistoryAsked): readonly Effect[] {
  const top = repo.workTree ?? "";
  const ends = revisions.flatMap((name) => name.split(/\.{2,3}/)).filter((end) => end !== "");
  return places
    .filter(({ path }) => !isSource(foldSegment(basename(path))))
    .flatMap(({ path }) => ["", "HEAD", ...ends].map((end) => `${end}:${path.slice(top === "/" ? 1 : top.length + 1)}`))
    .filter((name) => isSecretNamed(repo, name, use.context.world, false))
    .map((name): Effect => ({ do: "secret", act: "secret.private-key", on: name }));
}

/** `git blame` takes the text from drivers too. */
export function blamedShown(use: Use): readonly Effect[] {
  const repo = repoOf(use);
  return repo !== undefined && showsClear(repo, use.context.world) ? [DECRYPTED] : [];
}

/** What differs within a submodule is printed too, from a repository of its own; any commit may hold one. */
function showsSubmodules(use: Use, repo: Repo): boolean {
  const { world } = use.context;
  const said = use.words.flatMap(({ value }) => /^--submodule(?:=(.*))?$/.exec(value ?? "")?.slice(1) ?? []).at(-1);
  return (said ?? settingAt(repo, "diff.submodule", world)) === "diff";
}

/** `git diff`: the work tree, the index, or two revisions. */
export function differenceShown(use: Use): readonly Effect[] {
  if (!printsContents(use) || given(use, "--no-index")) return [];
  const cached = given(use, "--cached --staged");
  return shows(use, asked(use, { show: "difference", cached, meeting: given(use, "--merge-base") }));
}

/** `REV:path`: the file may have held a secret there, whatever it holds now. */
export function keysNamed(use: Use): readonly Effect[] {
  const repo = repoOf(use);
  if (repo === undefined) return [];
  return use.operands
    .flatMap(({ value }) => (value !== null && /^[^({]*:[^(!^/]/.test(value) ? [value] : []))
    .filter((name) => {
      const file = foldSegment(basename(name));
      return mayBeKey(file) || mayTell(`/${name.replace(/^[^:]*:/, "")}`)
        ? isSecretNamed(repo, name, use.context.world)
        : !isSource(file) && isSecretNamed(repo, name, use.context.world, false);
    })
    .map((name): Effect => ({ do: "secret", act: "secret.private-key", on: name }));
}

/** Each commit that is named, against what it was made from; with a count it is a walk. */
export function commitsShown(use: Use): readonly Effect[] {
  const logs = given(use, REFLOGS) ? logsShown(use) : [];
  if (!printsContents(use)) return logs;
  if (given(use, OTHER_STARTS)) return [...logs, TOO_MUCH];
  if (given(use, EVERY_REF)) return shows(use, { shown: EVERYTHING, places: [], revisions: [] });
  const merges = mergesShown(use, "combined");
  const walks = given(use, "-n --max-count --do-walk -L") || use.words.some(({ value }) => /^-\d/.test(value ?? ""));
  return walks ? walked(use, merges) : shows(use, asked(use, { show: "named", merges }));
}

function mergesShown(use: Use, otherwise: MergesShown): MergesShown {
  if (given(use, "-m --diff-merges --first-parent --remerge-diff")) return "each";
  return given(use, "-c --cc") ? "combined" : otherwise;
}

/** With these the newest by date are not surely those that are shown first, or some are left out and older ones follow. */
const OTHERWISE_CHOSEN =
  "--graph --topo-order --date-order --author-date-order --merges --simplify-by-decoration --simplify-merges --cherry --cherry-mark --cherry-pick --left-only --right-only --author --committer --grep --since --after --until --before --since-as-filter -S -G --diff-filter --find-object --min-parents --max-parents --max-age --min-age --ancestry-path --follow --remove-empty --skip --sparse --full-history --invert-grep";
const REFLOGS = "-g --walk-reflogs --reflog";
/** More refs than those that are named. */
const EVERY_REF = "--all --branches --tags --remotes";
/** Commits that no name leads to, or that are told elsewhere. */
const OTHER_STARTS =
  "-g --walk-reflogs --reflog --stdin --glob --bisect --merge --alternate-refs --exclude --no-walk --boundary --not";

/** `git log -p`: the commits that it would walk through. */
export function walkShown(use: Use): readonly Effect[] {
  const logs = given(use, REFLOGS) ? logsShown(use) : [];
  if (!given(use, CONTENTS) && !tracesLines(use)) return logs;
  return given(use, OTHER_STARTS) ? [TOO_MUCH] : walked(use, mergesShown(use, "none"));
}

const tracesLines = (use: Use): boolean => use.words.some(({ value }) => value?.startsWith("-L") === true);

function walked(use: Use, merges: MergesShown): readonly Effect[] {
  const noMerges = given(use, "--no-merges");
  const walk = (most: number): HistoryAsked | undefined =>
    asked(use, {
      show: "walk",
      merges,
      all: given(use, EVERY_REF),
      firstParents: given(use, "--first-parent"),
      most,
      counts: ({ parents }) => !noMerges || parents.length < 2,
    });
  const whole = walk(Number.POSITIVE_INFINITY);
  if (whole === undefined) return [];
  // A file that is followed had other names before.
  if (tracesLines(use) || follows(use)) return shows(use, { ...whole, places: [] });
  // Of some places only: which commits have any of them is not counted.
  return shows(use, given(use, OTHERWISE_CHOSEN) || whole.places.length > 0 ? whole : walk(mostShown(use)));
}

function follows(use: Use): boolean {
  const repo = repoOf(use);
  return (
    given(use, "--follow") || (repo !== undefined && IS_ON.test(settingAt(repo, "log.follow", use.context.world) ?? ""))
  );
}
const IS_ON = /^(?:true|yes|on|[1-9]\d*)$/;

/** Why a name was moved, in git's own words: an address that somebody typed stands there with the token in it. */
function logsShown(use: Use): readonly Effect[] {
  const repo = repoOf(use);
  if (repo === undefined) return [];
  const named = use.operands.flatMap(({ value }) => (value === null ? [] : [value.replace(/@\{.*$/, "")]));
  const names = [
    "HEAD",
    "refs/stash",
    ...named.flatMap((name) => [name, `refs/heads/${name}`, `refs/remotes/${name}`]),
  ];
  const { world } = use.context;
  return names
    .flatMap((name) => [`${repo.gitDir}/logs/${name}`, `${repo.commonDir}/logs/${name}`])
    .filter((path) => world.stat(path).kind === "file")
    .map((path) => reads(exact(path)));
}

/** `git reflog`, with the contents of commits that no name leads to any more where it is told so. */
export const reflogShown = (use: Use): readonly Effect[] => [
  ...logsShown(use),
  ...(given(use, CONTENTS) ? [TOO_MUCH] : []),
];

/** `git commit -v` shows what is staged, twice said also what is not. */
export function committedShown(use: Use): readonly Effect[] {
  const repo = repoOf(use);
  if (repo === undefined) return [];
  const said = use.words.reduce((count, { value }) => count + verbosity(value ?? ""), 0);
  const set = settingAt(repo, "commit.verbose", use.context.world) ?? "";
  const loud = said > 0 ? said : /^\d+$/.test(set) ? Number(set) : IS_ON.test(set) ? 1 : 0;
  const question = (cached: boolean): HistoryAsked => ({
    ...{ places: [], revisions: [] },
    shown: { show: "difference", cached, meeting: false },
  });
  return [...(loud > 0 ? shows(use, question(true)) : []), ...(loud > 1 ? shows(use, question(false)) : [])];
}

const verbosity = (word: string): number =>
  word === "--verbose" ? 1 : /^-[a-zA-Z]*$/.test(word) ? [...word].filter((letter) => letter === "v").length : 0;

/** `-3`, `-n 3`, `--max-count=3`; the last one counts, and the greatest is more than that. */
function mostShown(use: Use): number {
  const said = [
    ...valuesOf(use, "-n --max-count").map(({ value }) => value ?? ""),
    ...use.words.flatMap(({ value }) => /^-(\d+)$/.exec(value ?? "")?.[1] ?? []),
  ];
  const numbers = said.map((text) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY));
  return numbers.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...numbers);
}

/** The plumbing beneath them, which prints contents only where it is told to. */
export function plumbingShown(use: Use): readonly Effect[] {
  if (!given(use, CONTENTS)) return [];
  if (given(use, "--stdin")) return [TOO_MUCH];
  const difference = asked(use, {
    show: "difference",
    cached: given(use, "--cached"),
    meeting: given(use, "--merge-base"),
  });
  const named = asked(use, { show: "named", merges: "each" });
  return shows(use, use.path[0] === "diff-tree" && (named?.revisions.length ?? 0) < 2 ? named : difference);
}

/** `git range-diff`: the contents of two series of commits, side by side. */
export const seriesShown = (use: Use): readonly Effect[] => (printsContents(use) ? [TOO_MUCH] : []);

/** `git stash show -p`: what is kept, against where it was made, and the files git did not know. */
export function stashShown(use: Use): readonly Effect[] {
  if (!given(use, CONTENTS)) return [];
  const [named] = use.operands;
  const name = named === undefined ? "stash@{0}" : named.value;
  if (name === null) return [TOO_MUCH];
  const stash = /^\d+$/.test(name) ? `stash@{${name}}` : name;
  const kept: HistoryAsked = {
    places: [],
    revisions: [`${stash}^1`, stash],
    shown: { show: "difference", cached: false, meeting: false },
  };
  const untracked: HistoryAsked = { places: [], revisions: [`${stash}^3`], shown: { show: "named", merges: "each" } };
  return [kept, untracked].flatMap((question) => shows(use, question));
}
