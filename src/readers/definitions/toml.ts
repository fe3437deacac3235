/**
 * The part of TOML that task definitions are written in: tables, plain keys, strings, lists, inline tables. Anything
 * else is not guessed at: the whole file is then not understood.
 */
export type Toml = string | number | boolean | readonly Toml[] | TomlTable;
export interface TomlTable {
  readonly [key: string]: Toml;
}

export const isTable = (value: Toml | undefined): value is TomlTable =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface Source {
  readonly text: string;
  at: number;
}

type Table = { [key: string]: Toml | Table };

/** Undefined when the text holds anything that is not read here. */
export function parseToml(text: string): TomlTable | undefined {
  const source: Source = { text: text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"), at: 0 };
  const root: Table = Object.create(null);
  let table = root;
  try {
    for (;;) {
      blank(source);
      if (source.at >= source.text.length) return root as TomlTable;
      if (source.text.startsWith("[[", source.at)) {
        source.at += 2;
        const path = keys(source);
        expect(source, "]]");
        // Lists of tables hold tools and hooks; tasks are not written so.
        table = tableAt(root, [...path, String(source.at)]);
      } else if (source.text.charAt(source.at) === "[") {
        source.at += 1;
        table = tableAt(root, keys(source));
        expect(source, "]");
      } else entry(source, table);
      endOfLine(source);
    }
  } catch {
    return undefined;
  }
}

function entry(source: Source, table: Table): void {
  const path = keys(source);
  expect(source, "=");
  spaces(source);
  const last = path.at(-1) ?? "";
  const into = tableAt(table, path.slice(0, -1));
  if (Object.hasOwn(into, last)) throw new Error("a key that is there twice");
  into[last] = value(source);
}

function tableAt(root: Table, path: readonly string[]): Table {
  let at = root;
  for (const key of path) {
    const next: Toml | Table = at[key] ?? Object.create(null);
    at[key] = next;
    if (typeof next !== "object" || Array.isArray(next)) throw new Error("a value where a table should stand");
    at = next as Table;
  }
  return at;
}

function keys(source: Source): readonly string[] {
  const path: string[] = [];
  for (;;) {
    spaces(source);
    const quote = source.text.charAt(source.at);
    path.push(quote === '"' || quote === "'" ? string(source) : word(source, /[\w-]+/y));
    spaces(source);
    if (source.text.charAt(source.at) !== ".") return path;
    source.at += 1;
  }
}

function value(source: Source): Toml {
  const char = source.text.charAt(source.at);
  if (char === '"' || char === "'") return string(source);
  if (char === "[") return list(source);
  if (char === "{") return inline(source);
  const bare = word(source, /[\w.:+-]+/y);
  if (bare === "true" || bare === "false") return bare === "true";
  return /^[+-]?\d[\d_]*(?:\.\d+)?$/.test(bare) ? Number(bare.replaceAll("_", "")) : bare;
}

function list(source: Source): readonly Toml[] {
  const items: Toml[] = [];
  source.at += 1;
  for (;;) {
    blank(source);
    if (source.text.charAt(source.at) === "]") break;
    items.push(value(source));
    blank(source);
    if (source.text.charAt(source.at) === ",") source.at += 1;
    else if (source.text.charAt(source.at) !== "]") throw new Error("a list that does not end");
  }
  source.at += 1;
  return items;
}

function inline(source: Source): TomlTable {
  const table: Table = Object.create(null);
  source.at += 1;
  for (;;) {
    blank(source);
    if (source.text.charAt(source.at) === "}") break;
    entry(source, table);
    blank(source);
    if (source.text.charAt(source.at) === ",") source.at += 1;
    else if (source.text.charAt(source.at) !== "}") throw new Error("a table that does not end");
  }
  source.at += 1;
  return table as TomlTable;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "\\": "\\",
  b: "\b",
  f: "\f",
  e: "\u001b",
};

function string(source: Source): string {
  const quote = source.text.charAt(source.at);
  const long = source.text.startsWith(quote.repeat(3), source.at);
  const mark = long ? quote.repeat(3) : quote;
  source.at += mark.length;
  if (long && source.text.charAt(source.at) === "\n") source.at += 1;
  let out = "";
  while (!source.text.startsWith(mark, source.at)) {
    if (source.at >= source.text.length) throw new Error("a string that does not end");
    const char = source.text.charAt(source.at);
    if (char === "\n" && !long) throw new Error("a string over two lines");
    if (char === "\\" && quote === '"') out += escaped(source, mark);
    else {
      out += char;
      source.at += 1;
    }
  }
  source.at += mark.length;
  // Up to two quotes may stand before the end of a long string.
  const end = source.at;
  if (long) skip(source, quote === '"' ? /"*/y : /'*/y);
  return out + source.text.slice(end, source.at);
}

/** What a backslash stands for: in a long string it may fold lines. */
function escaped(source: Source, mark: string): string {
  const from = source.at;
  if (mark.length === 3) skip(source, /\\[ \t]*\n\s*/y);
  if (source.at > from) return "";
  const letter = source.text.charAt(from + 1);
  if (!Object.hasOwn(ESCAPES, letter)) throw new Error("an escape that is not known");
  source.at += 2;
  return ESCAPES[letter] ?? "";
}

function word(source: Source, pattern: RegExp): string {
  pattern.lastIndex = source.at;
  const found = pattern.exec(source.text);
  if (found === null) throw new Error("a word is missing");
  source.at += found[0].length;
  return found[0];
}

function expect(source: Source, mark: string): void {
  spaces(source);
  if (!source.text.startsWith(mark, source.at)) throw new Error(`${mark} is missing`);
  source.at += mark.length;
}

const spaces = (source: Source): void => void skip(source, /[ \t]*/y);
/** White space, line ends and comments. */
const blank = (source: Source): void => void skip(source, /(?:[ \t\n]|#[^\n]*)*/y);
const endOfLine = (source: Source): void => {
  skip(source, /[ \t]*(?:#[^\n]*)?/y);
  if (source.at < source.text.length && source.text.charAt(source.at) !== "\n") throw new Error("more on a line");
};

function skip(source: Source, pattern: RegExp): void {
  pattern.lastIndex = source.at;
  source.at += pattern.exec(source.text)?.[0].length ?? 0;
}
