/**
 * Whether a search surely finds nothing in a text: for each alternative of its patterns there is a run of plain characters that every
 * match would have to hold and the text does not. Basic, extended, Perl's and Rust's expressions are read alike, so what means
 * different things in them counts for nothing. Never a guess: what is not understood may match.
 */
import type { FileSearch } from "../contract/effect.ts";

export function cannotMatch({ patterns, fixed }: Pick<FileSearch, "patterns" | "fixed">, text: string): boolean {
  // Other letters have other cases and other bytes than the search may see, and one of ASCII may be a case of them (`ſ`, `ı`, `K`).
  if ([text, ...patterns].some((one) => /[^\x01-\x7f]/.test(one))) return false;
  const folded = text.toLowerCase();
  const alternatives = patterns.flatMap((pattern) => (fixed ? textsIn(pattern) : alternativesOf(pattern)));
  return (
    alternatives.length > 0 &&
    alternatives.every((runs) => runs.some((run) => run !== "" && !folded.includes(run.toLowerCase())))
  );
}

/** Runs of plain characters that a match of one alternative holds; none: it may match anything. */
type Runs = readonly string[];

const textsIn = (pattern: string): readonly Runs[] => pattern.split(/[\r\n]/).map((line) => [line]);

/** Escapes that stand for no character of their own, or for the very character behind the backslash. */
const PLAIN_ESCAPE = /^\\[bBsSwWdD<>.()|/+?*{}^$"'\- \][]/;
/** Whatever stands before these need not be there. */
const OPTIONAL = /^(?:\\?\+)*\\?[?*{]/;

/** Longer ones are nobody's search, and cost more than they tell. */
const MAX_PATTERN_CHARS = 2_000;

function alternativesOf(pattern: string): readonly Runs[] {
  if (pattern.length > MAX_PATTERN_CHARS) return [[]];
  // Flags, looks ahead and names of groups; what comes back; a group that need not be there.
  if (/\(\?(?!:)|\(\*|\\[1-9]|\)(?:\\?\+)*\\?[?*{]/.test(pattern)) return [[]];
  const alternatives: string[][] = [[""]];
  const end = (): number => alternatives[alternatives.length - 1]?.push("") ?? 0;
  for (let rest = pattern; rest !== ""; ) {
    const [piece, meaning] = nextPiece(rest);
    if (meaning === "unknown") return [[]];
    rest = rest.slice(piece.length);
    const isOptional = OPTIONAL.test(rest);
    if (meaning === "or") alternatives.push([""]);
    else if (meaning === "literal" && !isOptional) addTo(alternatives.at(-1), piece);
    else end();
  }
  return alternatives;
}

function addTo(runs: string[] | undefined, character: string): void {
  const last = runs?.pop() ?? "";
  runs?.push(last + character);
}

function nextPiece(rest: string): readonly [piece: string, meaning: "literal" | "any" | "or" | "unknown"] {
  const counted = /^\\?\{[^{}\\]*\\?\}/.exec(rest)?.[0];
  if (counted !== undefined) return [counted, "any"];
  const or = /^(?:\\?\||[\r\n])/.exec(rest)?.[0];
  if (or !== undefined) return [or, "or"];
  if (rest.startsWith("\\")) {
    const sign = PLAIN_ESCAPE.exec(rest)?.[0];
    return sign === undefined ? ["\\", "unknown"] : [sign, "any"];
  }
  if (rest.startsWith("[")) {
    // What does not end, has its own end in it, or is a class.
    const set = /^\[\^?[^\][\\^]+\]/.exec(rest)?.[0];
    return set === undefined ? ["[", "unknown"] : [set, "any"];
  }
  if (rest.startsWith("(?:")) return ["(?:", "any"];
  const character = rest.charAt(0);
  return [character, /[\w ,:;=<>@#%&!~`"'/-]/.test(character) ? "literal" : "any"];
}
