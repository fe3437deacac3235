/** A reader of sed scripts: which files a script reads and writes, and whether it runs anything. */
import { HOLE } from "../../contract/reading.ts";

export interface SedScript {
  /** The whole script was read. */
  readonly ok: boolean;
  /** Files of `r`, `R`. */
  readonly reads: readonly string[];
  /** Files of `w`, `W`, `s///w`: opened, and emptied, before the first line is read. */
  readonly writes: readonly string[];
  /** `e` or `s///e`. */
  readonly runs: boolean;
  /** The commands it hands to a shell, as far as the script spells them; a `HOLE` for what comes from the lines it reads. */
  readonly commands: readonly string[];
}

/**
 * A delimiter inside `[…]` does not end an expression. Should a sed think otherwise, what it would do then counts too.
 * Where the reading stops, it goes on behind the next sign that ends a command: the script is not understood, and what it would do
 * from there on counts.
 */
export function readSedScript(script: string): SedScript {
  const meant = readOnce(script, true);
  const both = [meant, readOnce(script, false)];
  return {
    ok: meant.ok,
    reads: unique(both.flatMap((reading) => reading.reads)),
    writes: unique(both.flatMap((reading) => reading.writes)),
    runs: both.some((reading) => reading.runs),
    commands: unique(both.flatMap((reading) => reading.commands)),
  };
}

/** The script in the words behind sed, each part a line; the first word that is no option where no option brings one. */
export function sedScriptIn(words: readonly string[]): string {
  const parts = words.flatMap((word, i) => {
    const before = words[i - 1] ?? "";
    if (/^(?:-[nErsuz]*e|--e[a-z]*)$/.test(before)) return [word];
    const [, part] = /^(?:-[nErsuz]*e|--e[a-z]*=)(.+)$/s.exec(word) ?? [];
    return part === undefined || /^--(?!e)/.test(word) ? [] : [part];
  });
  return parts.length > 0 ? parts.join("\n") : (words.find((word) => word !== "" && !word.startsWith("-")) ?? "");
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
  readonly commands: string[];
  at: number;
  depth: number;
  runs: boolean;
}

/** How often the reading of one script is taken up again. */
const MAX_RESUMED = 64;

/** Each part answers whether it could be read. */
function readOnce(text: string, brackets: boolean): SedScript {
  const scan: Scan = { text, brackets, reads: [], writes: [], commands: [], at: 0, depth: 0, runs: false };
  let failures = 0;
  while (failures < MAX_RESUMED && skip(scan, /[\s;]/)) {
    const start = scan.at;
    if (addresses(scan) && command(scan)) continue;
    failures += 1;
    resume(scan, start);
  }
  const { reads, writes, runs, commands } = scan;
  return { ok: failures === 0 && scan.depth === 0, reads, writes, runs, commands };
}

/** Behind the first sign after the start of what could not be read that may end a command. */
function resume(scan: Scan, start: number): void {
  const rest = scan.text.slice(start + 1).search(/[;\n{}]/);
  scan.at = rest < 0 ? scan.text.length : start + 1 + rest + 1;
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
  return name === "e" && execute(scan);
}

/** The rest of the line, whatever stands there; without any, the line it has read. */
function execute(scan: Scan): boolean {
  const code = line(scan).trim();
  scan.runs = true;
  if (code !== "") scan.commands.push(code);
  return true;
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
  // What is not known stands where an address does: it may be one.
  if (scan.text.startsWith(HOLE, scan.at)) {
    scan.at += HOLE.length;
    return true;
  }
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
  if (!expression(scan, delimiter)) return false;
  const start = scan.at;
  if (!replacement(scan, delimiter)) return false;
  const put = scan.text.slice(start, scan.at - 1);
  for (let flag = peek(scan); /[\dgpiIemMw]/.test(flag); flag = peek(scan)) {
    scan.at++;
    if (flag === "w") return file(scan, scan.writes);
    if (flag !== "e") continue;
    scan.runs = true;
    scan.commands.push(put.replace(/\\\d|(?<!\\)&/g, HOLE));
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
