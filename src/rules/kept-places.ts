/** What path rules name on the disk, so that walls can keep it (§4): places that are there now, and expressions for those that are not. */
import type { RuleCall } from "./call.ts";
import { foldSegment } from "./fold.ts";
import { type PathPattern, reach, segmentsOf, WILD } from "./glob.ts";
import { loosePatterns } from "./paths.ts";
import type { Rule } from "./rule.ts";
import { READ_TOOLS } from "./tool-names.ts";

/** More entries than this are not looked through, and more places than this are not kept. */
const MAX_ENTRIES = 20_000;
const MAX_PLACES = 100;

export interface KeptPlaces {
  /** What `Read` rules name. */
  readonly read: readonly string[];
  /** What `Edit` rules name. */
  readonly edit: readonly string[];
  /** What `Edit` rules name and is not there yet: extended expressions of whole paths, in lower case. */
  readonly unmade: readonly string[];
  /** Whether a `Read` rule names a path, be it there or not; null where there is no such rule. */
  readonly readNames: ((path: string) => boolean) | null;
}

/** `trees`: where names at any depth are looked for. Undefined where a rule names more than anyone can look through: nothing keeps that rule. */
export function keptPlaces(rules: readonly Rule[], call: RuleCall, trees: readonly string[]): KeptPlaces | undefined {
  const search: Search = { call, trees, left: MAX_ENTRIES };
  const [read, edit, unmade]: [string[], string[], string[]] = [[], [], []];
  const readPatterns: PathPattern[] = [];
  for (const { tools, content } of rules) {
    if (content?.kind !== "path") continue;
    const patterns = loosePatterns(content, call);
    const found = placesNamed(patterns, search);
    if (found === undefined) return undefined;
    const reads = tools.some((tool) => READ_TOOLS.includes(tool));
    (reads ? read : edit).push(...found);
    if (reads) readPatterns.push(patterns);
    else unmade.push(...patterns.map(expressionOf));
  }
  if (read.length + edit.length > MAX_PLACES) return undefined;
  const names = (path: string): boolean =>
    readPatterns.some((patterns) => reach(patterns, segmentsOf(path).map(foldSegment)) === "at");
  return {
    read: [...new Set(read)],
    edit: [...new Set(edit)],
    unmade: [...new Set(unmade)],
    readNames: readPatterns.length === 0 ? null : names,
  };
}

/** A choice of characters is taken for any one: what is taken away too much comes back, what stays does not go. */
const expressionOf = (segments: readonly string[]): string =>
  segments
    .map((segment) =>
      segment === "**" ? "(/[^/]+)*" : `/${segment.replace(/\[[^\]]*\]|[.*+?^$|(){}\\[\]]/g, characterOf)}`,
    )
    .join("");

function characterOf(text: string): string {
  if (text === "*") return "[^/]*";
  return text === "?" || text.length > 1 ? "[^/]" : `\\${text}`;
}

interface Search {
  readonly call: RuleCall;
  readonly trees: readonly string[];
  left: number;
}

function placesNamed(patterns: PathPattern, search: Search): readonly string[] | undefined {
  const { disk } = search.call;
  const found: string[] = [];
  const todo = [...new Set(patterns.flatMap((segments) => startsOf(segments, search)))];
  for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
    const reached = reach(patterns, segmentsOf(place).map(foldSegment));
    if (reached === "at") {
      if (disk.lstat(place).kind !== "absent") found.push(place);
    } else if (reached === "below" && disk.lstat(place).kind === "directory") {
      const names = disk.readDir(place) ?? [];
      search.left -= names.length;
      if (search.left < 0) return undefined;
      const at = place === "/" ? "" : place;
      todo.push(...names.map((name) => `${at}/${name}`));
    }
  }
  return found;
}

/** What stands before the first wildcard, spelled as the disk does; a name at any depth is looked for in the trees. */
function startsOf(segments: readonly string[], { call, trees }: Search): readonly string[] {
  const open = segments.findIndex((segment) => segment === "**" || WILD.test(segment));
  const fixed = open < 0 ? segments : segments.slice(0, open);
  if (fixed.length === 0) return trees;
  let places = [""];
  for (const segment of fixed)
    places = places.flatMap((place) =>
      (call.disk.readDir(place === "" ? "/" : place) ?? [])
        .filter((name) => foldSegment(name) === segment)
        .map((name) => `${place}/${name}`),
    );
  return places;
}
