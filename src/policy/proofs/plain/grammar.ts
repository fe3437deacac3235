/**
 * Plain commands: the small part of the shell's language that reading alone may prove. This file is the whole grammar
 * (docs/plain.md, the same as EBNF) and knows nothing of the big reader. It accepts what it can take apart without a
 * doubt, in bash, zsh and dash alike, and answers undefined for everything else. Nothing here looks at the disk.
 */

export interface PlainWord {
  /** What the program gets; of a glob, the pattern. */
  readonly value: string;
  /** Holds `*` or `?` outside of quotes. */
  readonly glob: boolean;
  /** `"$(cat <<'EOF' …)"`. */
  readonly message?: true;
  /** `HEAD~1`: what stands before its first `~` or `^`. Literal, but to a shell for which these make a pattern: then names that begin so. */
  readonly revision?: string;
  /** `--include=*.js`: literal, unless a file has such a name as a whole. */
  readonly option?: true;
}

/** What stands between a command and the one behind it; null at the end. */
export type Joint = "|" | "&&" | "||" | ";" | null;

export interface PlainCommand {
  /** The program's name and its words, at least one. */
  readonly words: readonly PlainWord[];
  /** Files of its redirections. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Its input is a here-document. */
  readonly document?: true;
  readonly joint: Joint;
}

/** What the meaning of a text depends on besides the text. */
export interface PlainContext {
  /** What `~/` begins with. */
  readonly home: string;
  readonly platform: "linux" | "darwin" | "win32";
}

const MAX_LENGTH = 32_768; // characters

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;
const BLANKS = /[ \t]*/y;
const LINES = /[ \t\n]*/y;
/** Behind a word. */
const BOUNDARY = /(?=[ \t\n;|&<>]|$)/y;
const ARROW = /[<>]/y;
const NAME = /[A-Za-z_:][A-Za-z0-9_.+-]*(?=[ \t\n;|&<>]|$)/y;
const HOME = /~\//y;
const BARE = /[A-Za-z0-9_./,:@%+=-]+/y;
/** A glob stands in bare words only and begins with a literal character, never as an option would. */
const PATTERN = /(?:\.\/|[A-Za-z0-9_./,:@%])[A-Za-z0-9_./,:@%+=*?-]*[*?][A-Za-z0-9_./,:@%+=*?-]*(?=[ \t\n;|&<>]|$)/y;
/** Of git: a name, steps back from it, a second such behind `..`, a path behind `:`. */
const REVISION =
  /([A-Za-z0-9_@][A-Za-z0-9_./@+-]*)(?:[~^][0-9]*)+(?:\.\.[A-Za-z0-9_./@+-]*(?:[~^][0-9]*)*)?(?::[A-Za-z0-9_./@+-]*)?(?=[ \t\n;|&<>]|$)/y;
