/** Patterns for paths: `*` and `?` within a name, `**` for any number of names, `[…]` and `{a,b}`. */
import { keepAnswers } from "../contract/kept.ts";

/** More than anyone writes by hand. */
const MAX_ALTERNATIVES = 256;
export const WILD = /[*?[]/;

/** Its alternatives, name by name. */
export type PathPattern = readonly (readonly string[])[];

export const segmentsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

/** Of an absolute text; undefined where it has more alternatives than anyone writes by hand. */
export const compilePattern = keepAnswers((text: string): PathPattern | undefined => {
  let ways = [text];
  for (let found = findBraces(ways); found !== undefined; found = findBraces(ways)) {
    const [way, whole, inner] = found;
    ways = ways.flatMap((one) =>
      one === way ? inner.split(",").map((option) => one.replace(whole, () => option)) : [one],
    );
    if (ways.length > MAX_ALTERNATIVES) return undefined;
  }
  return ways.map(segmentsOf);
});

function findBraces(ways: readonly string[]): readonly [way: string, whole: string, inner: string] | undefined {
  for (const way of ways) {
    const found = /\{([^{}]*,[^{}]*)\}/.exec(way);
    if (found !== null) return [way, found[0], found[1] ?? ""];
  }
  return undefined;
}

/** `at`: the path, or something it lies in; `below`: only what lies below the path; `none`. */
export type PathReach = "at" | "below" | "none";

/** Deny and ask: every meaning of a bracket counts. */
export function reach(pattern: PathPattern, path: readonly string[]): PathReach {
  const reached = pattern.map((way) => walk(way, path));
  return reached.includes("at") ? "at" : reached.includes("below") ? "below" : "none";
}

/** Allow: the whole path and nothing else. */
export const matchesExactly = (pattern: PathPattern, path: readonly string[]): boolean =>
  pattern.some((way) => {
    let states = spread(way, new Set([0]));
    for (const name of path) states = stepOver(name, way, states);
    return states.has(way.length);
  });

function walk(way: readonly string[], path: readonly string[]): PathReach {
  let states = spread(way, new Set([0]));
  for (const name of path) {
    if (states.has(way.length) && way.length > 0) return "at";
    states = stepOver(name, way, states);
    if (states.size === 0) return "none";
  }
  return states.has(way.length) ? "at" : "below";
}

/** How far into the pattern a path can have led. */
function stepOver(name: string, way: readonly string[], states: ReadonlySet<number>): Set<number> {
  const next = new Set<number>();
  for (const state of states) {
    const part = way[state];
    if (part === "**") next.add(state);
    else if (part !== undefined && segmentMatches(part, name)) next.add(state + 1);
  }
  return spread(way, next);
}

function spread(way: readonly string[], states: Set<number>): Set<number> {
  for (const state of states) if (way[state] === "**") states.add(state + 1);
  return states;
}

type Unit = string | ((character: string) => boolean);

/** A bracket is a set of characters, or itself, as directories are called `[id]`. */
export function segmentMatches(pattern: string, name: string): boolean {
  if (pattern === name) return true;
  return WILD.test(pattern) && unitsMatch(unitsOf(pattern), [...name]);
}

const unitsOf = keepAnswers((pattern: string): readonly Unit[] =>
  [...pattern.matchAll(/\\(.)|\[([!^]?)(\]?[^\]]*)\]|\*+|./gsu)].map(([all, escaped, not, members]): Unit => {
    if (escaped !== undefined) return (one) => one === escaped;
    if (members === undefined) return all.startsWith("*") ? "*" : all === "?" ? () => true : (one) => one === all;
    const has = inSet(members);
    return not === "" ? has : (one) => !has(one);
  }),
);

/** Classes of other kinds, `[[:alpha:]]`, could be any character. */
function inSet(members: string): (character: string) => boolean {
  if (/[[\\]/.test(members)) return () => true;
  const parts = [...members.matchAll(/(.)-(.)|./gsu)];
  return (one) =>
    parts.some(([all, from, to]) => (from !== undefined && to !== undefined ? from <= one && one <= to : all === one));
}

/** The last star takes one character more where the rest does not fit; no other has to. */
function unitsMatch(units: readonly Unit[], name: readonly string[]): boolean {
  let [unit, at, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    const one = units[unit];
    if (one === "*") [star, from, unit] = [unit, at, unit + 1];
    else if (typeof one === "function" && one(name[at] ?? "")) [unit, at] = [unit + 1, at + 1];
    else if (star >= 0) [from, at, unit] = [from + 1, from + 1, star + 1];
    else return false;
  }
  return units.slice(unit).every((one) => one === "*");
}
