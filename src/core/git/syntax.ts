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

const ESCAPES: Readonly<Record<string, string>> = { t: "\t", b: "\b", n: "\n", "\\": "\\", '"': '"' };
const BLANK = /(?:[ \t\r\n]+|[#;][^\n]*)*/y;
const HEADER = /\[([A-Za-z0-9.-]+)(?:[ \t\r]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y;
const NAME = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|\n|$)/y;
/** A piece of a value: its end, the mark of a comment, blanks, an escape, a quotation mark, or plain letters. */
const PIECE = /(\n|$)|([#;])|([ \t\r]+)|\\([\s\S])|(")|([^\n#; \t\r\\"]+)/y;

/** No lines where there is no file. */
export function readSettings(file: string, disk: World): readonly GitSetting[] | undefined {
  const bytes = readBytes(file, FILE_BYTES_MAX, disk);
  if (bytes === null || bytes === undefined) return bytes === null ? [] : undefined;
  return parseSettings(bytes.toString("latin1"));
}

function parseSettings(latin1: string): readonly GitSetting[] | undefined {
  const text = latin1.replace(/^\xef\xbb\xbf/, "").replaceAll("\r\n", "\n");
  const lines: GitSetting[] = [];
  let section = "";
  let at = match(BLANK, text, 0)?.end ?? 0;
  if (text.includes("\0")) return undefined;
  while (at < text.length) {
    const header = match(HEADER, text, at);
    const name = header === undefined ? match(NAME, text, at) : undefined;
    if (header !== undefined) {
      const [, outer = "", inner] = header.found;
      section = outer.toLowerCase() + (inner === undefined ? "" : `.${inner.replace(/\\([\s\S])/g, "$1")}`);
      at = header.end;
    } else {
      const value = name?.found[2] === "=" ? parseValue(text, name.end) : { text: null, end: name?.end ?? 0 };
      if (name === undefined || value === undefined || section === "") return undefined;
      const key = `${section}.${(name.found[1] ?? "").toLowerCase()}`;
      lines.push({ key: decode(key), value: value.text === null ? null : decode(value.text) });
      at = value.end;
    }
    at = match(BLANK, text, at)?.end ?? at;
  }
  return lines;
}

/** Blanks at both ends fall away unless they are quoted; a backslash before a newline goes on in the next line. */
function parseValue(text: string, start: number): { text: string; end: number } | undefined {
  let value = "";
  let blanks = "";
  let quoted = false;
  for (let at = start; ; ) {
    const piece = match(PIECE, text, at);
    if (piece === undefined) return undefined;
    const [whole, end, comment, space, escaped, quote] = piece.found;
    at = piece.end;
    if (end !== undefined) return quoted ? undefined : { text: value, end: at };
    if (comment !== undefined && !quoted) {
      const newline = text.indexOf("\n", at);
      return { text: value, end: newline < 0 ? text.length : newline };
    }
    if (space !== undefined && !quoted) {
      if (value !== "") blanks += whole;
      continue;
    }
    if (escaped === "\n") continue;
    const letter = escaped === undefined ? whole : ESCAPES[escaped];
    if (letter === undefined) return undefined;
    value += blanks + (quote === undefined ? letter : "");
    blanks = "";
    if (quote !== undefined) quoted = !quoted;
  }
}

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
