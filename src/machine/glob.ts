/**
 * Path patterns: `*` and `?` within a segment, `**` for any number of segments, `[…]` and `{a,b}`.
 * One walk answers three questions: does it match, could it match something below, does it match an ancestor.
 */

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

const MAX_ALTERNATIVES = 256;

/** `text` is absolute. Returns undefined when it has more alternatives than anyone writes by hand. */
export function compilePattern(text: string): Pattern | undefined {
  const written = expandBraces(text);
  return written === undefined ? undefined : { ways: written.map((way) => wayOf(segmentsOf(way))) };
}

/** A pattern of one alternative, from its segments. */
export const patternOf = (...segments: readonly string[]): Pattern => ({ ways: [wayOf(segments)] });

const WILD = /[*?[\\]/;
const wayOf = (segments: readonly string[]): Way => ({
  segments,
  wild: segments.map((segment) => WILD.test(segment)),
  deep: segments.includes("**"),
});

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
    if (!way.deep) return way.segments.length === path.length && walkPlain(way, path, false) === "at";
    let states = closure(way, [0]);
    for (const segment of path) states = step(way, states, segment, false);
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
    states = step(way, states, segment, globs);
    if (states.length === 0) return "none";
  }
  return states.includes(end) ? "at" : "below";
}

function step({ segments: way, ...rest }: Way, states: readonly number[], segment: string, globs: boolean): number[] {
  const next: number[] = [];
  for (const state of states) {
    const part = way[state];
    if (part === undefined) continue;
    if (part === "**") next.push(state);
    else if (globs && segment === "**") next.push(state, state + 1);
    else if (globs ? segmentsIntersect(part, segment) : segmentMatches(part, segment)) next.push(state + 1);
  }
  return closure({ segments: way, ...rest }, next);
}

function closure({ segments }: Way, states: readonly number[]): number[] {
  const out = [...new Set(states)];
  for (let i = 0; i < out.length; i++) {
    const state = out[i];
    if (state !== undefined && segments[state] === "**" && !out.includes(state + 1)) out.push(state + 1);
  }
  return out;
}

/** Wildcards within one segment; linear in practice, quadratic at worst, never exponential. */
export function segmentMatches(pattern: string, name: string): boolean {
  return WILD.test(pattern) ? unitsMatch(unitsOf(pattern), name) : pattern === name;
}

function unitsMatch(units: readonly string[], name: string): boolean {
  const [first] = units;
  if (first !== undefined && first.length === 1 && first !== "*" && first !== "?" && !name.startsWith(first))
    return false;
  const chars = [...name];
  let states = new Set([0]);
  for (const char of chars) {
    const next = new Set<number>();
    for (const state of spread(units, states)) {
      const unit = units[state];
      if (unit === undefined) continue;
      if (unit === "*") next.add(state);
      else if (unitHas(unit, char)) next.add(state + 1);
    }
    if (next.size === 0) return false;
    states = next;
  }
  return spread(units, states).has(units.length);
}

/** A list of names, some with wildcards, as one question: which entry does this name match? */
export function nameList(names: readonly string[]): (name: string) => string | undefined {
  const plain = new Set(names.filter((name) => !WILD.test(name)));
  const wild = names.filter((name) => WILD.test(name)).map((name) => ({ name, units: unitsOf(name) }));
  return (name) => (plain.has(name) ? name : wild.find(({ units }) => unitsMatch(units, name))?.name);
}

/** Whether some name matches both patterns; `[…]` counts as any one character. */
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
    if (i === left.length && j === right.length) return true;
    const x = left[i];
    const y = right[j];
    if (x === "*") todo.push([i + 1, j]);
    if (y === "*") todo.push([i, j + 1]);
    if (x === undefined || y === undefined) continue;
    if (x === "*") todo.push([i, j + 1]);
    else if (y === "*") todo.push([i + 1, j]);
    else if (x.length > 1 || y.length > 1 || x === "?" || y === "?" || x === y) todo.push([i + 1, j + 1]);
  }
  return false;
}

/** A character, `*`, `?`, or a class such as `[a-z]` (longer than one character). */
function unitsOf(pattern: string): string[] {
  return (
    pattern
      .match(/\[[!^]?\]?[^\]]*\]|\\.|[\s\S]/gu)
      ?.map((unit) => (unit.length > 1 && unit.startsWith("\\") ? `[${unit.slice(1)}]` : unit)) ?? []
  );
}

function spread(units: readonly string[], states: ReadonlySet<number>): Set<number> {
  const out = new Set(states);
  for (const state of out) if (units[state] === "*") out.add(state + 1);
  return out;
}

function unitHas(unit: string, char: string): boolean {
  if (unit === "?") return true;
  if (unit.length === 1 || !unit.startsWith("[")) return unit === char;
  const negated = unit[1] === "!" || unit[1] === "^";
  const body = unit.slice(negated ? 2 : 1, -1);
  let found = false;
  for (let i = 0; i < body.length; i++) {
    const low = body[i] ?? "";
    const high = body[i + 1] === "-" && i + 2 < body.length ? (body[i + 2] ?? low) : low;
    if (high !== low) i += 2;
    if (char >= low && char <= high) found = true;
  }
  return found !== negated;
}

function expandBraces(text: string): string[] | undefined {
  let ways = [text];
  for (let round = 0; round < MAX_ALTERNATIVES; round++) {
    const at = ways.findIndex((way) => /\{[^{}]*,[^{}]*\}/.test(way));
    if (at < 0) return ways;
    const way = ways[at] ?? "";
    const found = /\{([^{}]*,[^{}]*)\}/.exec(way);
    const inner = found?.[1];
    if (found === null || inner === undefined) return ways;
    const options = inner
      .split(",")
      .map((option) => way.slice(0, found.index) + option + way.slice(found.index + found[0].length));
    ways = [...ways.slice(0, at), ...options, ...ways.slice(at + 1)];
    if (ways.length > MAX_ALTERNATIVES) return undefined;
  }
  return undefined;
}
