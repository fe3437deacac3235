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
}

/** Undefined where a rule names more than anyone can look through: nothing keeps that rule. */
export function namedPlaces(rules: readonly Rule[], call: PolicyCall): NamedPlaces | undefined {
  const budget = { entries: MAX_ENTRIES };
  const read: string[] = [];
  const edit: string[] = [];
  for (const { tools, content } of rules) {
    if (content?.kind !== "path") continue;
    const found = placesOf(content.pattern, call, budget);
    if (found === undefined) return undefined;
    (tools.some((tool) => READ_TOOLS.includes(tool)) ? read : edit).push(...found);
  }
  return read.length + edit.length > MAX_PLACES ? undefined : { read: [...new Set(read)], edit: [...new Set(edit)] };
}

interface Budget {
  entries: number;
}

function placesOf(pattern: string, call: PolicyCall, budget: Budget): readonly string[] | undefined {
  const found: string[] = [];
  const compiled = looseAnchors(pattern, call);
  const todo = [...new Set(compiled.flatMap((one) => startsOf(one, call)))];
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
function startsOf({ ways }: Pattern, call: PolicyCall): readonly string[] {
  return ways.flatMap(({ segments, wild }) => {
    const open = segments.findIndex((segment, i) => wild[i] === true || segment === "**");
    const fixed = open < 0 ? segments : segments.slice(0, open);
    if (fixed.length === 0)
      return [call.projectRoot, call.real(call.projectRoot).path, ...call.settings.additionalDirectories];
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
