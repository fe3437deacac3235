/** `${x%…}` and its kin on a value that is known, as bash does them. Likely readings only: other shells differ. */
import { inQuotes } from "../../contract/shell-word.ts";
import { endsOf, type Pieces, piecesOf } from "./shell-patterns.ts";

/** Longer values and patterns are left alone. */
const MAX_VALUE = 2_048;
const MAX_PATTERN = 80;
/** The same of values for patterns that may end in many places: with `*`, and with groups. */
const MAX_STARRED = 512;
const MAX_GROUPED = 80;
const MAX_GROUPS = 6;

const fits = (value: string, pattern: string): boolean =>
  pattern.length <= MAX_PATTERN &&
  pattern.split("(").length <= MAX_GROUPS + 1 &&
  value.length <= (pattern.includes("(") ? MAX_GROUPED : pattern.includes("*") ? MAX_STARRED : MAX_VALUE);

/** Whether `extglob` is on is not known: what matches as it is written without is taken for that. */
function eitherWay(value: string, pattern: string, by: (pieces: Pieces) => string): string | undefined {
  if (!fits(value, pattern)) return undefined;
  const plain = by(piecesOf(pattern, false));
  return plain !== value || !pattern.includes("(") ? plain : by(piecesOf(pattern, true));
}

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
export const removeMatch = (value: string, operator: string, pattern: string): string | undefined =>
  eitherWay(value, pattern, (pieces) => {
    const characters = [...value];
    const { length } = characters;
    if (operator.startsWith("#")) {
      const ends = [...endsOf(pieces, characters, new Set([0]))];
      const end = operator.length === 2 ? Math.max(...ends) : Math.min(...ends);
      return ends.length === 0 ? value : characters.slice(end).join("");
    }
    const starts = Array.from({ length: length + 1 }, (_, i) => (operator.length === 2 ? i : length - i));
    const start = starts.find((i) => endsOf(pieces, characters, new Set([i])).has(length));
    return characters.slice(0, start ?? length).join("");
  });

export interface Replacing {
  readonly operator: string;
  readonly pattern: string;
  readonly by: string;
}

/** `${x/p/y}`, `${x//p/y}`, `${x/#p/y}`, `${x/%p/y}`: the longest match where the first one begins. */
export const replaceMatch = (value: string, { operator, pattern, by }: Replacing): string | undefined =>
  pattern === "" ? value : eitherWay(value, pattern, (pieces) => replaceIn([...value], pieces, operator, by));

function replaceIn(characters: readonly string[], pieces: Pieces, operator: string, by: string): string {
  const { length } = characters;
  let out = "";
  let at = 0;
  while (at <= length) {
    const ends = [...endsOf(pieces, characters, new Set([at]))].filter((end) => operator !== "/%" || end === length);
    const end = Math.max(at, ...ends);
    // Nothing matches nothing before every character; at the end only where bash looks there.
    const matches = ends.length > 0 && (at < length || length === 0 || operator === "/%");
    if (matches) out += by;
    if (matches && operator !== "//") return out + characters.slice(end).join("");
    if (operator === "/#") break;
    if (end === at) out += characters[at] ?? "";
    at = Math.max(end, at + 1);
  }
  return operator === "/#" ? characters.join("") : out;
}

/** `${x:offset:length}`. */
export function sliceText(value: string, offset: number, length: number | undefined): string {
  const from = offset < 0 ? Math.max(value.length + offset, 0) : offset;
  if (length === undefined) return value.slice(from);
  return value.slice(from, length < 0 ? value.length + length : from + length);
}

/** `${x^}`, `${x,,}` and the like. */
export function changeCase(value: string, operator: string): string {
  const turn = (text: string): string => (operator.startsWith("^") ? text.toUpperCase() : text.toLowerCase());
  return operator.length === 2 ? turn(value) : turn(value.slice(0, 1)) + value.slice(1);
}

/** `${x@Q}` and the like. */
export function transform(value: string, letter: string): string | undefined {
  switch (letter) {
    case "E":
      return takeEscapes(value);
    case "P":
      return value;
    case "Q":
    case "K":
      return inQuotes(value);
    case "U":
      return value.toUpperCase();
    case "u":
      return changeCase(value, "^");
    case "L":
      return value.toLowerCase();
    default:
      return undefined;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

/** The escapes of `echo -e`, `printf` and `$'…'`. */
export const takeEscapes = (value: string): string =>
  value.replace(/\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|0?[0-7]{1,3}|[\s\S])/g, (all) => {
    const named = ESCAPES[all.slice(1)];
    if (named !== undefined) return named;
    const [, kind = "", digits = ""] = /^\\([xuU]?)([0-9a-fA-F]+)$/.exec(all) ?? [];
    const code = digits === "" ? Number.NaN : Number.parseInt(digits, kind === "" ? 8 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });

/** Stands for a percent sign that is no format: a character nobody uses. */
const PERCENT = "\u{e0ff}";

/** What `printf` makes of its words, the format used again while words are left. */
export function formatText(format: string, args: readonly string[]): string {
  const left = [...args];
  let out = "";
  do {
    out += takeEscapes(format.replaceAll("%%", PERCENT)).replace(
      /%[-+ #0']*(\*|\d*)(?:\.(\*|\d*))?[hlLqjzt]*([A-Za-z])/g,
      (_all, width: string | undefined, precision: string | undefined, letter: string) => {
        if (width === "*") left.shift();
        const cut = precision === "*" ? left.shift() : precision;
        const value = left.shift() ?? "";
        return formatOne(value, letter).slice(0, cut === undefined || letter !== "s" ? undefined : Number(cut));
      },
    );
  } while (left.length > 0 && left.length < args.length && /%[^%]/.test(format) && out.length < MAX_VALUE);
  return out.replaceAll(PERCENT, "%");
}

function formatOne(value: string, letter: string): string {
  if (letter === "b") return takeEscapes(value);
  if (letter === "c") return value.slice(0, 1);
  if (!/^[diouxX]$/.test(letter)) return value;
  const number = /^["']/.test(value) ? (value.codePointAt(1) ?? 0) : Number(value);
  return Number.isFinite(number) ? number.toString(RADIX[letter] ?? 10) : "0";
}
const RADIX: Readonly<Record<string, number>> = { o: 8, x: 16, X: 16 };
