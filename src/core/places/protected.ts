/**
 * Protected places: where a harmless-looking write runs later by itself or changes what an agent may do or is told. `ask`: only the
 * person may approve; `judge`: no edit there is proven.
 */
import { once } from "../../contract/kept.ts";
import { foldedSegments, foldSegment, spelledOut } from "./fold.ts";
import PLAIN_DOTS from "./plain-dots.json" with { type: "json" };
import PLACES from "./protected.json" with { type: "json" };
import { homesOf, namesOf, nameTest, placeTable, type TableRow } from "./table.ts";

export interface PlaceGuard {
  /** As in the table. */
  readonly name: string;
  readonly kind: "ask" | "judge";
}

/** Whose places are meant. */
export interface PlaceContext {
  readonly home: string;
  readonly projectRoot: string;
}

interface ProtectedRow extends TableRow {
  readonly kind: string;
}

const table = once(() => placeTable<ProtectedRow>(PLACES));

export const protectedNames = (): readonly string[] => PLACES.flatMap(namesOf);

/** A protected place may end in this name: whether it does, its path tells. */
export const mayEndProtected = (name: string): boolean => table().mayEnd(foldSegment(name));

/** The strongest protection of an absolute path, or undefined. Folded: `.GIT`, `.git.` and `.g\u200bit` are `.git`. */
export const protectedPlace = (path: string, context: PlaceContext): PlaceGuard | undefined =>
  spelledOut(path)
    .map((way) => guardOf(way, context))
    .find((guard) => guard !== undefined);

function guardOf(path: string, { home, projectRoot }: PlaceContext): PlaceGuard | undefined {
  const ownHome = foldedSegments(home);
  const found = [path, withoutWorktree(path, projectRoot)].flatMap((way, i) => {
    const segments = foldedSegments(way);
    const all = table().find(segments, homesOf(segments, ownHome));
    // By its whole path only what counts from home or from the root: what stands before the project is where the session works.
    return i === 0 ? all.filter(({ name }) => way === withoutWorktree(way, projectRoot) || /^[~/]/.test(name)) : all;
  });
  const strongest = found.find(({ row }) => row.kind === "ask") ?? found[0];
  return strongest === undefined
    ? undefined
    : { name: strongest.name, kind: strongest.row.kind === "ask" ? "ask" : "judge" };
}

/** Claude Code keeps work trees in `.claude/worktrees/NAME`. In a session inside one that part is where the project is. */
function withoutWorktree(path: string, projectRoot: string): string {
  const [tree] = /^.*?\/\.claude\/worktrees\/[^/]+(?=\/|$)/.exec(projectRoot) ?? [];
  return tree !== undefined && (path === tree || path.startsWith(`${tree}/`)) ? path.slice(tree.length) : path;
}

const plainDots = once(() => nameTest(PLAIN_DOTS.flatMap(({ names }) => names.split(" "))));

/** A name with a dot in front that nobody listed as plain: most programs that run something by themselves look for such a name. */
export function isUnknownDot(segment: string): boolean {
  const folded = foldSegment(segment);
  return (segment.startsWith(".") || folded.startsWith(".")) && !plainDots()(folded);
}

/** Code that interpreters load in place of its source: nobody can read what it does. */
export const isCompiledCode = (path: string): boolean =>
  /(?:^|\/)__pycache__\/|\.(?:py[co]|elc|zwc|beam)$/.test(foldedSegments(path).join("/"));
