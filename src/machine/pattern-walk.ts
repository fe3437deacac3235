/** What a pattern has on the disk now, as the most generous reader of patterns would have it: hidden names too, in any case. */
import type { World } from "../contract/world.ts";
import { listEntries } from "./entries.ts";
import { foldPattern, foldSegment } from "./fold.ts";
import { compilePattern, meets, type Pattern, type Reach, segmentsOf } from "./glob.ts";

/** Names looked at for one pattern. */
const MAX_NAMES = 20_000;
const MAX_DEPTH = 32;

const WILD = /[*?[{]/;
/** A segment that says nothing. */
const ANY = /^\*+$/;

/** Some segment of it says, in part, what is meant; `*` and `**` name everything and so nothing in particular. */
export const isPointed = (pattern: string): boolean =>
  segmentsOf(pattern).some((segment) => WILD.test(segment) && !ANY.test(segment));

/**
 * Files, and directories that a pointed segment names; `pattern` is absolute. Only directories that `leads` answers yes to are gone
 * into. Undefined: there is more than is looked through.
 */
export function placesMatched(
  pattern: string,
  world: World,
  leads: (directory: string) => boolean,
): readonly string[] | undefined {
  const segments = segmentsOf(pattern);
  const wild = segments.findIndex((segment) => WILD.test(segment));
  if (wild < 0) return [];
  const compiled = compilePattern(`/${segments.map(foldPattern).join("/")}`);
  if (compiled === undefined) return undefined;
  const isPlain = ANY.test(segments.at(-1) ?? "");
  const found: string[] = [];
  let left = MAX_NAMES;
  let level = [`/${segments.slice(0, wild).join("/")}`.replace(/\/$/, "")];
  for (let depth = 0; level.length > 0; depth += 1) {
    const entries = level.flatMap((directory) => entriesOf(directory, compiled, world));
    left -= entries.length;
    if (left < 0 || depth > MAX_DEPTH) return undefined;
    found.push(
      ...entries
        .filter(({ reach, isDirectory }) => reach === "at" && !(isDirectory && isPlain))
        .map(({ path }) => path),
    );
    level = entries
      .filter(({ reach, isDirectory }) => isDirectory && (reach === "below" || segments.includes("**")))
      .map(({ path }) => path)
      .filter(leads);
  }
  return found;
}

interface MatchedEntry {
  readonly path: string;
  readonly reach: Reach;
  /** By a link as well. */
  readonly isDirectory: boolean;
}

const entriesOf = (directory: string, pattern: Pattern, world: World): readonly MatchedEntry[] =>
  (listEntries(directory === "" ? "/" : directory, world) ?? []).flatMap(({ name, kind }) => {
    const path = `${directory}/${name}`;
    const reach = meets(pattern, segmentsOf(path).map(foldSegment), false);
    if (reach === "none") return [];
    return [{ path, reach, isDirectory: kind === "directory" || (kind === "link" && isDirectoryAt(path, world)) }];
  });

const isDirectoryAt = (path: string, world: World): boolean => world.stat(path).kind === "directory";
