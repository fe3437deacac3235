/**
 * Git's configuration syntax, read byte by byte as git's own parser does (git_parse_source in config.c).
 * What git refuses is refused here.
 */
import { fail, ok, type Result } from "../../contract/result.ts";

export interface ConfigLine {
  /** Section and variable in lower case, the quoted subsection as written: `remote.Origin.url`. */
  readonly key: string;
  /** null: the variable stands alone, which git takes for true. */
  readonly value: string | null;
  /** False where versions of git disagree on the value, or its bytes are no text. */
  readonly certain: boolean;
}

const NEWLINE = 0x0a;
const BOM = [0xef, 0xbb, 0xbf];
const ESCAPES: Readonly<Record<string, string>> = { t: "\t", b: "\b", n: "\n", "\\": "\\", '"': '"' };

/** The lines in the order of the file, or why git would refuse it. */
export function parseConfig(bytes: Uint8Array): Result<readonly ConfigLine[]> {
  const source = new Source(bytes);
  const lines: ConfigLine[] = [];
  let section = "";
  let comment = false;
  if (!source.skipBom()) return fail("half a byte order mark");
  for (;;) {
    const c = source.next();
    if (c === "\n") {
      if (source.ended) return ok(lines);
      comment = false;
    } else if (comment || c === "#" || c === ";") {
      comment = true;
    } else if (isSpace(c)) {
    } else if (c === "[") {
      const name = sectionName(source);
      if (name === undefined) return fail(`a bad section header in line ${source.line}`);
      section = `${name}.`;
    } else {
      const line = /[A-Za-z]/.test(c) ? variable(source, c, section) : undefined;
      if (line === undefined) return fail(`a line git cannot read: line ${source.line}`);
      lines.push(line);
    }
  }
}

/** Characters as git's reader hands them out: CR LF is one newline, and the end of the file is one more. */
class Source {
  ended = false;
  line = 1;
  private at = 0;
  private readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  next(): string {
    let byte = this.bytes[this.at++];
    if (byte === 0x0d && this.bytes[this.at] === NEWLINE) byte = this.bytes[this.at++];
    if (byte === undefined) {
      this.at = this.bytes.length;
      this.ended = true;
    }
    if (byte === undefined || byte === NEWLINE) this.line++;
    return String.fromCharCode(byte ?? NEWLINE);
  }
  skipBom(): boolean {
    const matching = BOM.findIndex((byte, index) => this.bytes[index] !== byte);
    if (matching === -1) this.at = BOM.length;
    return matching < 1;
  }
}

function sectionName(source: Source): string | undefined {
  let name = "";
  for (;;) {
    const c = source.next();
    if (source.ended) return undefined;
    if (c === "]") return name === "" ? undefined : name;
    if (isSpace(c)) {
      const sub = subsection(source, c);
      return sub === undefined ? undefined : `${name}.${sub}`;
    }
    if (!/[A-Za-z0-9.-]/.test(c)) return undefined;
    name += c.toLowerCase();
  }
}

function subsection(source: Source, first: string): string | undefined {
  let c = first;
  while (isSpace(c)) {
    if (c === "\n") return undefined;
    c = source.next();
  }
  if (c !== '"') return undefined;
  let name = "";
  for (;;) {
    c = source.next();
    if (c === '"') return source.next() === "]" ? name : undefined;
    if (c === "\\") c = source.next();
    if (c === "\n") return undefined;
    name += c;
  }
}

function variable(source: Source, first: string, section: string): ConfigLine | undefined {
  let name = first.toLowerCase();
  let c = source.next();
  for (; !source.ended && /[A-Za-z0-9-]/.test(c); c = source.next()) name += c.toLowerCase();
  while (c === " " || c === "\t") c = source.next();
  const key = decode(cString(section + name));
  if (c === "\n") return { key: key.text, value: null, certain: key.certain };
  if (c !== "=") return undefined;
  const value = assigned(source);
  if (value === undefined) return undefined;
  const decoded = decode(value.text);
  return { key: key.text, value: decoded.text, certain: key.certain && value.certain && decoded.certain };
}

/** Up to 2.44 git turns unquoted inner white space into blanks, later it keeps it: such a value is not certain. */
function assigned(source: Source): { text: string; certain: boolean } | undefined {
  let text = "";
  let spaces = "";
  let quoted = false;
  let comment = false;
  let certain = true;
  for (;;) {
    let c = source.next();
    if (c === "\n") return quoted ? undefined : { text: cString(text), certain };
    if (comment) continue;
    if (isSpace(c) && !quoted) {
      if (text !== "") spaces += c;
      continue;
    }
    if (!quoted && (c === ";" || c === "#")) {
      comment = true;
      continue;
    }
    if (/[^ ]/.test(spaces)) certain = false;
    text += spaces.replace(/[^ ]/g, " ");
    spaces = "";
    if (c === "\\") {
      c = source.next();
      if (c === "\n") continue;
      const escaped = ESCAPES[c];
      if (escaped === undefined) return undefined;
      text += escaped;
    } else if (c === '"') {
      quoted = !quoted;
    } else {
      text += c;
    }
  }
}

const isSpace = (c: string): boolean => c === " " || c === "\t" || c === "\n" || c === "\r";

/** Git hands strings on as C strings: a NUL ends them. */
const cString = (text: string): string => {
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
};

function decode(latin1: string): { text: string; certain: boolean } {
  const text = Buffer.from(latin1, "latin1").toString("utf8");
  return { text, certain: !text.includes("�") };
}
