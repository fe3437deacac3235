/**
 * What goes into git's index past the disk. The next commit holds it and the next checkout puts it there, so that an entry
 * counts as a write of the file it stands for: protected places and rules about edits speak of it too.
 */
import { type Effect, exact, type Target } from "../../contract/effect.ts";
import { findRepo } from "../../machine/git/index.ts";
import { reads } from "../disk-makers.ts";
import { given, word } from "../makers.ts";
import type { Use } from "../spec.ts";
import { anywhereIn, pathspecTargets } from "./git-pathspec.ts";

export const writesEntry = (target: Target, recursive = false): Effect => ({ do: "write", target, recursive });

/** The entries that the operands name, for a command that changes them and not the files. */
export const entriesWritten = (
  use: Use,
  { recursive = false }: { readonly recursive?: boolean } = {},
): readonly Effect[] =>
  [
    ...use.operands.flatMap((operand) => pathspecTargets(use, operand)),
    ...(given(use, "--pathspec-from-file") ? [anywhereIn(use)] : []),
  ].map((target) => writesEntry(target, recursive && target.certainty === "exact"));

/** The files that become objects. */
export const filesHashed = (use: Use): readonly Effect[] =>
  use.operands.filter(({ value }) => !value?.startsWith("-")).map((file) => reads(use.target(file)));

/** Takes what it puts into the index from the files on disk, or only notes how git is to look at them. */
const FROM_DISK: ReadonlySet<string> = new Set(
  "--add --remove --refresh --really-refresh -q --ignore-missing --ignore-submodules --unmerged --verbose --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree --".split(
    " ",
  ),
);
/** Changes the entries that are named, whatever is on disk. */
const OF_ENTRIES = /^--(?:force-remove|chmod=[+-]x|info-only|replace|unresolve)$/;
const ENTRY = /^[0-7]+,[0-9a-f]+,(.+)$/s;

/** `git update-index`: what is not of a form that is listed, or stands on its input, may be any entry. */
export function updatesIndex(use: Use): readonly Effect[] {
  const named = entriesNamed(use);
  return (named ?? [anywhereIn(use)]).map((target) => writesEntry(target));
}

/** Undefined: they are not known. */
function entriesNamed(use: Use): readonly Target[] | undefined {
  const words = use.operands.flatMap(({ value }) => value ?? []);
  if (words.length < use.operands.length) return undefined;
  const ofEntries = words.some((value) => OF_ENTRIES.test(value));
  const targets: Target[] = [];
  for (let at = 0; at < words.length; ) {
    const step = readWord(words.slice(at, at + 4));
    if (step === undefined) return undefined;
    if (step.entry !== undefined) targets.push(...entryPlaces(use, step.entry));
    if (step.path !== undefined && ofEntries) targets.push(use.target(word(step.path)));
    at += step.words;
  }
  return targets;
}

interface Step {
  readonly words: number;
  readonly entry?: string;
  readonly path?: string;
}

/** `--cacheinfo` takes `MODE,OBJECT,PATH`, or the three as words of their own. */
function readWord([value = "", next = "", , last]: readonly string[]): Step | undefined {
  if (value !== "--cacheinfo") {
    if (!value.startsWith("-")) return { words: 1, path: value };
    return FROM_DISK.has(value) || OF_ENTRIES.test(value) ? { words: 1 } : undefined;
  }
  const joined = ENTRY.exec(next)?.[1];
  if (joined !== undefined) return { words: 2, entry: joined };
  return last === undefined ? undefined : { words: 4, entry: last };
}

/** A path of `--cacheinfo` counts from the top of the work tree, wherever git stands. */
function entryPlaces(use: Use, path: string): readonly Target[] {
  const here = use.target(word(path));
  const top = use.cwd.certainty === "exact" ? findRepo(use.cwd.path, use.context.world)?.workTree : undefined;
  if (typeof top !== "string") return [here, anywhereIn(use)];
  const there = `${top}/${path}`.replace(/\/{2,}/g, "/");
  return there === here.path ? [here] : [here, exact(there)];
}
