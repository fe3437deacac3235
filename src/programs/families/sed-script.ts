/** A reader of sed scripts: which files a script reads and writes, and whether it runs anything. */

export interface SedScript {
  /** The whole script was read. */
  readonly ok: boolean;
  /** Files of `r`, `R`. */
  readonly reads: readonly string[];
  /** Files of `w`, `W`, `s///w`: opened, and emptied, before the first line is read. */
  readonly writes: readonly string[];
  /** `e` or `s///e`. */
  readonly runs: boolean;
}

/**
 * A delimiter inside `[…]` does not end an expression. Should a sed think otherwise, what it would do then counts too.
 * Where the reading stops, sed has already opened the files named before.
 */
export function readSedScript(script: string): SedScript {
  const meant = readOnce(script, true);
  const both = [meant, readOnce(script, false)];
  return {
    ok: meant.ok,
    reads: unique(both.flatMap((reading) => reading.reads)),
    writes: unique(both.flatMap((reading) => reading.writes)),
    runs: both.some((reading) => reading.runs),
  };
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

const NO_ARGUMENT = "=dDgGhHnNpPxzF";
const OPTIONAL_NUMBER = "lLqQ";
const LABEL = ":btT";
const TEXT = "aic";
const END = "";
/** Streams, not files. */
const STREAMS: ReadonlySet<string> = new Set(["/dev/stdout", "/dev/stderr", "/dev/stdin"]);

interface Scan {
  readonly text: string;
  /** A delimiter inside `[…]` is part of the expression. */
  readonly brackets: boolean;
  readonly reads: string[];
  readonly writes: string[];
  at: number;
  depth: number;
  runs: boolean;
}

/** Each part answers whether it could be read; the first that could not ends the reading. */
function readOnce(text: string, brackets: boolean): SedScript {
  const scan: Scan = { text, brackets, reads: [], writes: [], at: 0, depth: 0, runs: false };
  let ok = true;
  while (ok && skip(scan, /[\s;]/)) ok = addresses(scan) && command(scan);
  return { ok: ok && scan.depth === 0, reads: scan.reads, writes: scan.writes, runs: scan.runs };
}

function command(scan: Scan): boolean {
  const name = next(scan);
  if (name === END) return false;
  if (name === "{") return ++scan.depth > 0;
  if (name === "}") return --scan.depth >= 0 && end(scan);
  if (name === "#") return line(scan) !== undefined;
  if (NO_ARGUMENT.includes(name)) return end(scan);
  if (OPTIONAL_NUMBER.includes(name)) return endAfter(scan, /\d/);
  if (LABEL.includes(name)) return endAfter(scan, /[^\s;}]/);
  if (TEXT.includes(name)) return textArgument(scan);
  if (name === "r" || name === "R") return file(scan, scan.reads);
  if (name === "w" || name === "W") return file(scan, scan.writes);
  if (name === "s") return substitute(scan);
  if (name === "y") return transliterate(scan);
  if (name === "e") scan.runs = true;
  return false;
}

function addresses(scan: Scan): boolean {
  const first = address(scan);
  if (first === undefined) return false;
  skip(scan, /\s/);
  if (first && peek(scan) === ",") {
    scan.at++;
    skip(scan, /\s/);
    if (/[+~]/.test(peek(scan))) scan.at++;
    if (address(scan) !== true) return false;
  }
  skip(scan, /[\s!]/);
  return true;
}

/** Whether there is an address here; undefined when there is one that cannot be read. */
function address(scan: Scan): boolean | undefined {
  const first = peek(scan);
  if (first === "$") return ++scan.at > 0;
  if (/\d/.test(first)) {
    skip(scan, /[\d~]/);
    return true;
  }
  if (first !== "/" && first !== "\\") return false;
  scan.at++;
  if (!expression(scan, first === "/" ? "/" : next(scan))) return undefined;
  skip(scan, /[IM]/);
  return true;
}

