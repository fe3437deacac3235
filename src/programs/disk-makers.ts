/** Makers of effects on disk, and small questions about words, for the entries that read their own arguments. */
import { posix } from "node:path";
import type { DeleteEffect, Effect, ReadEffect, SecretEffect, Target, WriteEffect } from "../contract/effect.ts";
import { exact, fixedPart, globTarget, unknownTarget } from "../contract/effect.ts";
import type { KnownWord } from "../contract/reading.ts";
import type { World } from "../contract/world.ts";
import type { Inner, ReadAnswer, Use } from "./spec.ts";

export const reads = (target: Target, recursive = false): ReadEffect => ({
  do: "read",
  target,
  recursive,
  content: true,
});
/** A tree whose links are followed: all that is known is where the way begins. A file is only itself. */
export function through(target: Target, world: Pick<World, "stat">): Target {
  const kind = target.certainty === "exact" ? world.stat(target.path).kind : "directory";
  return kind === "file" || kind === "absent" ? target : unknownTarget(fixedPart(target));
}
export const looks = (target: Target, recursive = false): ReadEffect => ({
  do: "read",
  target,
  recursive,
  content: false,
});
export const removes = (target: Target, recursive = false): DeleteEffect => ({ do: "delete", target, recursive });
export const shows = (act: SecretEffect["act"]): SecretEffect => ({ do: "secret", act });
export const writes = (
  target: Target,
  more: Partial<Pick<WriteEffect, "recursive" | "as" | "from" | "contents">> = {},
): WriteEffect => ({ do: "write", target, recursive: false, ...more });

/** Every word is accounted for and this is all it does. */
export const understood = (effects: readonly Effect[], inner: readonly Inner[] = []): ReadAnswer => ({
  understood: true,
  effects,
  inner,
});
/** Not understood; what was found on the way still counts. */
export const refused = (why: string, effects: readonly Effect[] = [], inner: readonly Inner[] = []): ReadAnswer => ({
  understood: false,
  why,
  effects,
  inner,
});

/** The value, where the word is exactly one argument and wholly known. */
export const known = (word: KnownWord | undefined): string | undefined =>
  word === undefined || word.value === null || word.glob || word.splits ? undefined : word.value;

/** The part of the word that is certain to begin the argument; "" when the argument may be missing or several. */
export const opening = (word: KnownWord): string => {
  if (word.splits) return "";
  if (word.value === null) return word.under ?? word.prefix;
  return word.glob ? (/^[^*?[]*/.exec(word.value)?.[0] ?? "") : word.value;
};

/** Whether a word could turn out to begin like an option: not known, or a pattern that matches such a name here. */
export function mayNameOption(use: Use, word: KnownWord): boolean {
  const start = opening(word);
  if (start !== "") return start.startsWith("-");
  return !word.glob || word.splits || (use.names?.dashes(word) ?? true);
}

/** A pattern where one word is expected: it may be several, or begin like an option. */
export const mayBeMore = (use: Use, word: KnownWord): boolean =>
  word.splits || (word.glob && (mayNameOption(use, word) || (use.names?.several(word) ?? true)));

/** `name` inside `directory`; null is a name that is not known. */
export function inside(directory: Target, name: string | null): Target {
  if (directory.certainty === "unknown") return directory;
  if (name === null || name === "" || name === "." || name === "..") return unknownTarget(directory.path);
  const path = posix.join(directory.path, name);
  return directory.certainty === "exact" ? exact(path) : globTarget(path);
}

/** The target with text appended to its last name (`file` and `.bak`). */
export const withSuffix = (target: Target, suffix: string): Target => ({ ...target, path: `${target.path}${suffix}` });

/** The last name of a place; null where it is not known. */
export const lastName = (target: Target): string | null =>
  target.certainty === "exact" ? posix.basename(target.path) : null;

/** The targets of words, in order. */
export const places = (use: Use, words: readonly KnownWord[]): readonly Target[] =>
  words.map((word) => use.target(word));

/** A disk itself rather than a file on one: writing here destroys what is on it. */
const RAW_DEVICE = /^\/dev\/(?:r?disk|[shv]d[a-z]|xvd|nvme|mmcblk|loop|md|dm-|mapper\/|mem$|kmem$|port$)/;
export const isRawDevice = (target: Target): boolean => RAW_DEVICE.test(target.path);
