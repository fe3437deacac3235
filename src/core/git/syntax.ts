/** Git's configuration syntax, as `git_parse_source` reads it. What git refuses is refused here. */
import type { World } from "../../contract/world.ts";
import { readBytes } from "./files.ts";

const FILE_BYTES_MAX = 1 << 20;

export interface GitSetting {
  /** Section and variable in lower case, the quoted part as written: `remote.Origin.url`. */
  readonly key: string;
  /** Null: the variable stands alone, which is true. */
  readonly value: string | null;
}

const BLANK = /(?:[ \t\r\n]+|[#;][^\n]*)*/y;
/** The head of a section, or a name with what stands behind it. */
const LINE = /\[([A-Za-z0-9.-]+)(?:[ \t\r]+"((?:[^"\\\n]|\\[^\n])*)")?\]|([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|\n|$)/y;
/** A piece of a value: its end, a comment, blanks, a line that goes on, or letters with what is quoted among them. */
const PIECE = /(\n|$)|[#;][^\n]*|([ \t\r]+)|\\\n|((?:[^\n#; \t\r\\"]|\\[tbn\\"]|"(?:[^"\\\n]|\\[tbn\\"\n])*")+)/y;

/** No lines where there is no file. */
export function readSettings(file: string, disk: World): readonly GitSetting[] | undefined {
  const bytes = readBytes(file, FILE_BYTES_MAX, disk);
  if (bytes === null || bytes === undefined) return bytes === null ? [] : undefined;
  return parseSettings(bytes.toString("latin1"));
}

function parseSettings(latin1: string): readonly GitSetting[] | undefined {
  const text = latin1.replace(/^\xef\xbb\xbf/, "").replaceAll("\r\n", "\n");
  const lines: GitSetting[] = [];
  let section: string | undefined;
  if (text.includes("\0")) return undefined;
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const line = match(LINE, text, at);
    if (line === undefined) return undefined;
    const [, outer, inner, name = "", sign] = line.found;
    section = outer === undefined ? section : nameSection(outer, inner);
    const value = sign === "=" ? parseValue(text, line.end) : { text: null, end: line.end };
    if (value === undefined || section === undefined) return undefined;
    if (outer === undefined) lines.push({ key: decode(`${section}.${name.toLowerCase()}`), value: value.text });
    at = value.end;
  }
  return lines;
}

const nameSection = (outer: string, inner: string | undefined): string =>
  outer.toLowerCase() + (inner === undefined ? "" : `.${inner.replace(/\\([\s\S])/g, "$1")}`);

const skipBlanks = (text: string, at: number): number => match(BLANK, text, at)?.end ?? at;

/** Blanks at both ends fall away unless they are quoted. */
function parseValue(text: string, start: number): { text: string; end: number } | undefined {
  let value = "";
  let blanks = "";
  for (let piece = match(PIECE, text, start); piece !== undefined; piece = match(PIECE, text, piece.end)) {
    const [, end, space, letters] = piece.found;
    if (end !== undefined) return { text: decode(value), end: piece.end };
    if (letters !== undefined) value += blanks + unquote(letters);
    blanks = letters === undefined && value !== "" ? blanks + (space ?? "") : "";
  }
  return undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { t: "\t", b: "\b", n: "\n", "\\": "\\", '"': '"' };

const unquote = (letters: string): string =>
  letters.replace(/\\([\s\S])|"/g, (_, escaped: string | undefined) => ESCAPES[escaped ?? ""] ?? "");

function match(pattern: RegExp, text: string, at: number): { found: RegExpExecArray; end: number } | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : { found, end: pattern.lastIndex };
}

const decode = (latin1: string): string => Buffer.from(latin1, "latin1").toString("utf8");

/** Literally, as git reads a boolean; a number of zeroes is left out. */
export const isFalse = ({ value }: GitSetting): boolean => value !== null && /^(?:false|no|off|0|)$/i.test(value);

/** All values of a key, the one that counts last; null stands for a variable without one. */
export const valuesOf = (settings: readonly GitSetting[], key: string): readonly (string | null)[] =>
  settings.filter((one) => one.key === key).map(({ value }) => value);