/** An option with a pattern as its value, in one word. */
const OPTION = /--[a-z]+(?:-[a-z]+)*=[A-Za-z0-9_.,@%+-]*[*?][A-Za-z0-9_.,@%+*?-]*(?=[ \t\n;|&<>]|$)/y;
const TEST = /\[(?=[ \t])/y;
const TEST_END = /\](?=[ \t\n;|&<>]|$)/y;
const SINGLE = /'([^']*)'(?!')/y;
/** No expansion, and a backslash only where it is a character like any other. */
const DOUBLE = /"((?:[^"$`\\]|\\[^"$`\\\n])*)"/y;
/** `"$(cat <<'EOF'`, lines none of which is the end, the end, `)"`: one literal word. */
const MESSAGE = /"\$\(cat <<'([A-Za-z_]+)'\n((?:(?!\1\n)[^\n]*\n)*)\1\n[ \t]*\)"/y;
/** The bash of macOS looks for the `)` by counting, quotes and brackets of the text included. */
const MISCOUNTED = /['"`\\()]/;
const DOCUMENT = /<<[ \t]*(?:'([A-Za-z_]+)'|"([A-Za-z_]+)")/y;
const BOTH = /2>&1/y;
const REDIRECTION = /[12]?(>>?)(?![>&|(])|<(?![<>&(])/y;
const JOINT = /\|\||&&|[|;\n]/y;

/** The commands of a plain text in order, or undefined. */
export function parsePlain(text: string, context: PlainContext): readonly PlainCommand[] | undefined {
  if (text.length > MAX_LENGTH || CONTROL.test(text)) return undefined;
  const at = new Cursor(text, context);
  const commands: PlainCommand[] = [];
  at.take(LINES);
  while (!at.ended) {
    const command = parseCommand(at);
    if (command === undefined) return undefined;
    commands.push(command);
  }
  const last = commands.at(-1)?.joint;
  return last === null || last === ";" ? commands : undefined;
}

class Cursor {
  private place = 0;
  private readonly text: string;
  readonly context: PlainContext;
  constructor(text: string, context: PlainContext) {
    this.text = text;
    this.context = context;
  }
  get ended(): boolean {
    return this.place >= this.text.length;
  }
  /** Takes what the pattern (sticky) matches here; null where it does not. */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = this.see(pattern);
    if (found !== null) this.place += found[0].length;
    return found;
  }
  see(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.place;
    return pattern.exec(this.text);
  }
}

interface Parts {
  readonly words: PlainWord[];
  readonly reads: string[];
  readonly writes: string[];
  /** The end of a here-document whose lines are still to come. */
  pending: string | null;
}

function parseCommand(at: Cursor): PlainCommand | undefined {
  const parts: Parts = { words: [], reads: [], writes: [], pending: null };
  if (at.take(TEST) !== null) parts.words.push({ value: "[", glob: false });
  else if (at.see(NAME) === null) return undefined;
  at.take(BLANKS);
  while (!at.ended && at.see(JOINT) === null) {
    if (!takePart(at, parts)) return undefined;
    at.take(BLANKS);
  }
  const taken = at.take(JOINT)?.[0];
  const { words, reads, writes, pending } = parts;
  if (pending !== null && !(taken === "\n" && takeDocument(at, pending))) return undefined;
  if (words[0]?.value === "[" && words.at(-1)?.value !== "]") return undefined;
  at.take(LINES);
  const document = pending === null ? {} : ({ document: true } as const);
  return { words, reads, writes, ...document, joint: jointOf(taken) };
}

function jointOf(text: string | undefined): Joint {
  if (text === undefined) return null;
  return text === "|" || text === "&&" || text === "||" ? text : ";";
}

/** A here-document belongs to the last command of its line; its lines end with the first that is the end. */
function takeDocument(at: Cursor, end: string): boolean {
  const lines = new RegExp(`(?:(?!${end}(?:\\n|$))[^\\n]*\\n)*${end}(?=\\n|$)`, "y");
  return at.take(lines) !== null;
}

/** One redirection or one word. */
function takePart(at: Cursor, parts: Parts): boolean {
  if (at.take(BOTH) !== null) return at.see(BOUNDARY) !== null && at.see(ARROW) === null;
  const document = at.take(DOCUMENT);
  if (document !== null) {
    if (parts.pending !== null || at.see(BOUNDARY) === null) return false;
    parts.pending = document[1] ?? document[2] ?? "";
    return true;
  }
  const redirection = at.take(REDIRECTION);
  if (redirection !== null) return takePlace(at, redirection[1] === undefined ? parts.reads : parts.writes);
  const word = parts.pending === null ? (takeTestEnd(at, parts) ?? takeWord(at)) : undefined;
  if (word === undefined) return false;
  // Digits that touch an arrow are a descriptor.
  if (/^\d+$/.test(word.value) && at.see(ARROW) !== null) return false;
  parts.words.push(word);
  return true;
}

/** The `]` of a `[`: a word like any other, and nowhere else one. */
const takeTestEnd = (at: Cursor, { words }: Parts): PlainWord | undefined =>
  words[0]?.value === "[" && at.take(TEST_END) !== null ? { value: "]", glob: false } : undefined;

/** Of devices only the one that takes everything and gives nothing; some shells open connections by such names. */
function takePlace(at: Cursor, places: string[]): boolean {
  at.take(BLANKS);
  const word = takeWord(at);
  if (
    word === undefined ||
    word.glob ||
    word.revision !== undefined ||
    /^$|\n/.test(word.value) ||
    at.see(ARROW) !== null
  )
    return false;
  if (/^\/+(?:dev|proc)\b/.test(word.value) && word.value !== "/dev/null") return false;
  places.push(word.value);
  return true;
}

function takeWord(at: Cursor): PlainWord | undefined {
  if (at.see(MESSAGE) !== null) return takeMessage(at);
  const special = takeSpecial(at);
  if (special !== undefined) return special;
  const home = at.take(HOME) === null ? "" : `${at.context.home}/`;
  const pattern = at.take(PATTERN)?.[0];
  if (pattern !== undefined) return pattern.includes("**") ? undefined : { value: home + pattern, glob: true };
  let [value, pieces] = [home, home.length];
  for (; at.see(BOUNDARY) === null; pieces += 1) {
    const piece = at.take(BARE)?.[0] ?? (at.take(SINGLE) ?? at.take(DOUBLE))?.[1];
    if (piece === undefined) return undefined;
    value += piece;
  }
  // In some shells `=name` is where the program lies, also behind empty quotes.
  return pieces === 0 || value.startsWith("=") ? undefined : { value, glob: false };
}

/** Words with characters that are none of a pattern, or of a pattern that nothing matches, where they stand. */
function takeSpecial(at: Cursor): PlainWord | undefined {
  const revision = at.take(REVISION);
  if (revision !== null) return { value: revision[0], glob: false, revision: revision[1] ?? "" };
  const option = at.take(OPTION)?.[0];
  return option === undefined ? undefined : { value: option, glob: true, option: true };
}

/** The shell takes the newlines off its end. */
function takeMessage(at: Cursor): PlainWord | undefined {
  const message = at.take(MESSAGE)?.[2] ?? "";
  if (at.see(BOUNDARY) === null || !isCounted(message, at.context)) return undefined;
  return { value: message.replace(/\n+$/, ""), glob: false, message: true };
}

const isCounted = (message: string, { platform }: PlainContext): boolean =>
  platform !== "darwin" || !MISCOUNTED.test(message.replace(/\([\w ,./:-]*\)/g, ""));
