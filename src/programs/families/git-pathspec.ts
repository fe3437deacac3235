/** Pathspecs: git has patterns of its own, which the shell hands on as they are, and words that are no path at all. */
import { globTarget, type Target, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { findRepo } from "../../machine/git/index.ts";
import type { Use } from "../spec.ts";

/**
 * The places a pathspec may mean. Its `*` crosses directories and `:` begins a word with a meaning of its own: such a
 * word is a pattern to whoever guards names, and anywhere in the repository to whoever wants to know the place.
 */
export function pathspecTargets(use: Use, word: KnownWord): readonly Target[] {
  const { value } = word;
  if (value === null || !/^:|[*?[\\]/.test(value)) return [use.target(word)];
  const pattern = value.replace(/^:(?:\([^)]*\)|[/!^]*:?)/, "");
  const { path } = use.target({ ...word, value: pattern });
  return [globTarget(path), anywhereIn(use)];
}

/** Anything in the repository around the directory of the use. */
export function anywhereIn(use: Use): Target {
  if (use.cwd.certainty !== "exact") return unknownTarget();
  return unknownTarget(findRepo(use.cwd.path, use.context.world)?.workTree ?? use.cwd.path);
}
