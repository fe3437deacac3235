/**
 * One segment of a pattern as a list of units. Shells and programs read `[…]` differently (classes, collating elements,
 * backslashes, ranges in the order of a locale): where they could differ, a unit could match what any of them matches,
 * and surely matches only what all of them do. Deny rules, links and credentials ask the first, allow rules the second.
 */

export type Unit =
  | { readonly is: "character"; readonly character: string }
  | { readonly is: "one" }
  | { readonly is: "any" }
  | { readonly is: "set"; readonly could: Has; readonly surely: Has }
  /** A bracket nobody here can read, with all that stands behind it: could match anything, surely matches nothing. */
  | { readonly is: "unclear" };

type Has = (character: string) => boolean;

export const WILD = /[*?[\\]/;

/** UTF-16 units. No name is as long, and matching takes the product of both lengths. */
const MAX_SEGMENT = 1024;

const ONE: Unit = { is: "one" };
const ANY: Unit = { is: "any" };
const UNCLEAR: Unit = { is: "unclear" };

export function unitsOf(pattern: string): readonly Unit[] {
  if (pattern.length > MAX_SEGMENT) return [UNCLEAR];
  const characters = [...pattern];
  const units: Unit[] = [];
  for (let at = 0; at < characters.length; at++) {
    const { unit, end } = unitAt(characters, at);
    units.push(unit);
    if (unit.is === "unclear") break;
    at = end;
  }
  return units;
}

interface UnitRead {
  readonly unit: Unit;
  /** Where its last character stands. */
  readonly end: number;
}

function unitAt(characters: readonly string[], at: number): UnitRead {
  const character = characters[at] ?? "";
  if (character === "[") return readSet(characters, at);
  const escaped = character === "\\" ? characters[at + 1] : undefined;
  if (escaped !== undefined) return { unit: { is: "character", character: escaped }, end: at + 1 };
  return { unit: character === "*" ? ANY : character === "?" ? ONE : { is: "character", character }, end: at };
}

/** From `[` at `start` to its `]`. Without one it stands for itself. */
function readSet(characters: readonly string[], start: number): UnitRead {
  const sign = characters[start + 1];
  const from = start + (sign === "!" || sign === "^" ? 2 : 1);
  const end = characters.indexOf("]", from + 1);
  const body = characters.slice(from, end < 0 ? undefined : end);
  if (body.includes("[") || body.includes("\\")) return { unit: UNCLEAR, end };
  if (end < 0) return { unit: { is: "character", character: "[" }, end: start };
  const { could, surely } = membersOf(body);
  if (sign === "!") return { unit: { is: "set", could: not(surely), surely: not(could) }, end };
  // To some shells `^` is a member like any other.
  if (sign === "^") return { unit: { is: "set", could: () => true, surely: not(could) }, end };
  return { unit: { is: "set", could, surely }, end };
}

const not =
  (has: Has): Has =>
  (character) =>
    !has(character);

const LETTER = /^[A-Za-z]$/;
const DIGIT = /^\d$/;

/** Members as written, and ranges: of digits everywhere the same; of letters, any letters; others, anything. */
function membersOf(body: readonly string[]): { readonly could: Has; readonly surely: Has } {
  const members = new Set<string>();
  const ranges: (readonly [low: string, high: string])[] = [];
  for (let at = 0; at < body.length; at++) {
    const [low = "", dash, high] = body.slice(at, at + 3);
    if (dash === "-" && high !== undefined) {
      ranges.push([low, high]);
      at += 2;
    } else members.add(low);
  }
  const inside = (character: string): boolean => ranges.some(([low, high]) => low <= character && character <= high);
  const near = (character: string): boolean =>
    ranges.some(([low, high]) => {
      if (DIGIT.test(low) && DIGIT.test(high)) return character > "\x7f";
      return !LETTER.test(low) || !LETTER.test(high) || LETTER.test(character) || character > "\x7f";
    });
  return {
    could: (character) => members.has(character) || inside(character) || near(character),
    surely: (character) => members.has(character) || (character <= "\x7f" && inside(character)),
  };
}
