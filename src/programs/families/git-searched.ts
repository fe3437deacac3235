/** `git grep`: what is searched, the directories that are named for it, and what another commit has in them. */
import { basename, dirname } from "node:path/posix";
import { type Effect, exact, globTarget, type Target, unknownShown } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { EXCLUDES, filesBrought, isUnreadSpec, mayBePart, spreadSpec, trackedPaths } from "../../machine/git/index.ts";
import { foldSegment, isInStore, mayBeKey, secretFile, segmentMatches } from "../../machine/index.ts";
import { reads } from "../disk-makers.ts";
import { given } from "../makers.ts";
import type { Use } from "../spec.ts";
import { objectsRead, objectWords, placesOf, secretsOf } from "./git-effects.ts";
import { readAll, repoOf, TOO_MUCH } from "./git-taken-up.ts";

export function searched(use: Use): readonly Effect[] {
  const skipped = given(use, "-e -f") ? 0 : 1;
  const words = use.operands.slice(skipped);
  const dashes = use.words.findIndex(({ text }) => text === "--");
  // Before `--` a word is a revision, whatever lies on the disk by its name.
  const isPlace = (word: KnownWord): boolean =>
    (dashes >= 0 && use.words.indexOf(word) > dashes) ||
    word.value === null ||
    word.glob ||
    /^:[(/!^]|[*?[\\]/.test(word.value) ||
    (dashes < 0 && use.context.world.lstat(use.target(word).path).kind !== "absent");
  const revisions = words.filter((word) => !isPlace(word));
  const inTrees = revisions.filter(({ value }) => value?.includes(":")).flatMap((word) => placesOf(use, word));
  const named = [...words.filter(isPlace).flatMap((word) => foldersNamed(use, word)), ...inTrees];
  // Of files that git does not know, nothing is told beside.
  const search = given(use, UNKNOWN_TO_GIT) || repoOf(use) === undefined ? {} : ({ search: "told" } as const);
  return [
    ...(named.length === 0 ? [use.cwd] : named).map((target): Effect => ({ ...reads(target, true), ...search })),
    ...[...words.flatMap((word) => secretsOf(use, word)), ...inTrees].map((target) => reads(target)),
    ...objectsRead((one) => objectWords(one).slice(skipped))(use),
    ...revisions.flatMap((word) => foundElsewhere(use, word, named.length === 0 ? placeOf(use) : named)),
    ...(trackedBy(use) === undefined && words.some(({ value }) => /[*?[\\]/.test(value ?? "")) ? [TOO_MUCH] : []),
    ...(revisions.some((word) => isPartNamed(use, word)) ? [PART] : []),
    ...(words.some(({ value }) => isUnreadSpec(value ?? "")) ? [PICKED] : []),
  ];
}

const UNKNOWN_TO_GIT = "--no-index --untracked --no-exclude-standard";
const PART = unknownShown("git would search a directory of which nobody can tell which one it is");
const PICKED = unknownShown("git picks the files by something that is not looked into");

/** The project as a whole is searched every day; a tree by its own name (a hash, a tag on it) is one directory. */
function isPartNamed(use: Use, { value }: KnownWord): boolean {
  const repo = repoOf(use);
  const [name = ""] = value?.split(":", 1) ?? [];
  return repo !== undefined && name !== "" && mayBePart(repo, name, use.context.world);
}

/** Without a place, only what lies below here is searched: nothing in particular where that is all. */
const placeOf = (use: Use): readonly Target[] => (repoOf(use)?.workTree === use.cwd.path ? [] : [use.cwd]);

/** None where it is what is left out of the tree. */
function foldersNamed(use: Use, word: KnownWord): readonly Target[] {
  const { value } = word;
  if (value === null) return [use.target(word)];
  if (EXCLUDES.test(value)) return [];
  const from = use.cwd.path;
  const { base, path } = spreadSpec(value, { from, top: repoOf(use)?.workTree ?? from });
  const rest = path.replace(/^(?:\.\/)+/, "").replace(/(?:\/\**)+$/, "");
  if (/^(?:\.?|\*+)$/.test(rest)) return [exact(base)];
  const anyCase = /^:\([^)]*icase/.test(value) ? rest.replace(/[a-z]/gi, eitherCase) : rest;
  const isPattern = /[*?[\\]/.test(anyCase) && !/^:\([^)]*literal/.test(value);
  // Its `*` crosses directories.
  if (isPattern && /^\*/.test(anyCase)) return [exact(base), ...trackedFolders(use, basename(anyCase)).map(exact)];
  const target = use.target({ ...word, value: base === from ? anyCase : `${base}/${anyCase}` });
  return [isPattern && target.certainty !== "unknown" ? globTarget(target.path.replaceAll("\\", "?")) : target];
}

/** Directories with files that git knows, by their own names. */
function trackedFolders(use: Use, pattern: string): readonly string[] {
  return [...new Set((trackedBy(use) ?? []).map(dirname))].filter((folder) =>
    segmentMatches(pattern, basename(folder)),
  );
}

/** Undefined where the index cannot be read. */
function trackedBy(use: Use): readonly string[] | undefined {
  const repo = repoOf(use);
  return repo === undefined ? [] : trackedPaths(repo, use.context.world);
}

const eitherCase = (letter: string): string => `[${letter.toLowerCase()}${letter.toUpperCase()}]`;

/** Another commit may have secrets in a directory that is named, which the disk has not. */
function foundElsewhere(use: Use, { value }: KnownWord, named: readonly Target[]): readonly Effect[] {
  const repo = repoOf(use);
  if (repo === undefined || value === null || named.length === 0) return [];
  const brought = filesBrought(repo, value.split(":", 1)[0] ?? "", use.context.world);
  const isNamed = (path: string): boolean =>
    named.some((target) => target.certainty !== "exact" || [path, dirname(path)].includes(target.path));
  const paths = (brought ?? []).filter((path) => isNamed(path) && isSecret(path));
  return readAll({ paths, cut: brought === undefined });
}

function isSecret(path: string): boolean {
  const name = foldSegment(basename(path));
  return secretFile(name) !== undefined || mayBeKey(name) || isInStore(path);
}
