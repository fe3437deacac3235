/** `${x%…}` and its kin on a value that is known, as bash does them. Likely readings only: other shells differ. */

/** Longer values and patterns are left alone. */
const MAX_VALUE = 2_048;
const MAX_PATTERN = 80;
const MAX_STARS = 6;

const fits = (value: string, pattern: string): boolean =>
  value.length <= MAX_VALUE && pattern.length <= MAX_PATTERN && (pattern.match(/\*/g)?.length ?? 0) <= MAX_STARS;

/** A pattern of the shell, in which `*` passes over slashes. */
export function patternSource(pattern: string): string {
  const parts = pattern.match(/\\[\s\S]|\[[!^]?\]?[^\]]*\]|[\s\S]/g) ?? [];
  return parts
    .map((part) => {
      if (part === "*") return "[\\s\\S]*";
      if (part === "?") return "[\\s\\S]";
      if (part.length > 1 && part.startsWith("["))
        return `[${part.slice(1, -1).replace(/^!/, "^").replace(/[\\[]/g, "\\$&").replace("\\[:space:", "\\s")}]`;
      const bare = part.length > 1 && part.startsWith("\\") ? part.slice(1) : part;
      return bare.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    })
    .join("");
}

/** Undefined for what is no pattern, or too much work. */
export function patternOf(pattern: string, around: readonly [before: string, after: string]): RegExp | undefined {
  try {
    return new RegExp(`${around[0]}(?:${patternSource(pattern)})${around[1]}`, "u");
  } catch {
    return undefined;
  }
}

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
export function removeMatch(value: string, operator: string, pattern: string): string | undefined {
  const whole = fits(value, pattern) ? patternOf(pattern, ["^", "$"]) : undefined;
  if (whole === undefined) return undefined;
  const front = operator.startsWith("#");
  const lengths = Array.from({ length: value.length + 1 }, (_, i) => (operator.length === 2 ? value.length - i : i));
  const found = lengths.find((n) => whole.test(front ? value.slice(0, n) : value.slice(value.length - n)));
  if (found === undefined) return value;
  return front ? value.slice(found) : value.slice(0, value.length - found);
}

export interface Replacing {
  readonly operator: string;
  readonly pattern: string;
  readonly by: string;
}

/** `${x/p/y}`, `${x//p/y}`, `${x/#p/y}`, `${x/%p/y}`. */
export function replaceMatch(value: string, { operator, pattern, by }: Replacing): string | undefined {
  if (pattern === "") return value;
  const around = [operator === "/#" ? "^" : "", operator === "/%" ? "$" : ""] as const;
  const match = fits(value, pattern) ? patternOf(pattern, around) : undefined;
  if (match === undefined) return undefined;
  return operator === "//" ? value.replace(new RegExp(match.source, "gu"), () => by) : value.replace(match, () => by);
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
      return `'${value.replaceAll("'", "'\\''")}'`;
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
