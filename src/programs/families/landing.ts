/** Where the files of cp, mv, ln and install land. */
import { posix } from "node:path";
import type { Target } from "../../contract/effect.ts";
import { globTarget, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { inside, lastName } from "../disk-makers.ts";
import { given, valuesOf, word } from "../makers.ts";
import type { Use } from "../spec.ts";

export interface Landing {
  readonly source: KnownWord;
  readonly from: Target;
  /** The destination itself, the name inside it, or both where it is not certain which. */
  readonly at: readonly Target[];
}

/** `-t`, `-T` and the last operand, as GNU spells them. Undefined when the words make no sense as a copy. */
export function landings(use: Use): readonly Landing[] | undefined {
  const into = valuesOf(use, "-t --target-directory")[0];
  if (into !== undefined) {
    const directory = use.target(into);
    return use.operands.map((source) => land(use, source, directory, "inside"));
  }
  const destination = use.operands.at(-1);
  const sources = use.operands.slice(0, -1);
  if (destination === undefined || sources.length === 0) return undefined;
  const how = given(use, "-T --no-target-directory") ? "itself" : where(use, sources, destination);
  const place = use.target(destination);
  return sources.map((source) => land(use, source, place, how));
}

type Where = "itself" | "inside" | "either";

function where(use: Use, sources: readonly KnownWord[], destination: KnownWord): Where {
  const several = sources.length > 1 && sources.every((word) => !word.splits && !word.glob);
  if (several || destination.value?.endsWith("/") === true) return "inside";
  const target = use.target(destination);
  if (target.certainty !== "exact") return "either";
  const kind = use.context.world.stat(target.path).kind;
  // `ln -n` puts a link in the place of a link to a directory.
  const replaces = /^g?ln$/.test(use.program) && given(use, "-n -h --no-dereference");
  if (kind === "directory") return replaces ? "either" : "inside";
  // A path that is absent now may be made a directory earlier on the same line.
  return kind === "file" ? "itself" : "either";
}

function land(use: Use, source: KnownWord, destination: Target, how: Where): Landing {
  const from = use.target(source);
  if (given(use, "--parents")) return { source, from, at: [rebuilt(use, destination, source)] };
  const named = nameInside(destination, from, CONTENTS.test(source.value ?? ""));
  const at = how === "itself" ? [destination] : how === "inside" ? [named] : [destination, named];
  return { source, from, at };
}

/** A directory that is named by dots lands by no name of its own: all that lies in it does. */
const CONTENTS = /(?:^|\/)\.{1,2}\/*$/;

/** With every directory its word names: `cp --parents a/b d` makes `d/a/b`, and `../b` leads out of `d`. */
export function rebuilt(use: Use, destination: Target, { value, glob, splits }: KnownWord): Target {
  if (value === null || glob || splits || destination.certainty !== "exact") return unknownTarget(destination.path);
  return use.target(word(`${destination.path}/${value}`));
}

/** `dir/.` brings unknown names along; a pattern brings the names it matches. */
function nameInside(destination: Target, from: Target, contents: boolean): Target {
  if (contents || from.certainty === "unknown") return inside(destination, null);
  if (from.certainty === "exact") return inside(destination, lastName(from));
  const named = inside(destination, posix.basename(from.path));
  return named.certainty === "exact" ? globTarget(named.path) : named;
}

/** With more words than this nobody looks each one up. */
const MAX_LOOKED_UP = 200;

/** True when the source is, or may be, a directory with things in it. */
export function mayBeTree(use: Use, from: Target): boolean {
  if (from.certainty !== "exact" || use.operands.length > MAX_LOOKED_UP) return true;
  return use.context.world.lstat(from.path).kind !== "file";
}

/** Where a symbolic link at `link` with this text would lead. */
export function linkLeads(use: Use, text: KnownWord, link: Target): Target {
  if (text.value === null || text.glob || text.splits) return unknownTarget();
  if (text.value.startsWith("/") || given(use, "-r --relative")) return use.target(text);
  if (link.certainty !== "exact") return unknownTarget();
  return { path: posix.join(posix.dirname(link.path), text.value), certainty: "exact" };
}
