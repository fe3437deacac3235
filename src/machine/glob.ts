/**
 * Path patterns: `*` and `?` within a segment, `**` for any number of segments, `[…]` and `{a,b}`.
 * One walk answers three questions: does it match, could it match something below, does it match an ancestor.
 */
import { keepAnswers } from "../contract/answers.ts";
import { assertNever } from "../contract/result.ts";
import { expandBraces } from "./braces.ts";
import { type Unit, unitsOf, WILD } from "./brackets.ts";
import { foldPath } from "./fold.ts";

/** One alternative of a pattern, segment by segment. */
interface Way {
  readonly segments: readonly string[];
  /** Which segments hold wildcards. */
  readonly wild: readonly boolean[];
  /** Holds `**`: only then more than one reading has to be followed. */
  readonly deep: boolean;
}

export interface Pattern {
  /** Alternatives after `{a,b}` was written out. */
  readonly ways: readonly Way[];
}

/** `text` is absolute. Returns undefined when it has more alternatives than anyone writes by hand. */
export const compilePattern = keepAnswers((text): Pattern | undefined => {
  const written = expandBraces(text);
  return written === undefined ? undefined : { ways: written.map((way) => wayOf(segmentsOf(way))) };
});

/** A pattern of one alternative, from its segments. */
export const patternOf = (...segments: readonly string[]): Pattern => ({ ways: [wayOf(segments)] });

const wayOf = (segments: readonly string[]): Way => ({
  segments,
  wild: segments.map((segment) => WILD.test(segment)),
  deep: segments.includes("**"),
});

/** The place itself, as it is compared. */
export const placePattern = keepAnswers((path): Pattern => patternOf(...segmentsOf(foldPath(path))));

export const segmentsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

export type Reach =
  /** The whole path, or (pattern names a directory) something it lies in. */
  | "at"
  /** Something below the path. */
  | "below"
  | "none";

/**
 * How `pattern` meets `path`. With `globs`, the path's own segments are patterns too and "could meet" is enough.
 * "below" says only that the pattern could match something deeper than `path`.
 */
export function meets(pattern: Pattern, path: readonly string[], globs: boolean): Reach {
  let best: Reach = "none";
  for (const way of pattern.ways) {
    const reach = walk(way, path, globs);
    if (reach === "at") return "at";
    if (reach === "below") best = "below";
  }
  return best;
}

/** The whole path and nothing else. */
export function matchesExactly(pattern: Pattern, path: readonly string[]): boolean {
  return pattern.ways.some((way) => {
    if (!way.deep)
      return way.segments.length === path.length && way.segments.every((part, i) => surelyMatches(part, path[i] ?? ""));
    let states = closure(way, [0]);
    for (const segment of path) states = step(way, states, (part) => surelyMatches(part, segment));
    return states.includes(way.segments.length);
  });
}

function walk(way: Way, path: readonly string[], globs: boolean): Reach {
  return way.deep || (globs && path.includes("**")) ? walkDeep(way, path, globs) : walkPlain(way, path, globs);
}

/** Without `**` there is one reading: segment against segment. */
function walkPlain({ segments, wild }: Way, path: readonly string[], globs: boolean): Reach {
  for (let i = 0; i < path.length; i++) {
    const part = segments[i];
    const segment = path[i];
    if (part === undefined) return i === 0 ? "none" : "at"; // an ancestor matches: all below is meant
    if (segment === undefined) return "none";
    if (!globs && wild[i] !== true) {
      if (part !== segment) return "none";
    } else if (!(globs ? segmentsIntersect(part, segment) : segmentMatches(part, segment))) return "none";
  }
  return segments.length === path.length ? "at" : "below";
}

function walkDeep(way: Way, path: readonly string[], globs: boolean): Reach {
  const end = way.segments.length;
  let states = closure(way, [0]);
  for (const segment of path) {
    if (states.includes(end) && end > 0) return "at";
    states =
      globs && segment === "**"
        ? from(Math.min(...states), end)
        : step(way, states, (part) => (globs ? segmentsIntersect(part, segment) : segmentMatches(part, segment)));
    if (states.length === 0) return "none";
  }
  return states.includes(end) ? "at" : "below";
}

const from = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

function step(way: Way, states: readonly number[], has: (part: string) => boolean): number[] {
  const next: number[] = [];
  for (const state of states) {
    const part = way.segments[state];
    if (part === undefined) continue;
    if (part === "**") next.push(state);
    else if (has(part)) next.push(state + 1);
  }
  return closure(way, next);
}

function closure({ segments }: Way, states: readonly number[]): number[] {
  const out = [...new Set(states)];
  for (let i = 0; i < out.length; i++) {
    const state = out[i];
    if (state !== undefined && segments[state] === "**" && !out.includes(state + 1)) out.push(state + 1);
  }
  return out;
}

/** Which answer is wanted where shells differ: what some name could match, or what every shell agrees on. */
type Sense = "could" | "surely";

/** The pattern could match the name; linear where the parts between wildcards are short, never exponential. */
export const segmentMatches = (pattern: string, name: string): boolean => keptMatcher(pattern)(name);

/** `segmentMatches` for many names: the pattern is read once. */
export function segmentMatcher(pattern: string): (name: string) => boolean {
  if (!WILD.test(pattern)) return (name) => name === pattern;
  if (ONLY_STARS.test(pattern)) return starMatcher(pattern.split("*"));
  const units = unitsOf(pattern);
  const bytes = unitsOf(asBytes(pattern));
  const [first] = units;
  const begins = first?.is === "character" && !NOT_ASCII.test(first.character) ? first.character : "";
  // Where the locale knows no UTF-8, `?` is one byte of a character.
  return (name) =>
    name.startsWith(begins) &&
    (unitsMatch(units, [...name], "could") || (NOT_ASCII.test(name) && unitsMatch(bytes, [...asBytes(name)], "could")));
}

