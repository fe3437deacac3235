/** Where the files of cp, mv, ln and install land. */
import { posix } from "node:path";
import { act, type Effect, globTarget, type Target, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { inside, isRawDevice, reads, removes, through, writes } from "../places.ts";
import type { Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { given, valuesOf, word } from "../words.ts";

interface Landing {
  readonly source: KnownWord;
  readonly from: Target;
  /** The destination itself, the name inside it, or both where it is not certain which. */
  readonly at: readonly Target[];
}

/** `-t`, `-T` and the last operand, as GNU spells them; a link alone lands by its own name. */
function landings(use: Use): readonly Landing[] {
  const into = valuesOf(use, "-t --target-directory")[0];
  if (into !== undefined) {
    const directory = use.target(into);
    return use.operands.map((source) => land(use, source, directory, "inside"));
  }
  const [only] = use.operands;
  if (use.operands.length === 1 && only !== undefined)
    return [{ source: only, from: use.target(only), at: [nameInside(use.cwd, use.target(only), false)] }];
  const destination = use.operands.at(-1);
  const sources = use.operands.slice(0, -1);
  if (destination === undefined) return [];
  const how = given(use, "-T --no-target-directory") ? "itself" : where(use, sources, destination);
  const place = use.target(destination);
  return sources.map((source) => land(use, source, place, how));
}

type Where = "itself" | "inside" | "either";

function where(use: Use, sources: readonly KnownWord[], destination: KnownWord): Where {
  const several = sources.length > 1 && sources.every(({ splits, glob }) => !splits && !glob);
  if (several || destination.value?.endsWith("/") === true) return "inside";
  const target = use.target(destination);
  if (target.certainty !== "exact") return "either";
  const { kind } = use.context.world.stat(target.path);
  if (kind === "directory") return "inside";
  // A path that is absent now may be made a directory earlier on the same line.
  return kind === "file" ? "itself" : "either";
}

function land(use: Use, source: KnownWord, destination: Target, how: Where): Landing {
  const from = use.target(source);
  const named = nameInside(destination, from, CONTENTS.test(source.value ?? ""));
  const at = how === "itself" ? [destination] : how === "inside" ? [named] : [destination, named];
  return { source, from, at };
}

/** A directory that is named by dots lands by no name of its own: all that lies in it does. */
const CONTENTS = /(?:^|\/)\.{1,2}\/*$/;

function nameInside(destination: Target, from: Target, contents: boolean): Target {
  if (contents || from.certainty === "unknown") return inside(destination, null);
  const named = inside(destination, posix.basename(from.path));
  return from.certainty === "glob" && named.certainty === "exact" ? globTarget(named.path) : named;
}

/** True when the source is, or may be, a directory with things in it. */
const mayBeTree = (use: Use, { certainty, path }: Target): boolean =>
  certainty !== "exact" || use.context.world.lstat(path).kind !== "file";

const overRaw = (at: readonly Target[]): readonly Effect[] =>
  at.filter(isRawDevice).map(({ path }) => act("disk.raw-write", { on: path }));

export function copies(use: Use): Partial<Filled> {
  const recursive = given(use, "-R -r -a --archive --recursive");
  const as = given(use, "-l --link") ? "hardlink" : given(use, "-s --symbolic-link") ? "link" : "copy";
  const follows = recursive && given(use, "-L --dereference");
  const effects = landings(use).flatMap(({ from: written, at }): readonly Effect[] => {
    const from = follows ? through(written, use.context.world) : written;
    const tree = recursive && mayBeTree(use, from);
    return [reads(from, recursive), ...at.map((to) => writes(to, { as, from, recursive: tree })), ...overRaw(at)];
  });
  return { effects };
}

export function moves(use: Use): Partial<Filled> {
  const effects = landings(use).flatMap(({ from, at }): readonly Effect[] => {
    const recursive = mayBeTree(use, from);
    return [removes(from, recursive), ...at.map((to) => writes(to, { as: "move", from, recursive })), ...overRaw(at)];
  });
  return { effects };
}

export function links(use: Use): Partial<Filled> {
  const symbolic = given(use, "-s --symbolic");
  const effects = landings(use).flatMap(({ source, from, at }) =>
    at.map((link) =>
      symbolic
        ? writes(link, { as: "link", from: linkLeads(use, source, link) })
        : writes(link, { as: "hardlink", from }),
    ),
  );
  return { effects };
}

/** Where a symbolic link at `link` with this text would lead. */
function linkLeads(use: Use, text: KnownWord, link: Target): Target {
  if (text.value === null || text.glob || text.splits) return unknownTarget();
  if (text.value.startsWith("/") || given(use, "-r --relative")) return use.target(text);
  return link.certainty === "exact" ? use.target(word(posix.join(posix.dirname(link.path), text.value))) : link;
}
