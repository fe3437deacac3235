/** Patterns that a call brings along: none is tried on a text unless the worst it could cost there is known to be little. */

const MAX_PATTERN = 200;
/** Steps of the engine that one trial may take. */
const MAX_STEPS = 50_000_000;
/** What is no sign of its own: an escape, a set. */
const ATOMS = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]/g;

/**
 * Undefined where it is no pattern, or one that could take long on a text of this length: a group that repeats, more that repeats than
 * the length allows (each multiplies by it), more ways than can be tried (each doubles).
 */
export function callPattern(source: string, flags: string, longest: number): RegExp | undefined {
  const signs = source.replace(ATOMS, "a");
  if (source.length > MAX_PATTERN || /\)[*+{]/.test(signs)) return undefined;
  const parts = signs.includes("(") ? [signs] : signs.split("|");
  if (parts.reduce((sum, part) => sum + mostSteps(part, longest), 0) > MAX_STEPS) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** In how many places all that repeats can end, from every place it can begin at; each choice doubles that. */
function mostSteps(signs: string, longest: number): number {
  const repeats = signs.match(/[*+{]/g)?.length ?? 0;
  let steps = 2 ** (signs.match(/[?|]/g)?.length ?? 0);
  for (let i = 1; i <= repeats + 1; i += 1) steps *= (longest + i) / i;
  return steps;
}

/**
 * Texts of fixed length with anything between them, as the source of an expression that never goes back: the first place at which one
 * fits leaves the most for the next.
 */
export function apart(texts: readonly string[]): string {
  const [start = "", ...more] = texts;
  const last = more.pop();
  const between = more.map((text, i) => (text === "" ? "" : `(?=(?<t${i}>.*?${text}))\\k<t${i}>`));
  return `${start}${between.join("")}${last === undefined ? "" : `.*${last}`}`;
}
