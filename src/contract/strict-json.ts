/** JSON from outside. Of a key that stands twice readers keep whichever they like, so such a text says nothing for certain. */
import { fail, messageOf, ok, type Result } from "./result.ts";

/** A sentence without a subject says what is wrong: `is not valid JSON: …`. */
export function parseStrictJson(text: string): Result<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail(`is not valid JSON${placeOf(messageOf(error), text)}: ${messageOf(error).split("\n")[0]}`);
  }
  const twice = isAsWritten(value, text) ? undefined : keyTwice(text);
  return twice === undefined ? ok(value) : fail(describeKeyTwice(twice));
}

/** Written out again it is the same text: of a key that stood there twice one would be missing. False where that cannot be told. */
function isAsWritten(value: unknown, text: string): boolean {
  try {
    return JSON.stringify(value) === text;
  } catch {
    return false; // Nested too deep to be written.
  }
}

/** The line of what could not be read, where the text has more than one. */
function placeOf(message: string, text: string): string {
  const at = Number(/ at position (\d+)/.exec(message)?.[1] ?? text.length);
  return text.trimEnd().includes("\n") ? ` in line ${text.slice(0, at).split("\n").length}` : "";
}

/** The same text with blanks in place of comments, so that every place in it stays where it is. */
export function blankComments(text: string): string {
  let out = "";
  for (let i = 0; i < text.length; ) {
    const end = endOfPiece(text, i);
    const piece = text.slice(i, end);
    out += piece.startsWith("//") || piece.startsWith("/*") ? piece.replace(/[^\n]/g, " ") : piece;
    i = end;
  }
  return out;
}

/** Behind the string or comment that begins here; behind the one character where none does. */
function endOfPiece(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start) + 1;
  const ending = text.startsWith("//", start) ? "\n" : text.startsWith("/*", start) ? "*/" : null;
  if (ending === null) return start + 1;
  const end = text.indexOf(ending, start + 2);
  return end < 0 ? text.length : end + (ending === "\n" ? 0 : 2);
}

export const describeKeyTwice = (key: string): string =>
  `has the key ${JSON.stringify(key.slice(0, MAX_SHOWN))} twice in one object; readers differ in which one counts: keep one of them`;
const MAX_SHOWN = 80;

/**
 * A key that an object of valid JSON, at any depth, has twice, as it is written the second time; undefined where none has.
 * `same` is what two keys are compared by.
 */
export function keyTwice(json: string, same: (key: string) => string = (key) => key): string | undefined {
  /** What is open around the present place: the keys of an object so far, or null for a list. */
  const open: (Set<string> | null)[] = [];
  let awaitsKey = false;
  for (const token of tokensOf(json)) {
    const keys = open.at(-1) ?? null;
    if (awaitsKey && keys !== null && token.startsWith('"')) {
      const key = readKey(token);
      if (keys.has(same(key))) return key;
      keys.add(same(key));
    }
    openOrClose(open, token);
    awaitsKey = token === "{" || (token === "," && keys !== null);
  }
  return undefined;
}

const readKey = (token: string): string => (token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1));

function openOrClose(open: (Set<string> | null)[], token: string): void {
  if (token === "{") open.push(new Set());
  else if (token === "[") open.push(null);
  else if (token === "}" || token === "]") open.pop();
}

/** Strings, with their quotes, and the characters between which keys stand. */
function* tokensOf(json: string): Generator<string> {
  for (let i = 0; i < json.length; i++) {
    const character = json[i] ?? "";
    const end = character === '"' ? endOfString(json, i) : i;
    if (character === '"' || "{}[],".includes(character)) yield json.slice(i, end + 1);
    i = end;
  }
}

function endOfString(json: string, start: number): number {
  for (let i = json.indexOf('"', start + 1); i >= 0; i = json.indexOf('"', i + 1)) {
    let slashes = 0;
    while (json[i - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return i;
  }
  return json.length;
}

/**
 * What of valid JSON is another value once it was read and written here: a number that is rounded, a half of a character. As it is
 * written; undefined where there is none.
 */
export function lossyPart(json: string): string | undefined {
  for (let i = 0; i < json.length; i++) {
    const character = json[i] ?? "";
    if (character !== '"' && !/[-\d]/.test(character)) continue;
    const end = character === '"' ? endOfString(json, i) : endOfNumber(json, i);
    const token = json.slice(i, end + 1);
    if (character === '"' ? hasHalfCharacter(token) : isRounded(token)) return token;
    i = end;
  }
  return undefined;
}

function endOfNumber(json: string, start: number): number {
  let end = start;
  while (/[-+.\deE]/.test(json[end + 1] ?? "")) end++;
  return end;
}

const hasHalfCharacter = (token: string): boolean =>
  /\p{Surrogate}/u.test(/\\u[dD]/.test(token) ? String(JSON.parse(token)) : token);

const MAX_NUMBER = 400;
const isRounded = (token: string): boolean =>
  token.length > MAX_NUMBER || (!/^-?\d{1,15}$/.test(token) && digitsOf(token) !== digitsOf(String(Number(token))));

/** One spelling for each number: its digits without zeros around them, and where they stand. */
function digitsOf(number: string): string {
  const [, whole = "", part = "", power = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  return kept === "" ? "0" : `${kept}e${BigInt(power) - BigInt(part.length) + BigInt(digits.length - kept.length)}`;
}