/** Up to the delimiter. Behind a backslash everything belongs to the expression. */
function expression(scan: Scan, delimiter: string): boolean {
  if (delimiter === "\n" || delimiter === "\\" || delimiter === END) return false;
  for (let char = next(scan); char !== delimiter; char = next(scan)) {
    if (char === END || char === "\n") return false;
    if (char === "\\" && next(scan) === END) return false;
    if (char === "[" && scan.brackets && !bracket(scan)) return false;
  }
  return true;
}

/** `]` right after `[` or `[^` stands for itself; `[:name:]`, `[.x.]` and `[=x=]` are one item each. */
function bracket(scan: Scan): boolean {
  if (peek(scan) === "^") scan.at++;
  if (peek(scan) === "]") scan.at++;
  for (let char = next(scan); char !== "]"; char = next(scan)) {
    if (char === END || char === "\n") return false;
    if (char === "[" && /[:.=]/.test(peek(scan)) && !bracketItem(scan, next(scan))) return false;
  }
  return true;
}

function bracketItem(scan: Scan, mark: string): boolean {
  const close = scan.text.indexOf(`${mark}]`, scan.at);
  if (close < 0 || scan.text.slice(scan.at, close).includes("\n")) return false;
  scan.at = close + 2;
  return true;
}

/** Up to the delimiter, where brackets mean nothing; a newline only behind a backslash. */
function replacement(scan: Scan, delimiter: string): boolean {
  for (let char = next(scan); char !== delimiter; char = next(scan)) {
    if (char === END || char === "\n") return false;
    if (char === "\\" && next(scan) === END) return false;
  }
  return true;
}

function substitute(scan: Scan): boolean {
  const delimiter = next(scan);
  if (!expression(scan, delimiter) || !replacement(scan, delimiter)) return false;
  for (let flag = peek(scan); /[\dgpiIemMw]/.test(flag); flag = peek(scan)) {
    scan.at++;
    if (flag === "w") return file(scan, scan.writes);
    if (flag === "e") scan.runs = true;
  }
  return end(scan);
}

function transliterate(scan: Scan): boolean {
  const delimiter = next(scan);
  if (delimiter === "\n" || delimiter === "\\" || delimiter === END) return false;
  return replacement(scan, delimiter) && replacement(scan, delimiter) && end(scan);
}

/** `a text`, or `a\` and the text on further lines; it ends at the first newline without a backslash. */
function textArgument(scan: Scan): boolean {
  for (let char = peek(scan); char !== END && char !== "\n"; char = peek(scan)) scan.at += char === "\\" ? 2 : 1;
  scan.at++;
  return true;
}

function file(scan: Scan, into: string[]): boolean {
  const name = line(scan).trimStart();
  if (!STREAMS.has(name)) into.push(name);
  return name !== "";
}

function endAfter(scan: Scan, argument: RegExp): boolean {
  skip(scan, /[ \t]/);
  skip(scan, argument);
  return end(scan);
}

/** After a command: the end, a newline, `;`, or `}` and `#`, which are read next. */
function end(scan: Scan): boolean {
  skip(scan, /[ \t\r]/);
  const char = peek(scan);
  if (char === "\n" || char === ";") scan.at++;
  return char === END || "\n;}#".includes(char);
}

function line(scan: Scan): string {
  const stop = scan.text.indexOf("\n", scan.at);
  const rest = scan.text.slice(scan.at, stop < 0 ? undefined : stop);
  scan.at = stop < 0 ? scan.text.length : stop + 1;
  return rest;
}

/** Moves over such characters; false at the end of the script. */
function skip(scan: Scan, chars: RegExp): boolean {
  while (scan.at < scan.text.length && chars.test(peek(scan))) scan.at++;
  return scan.at < scan.text.length;
}

const peek = (scan: Scan): string => scan.text[scan.at] ?? END;
const next = (scan: Scan): string => scan.text[scan.at++] ?? END;
