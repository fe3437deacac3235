/** What a path rule names on the disk, so that walls can keep it (§4): places that are there now. */
import { foldSegment, meets, type Pattern, segmentsOf } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { looseAnchors } from "./paths.ts";
import type { Rule } from "./rule.ts";
import { READ_TOOLS } from "./tool-names.ts";

/** More entries than this are not looked through, and more places than this are not kept. */
const MAX_ENTRIES = 20_000;
const MAX_PLACES = 100;

interface NamedPlaces {
  /** What `Read` rules name. */
  readonly read: readonly string[];
  /** What `Edit` rules name. */
  readonly edit: readonly string[];
  /** What `Edit` rules name and is not there yet: extended expressions of whole paths, in lower case. */
  readonly unmade: readonly string[];
  /** Whether a `Read` rule names a path, be it there or not; null where there is no such rule. */
  readonly readNames: ((path: string) => boolean) | null;
}

/** `around`: where names at any depth are looked for too. Undefined where a rule names more than anyone can look through: nothing keeps that rule. */
export function namedPlaces(
  rules: readonly Rule[],
  call: PolicyCall,
  around: readonly string[] = [],
): NamedPlaces | undefined {
  const budget = { entries: MAX_ENTRIES };
  const read: string[] = [];
  const edit: string[] = [];
  const unmade: string[] = [];
  const readPatterns: Pattern[] = [];
  for (const { tools, content } of rules) {
    if (content?.kind !== "path") continue;
    const patterns = looseAnchors(content, call);
    const found = placesOf(patterns, call, { around, budget });
    if (found === undefined) return undefined;
    const reads = tools.some((tool) => READ_TOOLS.includes(tool));
    (reads ? read : edit).push(...found);
    if (reads) readPatterns.push(...patterns);
    else unmade.push(...patterns.flatMap(expressionsOf));
  }
  if (read.length + edit.length > MAX_PLACES) return undefined;
  return {
    read: [...new Set(read)],
    edit: [...new Set(edit)],
    unmade: [...new Set(unmade)],
    readNames:
      readPatterns.length === 0
        ? null
        : (path) => {
            const segments = segmentsOf(path).map(foldSegment);
            return readPatterns.some((pattern) => meets(pattern, segments, false) === "at");
          },
  };
}

/** A choice of characters is taken for any one: what is taken away too much comes back, what stays does not go. */
const expressionsOf = ({ ways }: Pattern): readonly string[] =>
  ways.map(({ segments }) =>
    segments
      .map((segment) =>
        segment === "**" ? "(/[^/]+)*" : `/${segment.replace(/\[[^\]]*\]|[.*+?^$|(){}\\[\]]/g, characterOf)}`,
      )
      .join(""),
  );

function characterOf(text: string): string {
  if (text === "*") return "[^/]*";
  return text === "?" || text.length > 1 ? "[^/]" : `\\${text}`;
}

interface Budget {
  entries: number;
}

interface Bounds {
  readonly around: readonly string[];
  readonly budget: Budget;
}

function placesOf(
  compiled: readonly Pattern[],
  call: PolicyCall,
  { around, budget }: Bounds,
): readonly string[] | undefined {
  const found: string[] = [];
  const todo = [...new Set(compiled.flatMap((one) => startsOf(one, call, around)))];
  for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
    const segments = segmentsOf(place).map(foldSegment);
    const reach = compiled.map((one) => meets(one, segments, false));
    if (reach.includes("at")) found.push(...existing(place, call));
    else if (reach.includes("below")) todo.push(...entriesOf(place, call, budget));
    if (budget.entries < 0) return undefined;
  }
  return found;
}

const existing = (place: string, call: PolicyCall): readonly string[] =>
  call.world.lstat(place).kind === "absent" ? [] : [place];

function entriesOf(place: string, call: PolicyCall, budget: Budget): readonly string[] {
  if (call.world.lstat(place).kind !== "directory") return [];
  const names = call.world.readDir(place) ?? [];
  budget.entries -= names.length;
  return names.map((name) => `${place === "/" ? "" : place}/${name}`);
}

/**
 * Where to begin looking: what stands before the first wildcard, spelled as the disk does. A name at any depth is looked
 * for where the project's files are.
 */
function startsOf({ ways }: Pattern, call: PolicyCall, around: readonly string[]): readonly string[] {
  return ways.flatMap(({ segments, wild }) => {
    const open = segments.findIndex((segment, i) => wild[i] === true || segment === "**");
    const fixed = open < 0 ? segments : segments.slice(0, open);
    if (fixed.length === 0)
      return [call.projectRoot, call.real(call.projectRoot).path, ...call.settings.additionalDirectories, ...around];
    return spellingsOf(fixed, call);
  });
}

/** Rules fold case: every place on the disk that folds to these segments. */
function spellingsOf(folded: readonly string[], call: PolicyCall): readonly string[] {
  let places = [""];
  for (const segment of folded) {
    places = places.flatMap((place) => {
      const names = call.world.readDir(place === "" ? "/" : place) ?? [];
      return names.filter((name) => foldSegment(name) === segment).map((name) => `${place}/${name}`);
    });
  }
  return places;
}