const keptMatcher = keepAnswers(segmentMatcher);

/** ASCII and `*` alone, no longer than a name: the same in every locale, and the system's own search finds each part. */
const ONLY_STARS = /^[\x20-\x29\x2b-\x3e\x40-\x5a\x5d-\x7e*]{1,255}$/;

/** By the parts between the stars: the first begins the name, the last ends it, the others follow one another. */
function starMatcher(parts: readonly string[]): (name: string) => boolean {
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const between = parts.slice(1, -1).filter((part) => part !== "");
  return (name) => {
    const end = name.length - last.length;
    if (end < first.length || !name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const part of between) {
      const found = name.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

const surelyMatches = (pattern: string, name: string): boolean =>
  WILD.test(pattern) ? unitsMatch(unitsOf(pattern), [...name], "surely") : pattern === name;

const NOT_ASCII = /[^\x00-\x7f]/;
const asBytes = (text: string): string => (NOT_ASCII.test(text) ? Buffer.from(text).toString("latin1") : text);

const unitsMatch = (units: readonly Unit[], name: readonly string[], sense: Sense): boolean =>
  units.some(({ is }) => is === "unclear") ? statesMatch(units, name, sense) : partsMatch(units, name, sense);

/**
 * What stands before the first `*` begins the name and what stands behind the last one ends it; each part between is
 * looked for once, from left to right, as early as it can stand.
 */
function partsMatch(units: readonly Unit[], name: readonly string[], sense: Sense): boolean {
  const stars = units.flatMap(({ is }, i) => (is === "any" ? [i] : []));
  const isAt = (from: number, to: number, at: number): boolean => {
    for (let i = from; i < to; i++) {
      const [unit, character] = [units[i], name[at + i - from]];
      if (unit === undefined || character === undefined || !unitHas(unit, character, sense)) return false;
    }
    return true;
  };
  const [first] = stars;
  const last = stars.at(-1);
  if (first === undefined || last === undefined) return units.length === name.length && isAt(0, units.length, 0);
  const end = name.length - (units.length - 1 - last);
  if (end < first || !isAt(0, first, 0) || !isAt(last + 1, units.length, end)) return false;
  let at = first;
  for (let i = 1; i < stars.length; i++) {
    const [from, to] = [(stars[i - 1] ?? 0) + 1, stars[i] ?? 0];
    while (at + to - from <= end && !isAt(from, to, at)) at++;
    at += to - from;
    if (at > end) return false;
  }
  return true;
}

/** With a unit nobody can be sure of, every way through the pattern is followed. */
function statesMatch(units: readonly Unit[], name: readonly string[], sense: Sense): boolean {
  const [first] = units;
  if (first?.is === "character" && first.character !== name[0]) return false;
  let states = new Set([0]);
  for (const character of name) {
    const next = new Set<number>();
    for (const state of spread(units, states)) {
      const unit = units[state];
      if (unit === undefined) continue;
      if (unit.is === "unclear" && sense === "could") return true;
      if (unit.is === "any") next.add(state);
      else if (unitHas(unit, character, sense)) next.add(state + 1);
    }
    if (next.size === 0) return false;
    states = next;
  }
  return spread(units, states).has(units.length);
}

/** A list of names, some with wildcards, as one question: which entry does this name match? */
export function nameList(names: readonly string[]): (name: string) => string | undefined {
  const plain = new Set(names.filter((name) => !WILD.test(name)));
  const wild = names.filter((name) => WILD.test(name)).map((name) => ({ name, has: segmentMatcher(name) }));
  return (name) => (plain.has(name) ? name : wild.find(({ has }) => has(name))?.name);
}

/** Whether some name could match both patterns; `[…]` counts as any one character. */
export function segmentsIntersect(a: string, b: string): boolean {
  const left = unitsOf(a);
  const right = unitsOf(b);
  const seen = new Set<number>();
  const width = right.length + 1;
  const todo: [number, number][] = [[0, 0]];
  for (let pair = todo.pop(); pair !== undefined; pair = todo.pop()) {
    const [i, j] = pair;
    if (seen.has(i * width + j)) continue;
    seen.add(i * width + j);
    const x = left[i];
    const y = right[j];
    if ((x === undefined && y === undefined) || x?.is === "unclear" || y?.is === "unclear") return true;
    if (x?.is === "any") todo.push([i + 1, j]);
    if (y?.is === "any") todo.push([i, j + 1]);
    if (x === undefined || y === undefined) continue;
    if (x.is === "any") todo.push([i, j + 1]);
    else if (y.is === "any") todo.push([i + 1, j]);
    else if (x.is !== "character" || y.is !== "character" || x.character === y.character) todo.push([i + 1, j + 1]);
  }
  return false;
}

function spread(units: readonly Unit[], states: ReadonlySet<number>): Set<number> {
  const out = new Set(states);
  for (const state of out) if (units[state]?.is === "any") out.add(state + 1);
  return out;
}

function unitHas(unit: Unit, character: string, sense: Sense): boolean {
  switch (unit.is) {
    case "character":
      return unit.character === character;
    case "set":
      return unit[sense](character);
    case "one":
    case "any":
      return true;
    case "unclear":
      return false;
    default:
      return assertNever(unit);
  }
}
