/**
 * Plain texts: the small part of the shell's language that the core takes apart. This file is the whole grammar (docs/core.md, the
 * same as EBNF). It accepts what bash, zsh and dash read alike, and answers undefined for everything else. Nothing here looks at
 * the disk.
 */
import type { Word } from "../contract/simple.ts";

export interface PlainWord extends Word {
  readonly value: string;
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
  /** `CI=1` before the name. */
  readonly assignments: readonly { readonly name: string; readonly value: string }[];
  /** The program's name and its words, at least one. */
  readonly words: readonly PlainWord[];
  /** Files of its redirections. */
  readonly reads: readonly PlainWord[];
  readonly writes: readonly PlainWord[];
  /** Those of `writes` that are written from their end on. */
  readonly appends: readonly PlainWord[];
  /** Its input is this here-document. */
  readonly document?: string;
  readonly joint: Joint;
}

/** What the meaning of a text depends on besides the text. */
export interface PlainContext {
  /** What `~/` begins with. */
  readonly home: string;
  readonly platform: "linux" | "darwin" | "win32";
  /** Also what nothing is proven of, and rules may cover: programs named by a path, patterns with brackets or a sign in front, `#` in a word. */
  readonly wide?: boolean;
}

const MAX_LENGTH = 32_768; // characters

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;
const BLANKS = /[ \t]*/y;
const LINES = /[ \t\n]*/y;
/** Behind a word. */
const BOUNDARY = /(?=[ \t\n;|&<>]|$)/y;
const ARROW = /[<>]/y;
const NAME = /[A-Za-z_:][A-Za-z0-9_.+-]*(?=[ \t\n;|&<>]|$)/y;
/** By a path: of no row, whatever stands there. */
const PATH_NAME = /(?:\.{0,2}\/|[A-Za-z0-9_.@+-]+\/)(?:[A-Za-z0-9_.@+-]+\/)*[A-Za-z0-9_.@+-]+(?=[ \t\n;|&<>]|$)/y;
/** Not names of programs: what stands behind them is read in another way, in one shell at least. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "if then else elif fi for while until do done case esac in function select time coproc repeat foreach end nocorrect noglob " +
    "declare typeset local readonly export integer float private"
  ).split(" "),
);
const ASSIGNED = /([A-Za-z_][A-Za-z0-9_]*)=/y;
/** In some shells what stands behind `:` or `=` of an assigned value is put in place of. */
const ASSIGNED_BARE = /[A-Za-z0-9_./,@%+-]+/y;
const HOME = /~\//y;
const BARE = /[A-Za-z0-9_./,:@%+=-]+/y;
/** A glob stands in bare words only and begins with a literal character, never as an option would. */
const PATTERN = /(?:\.\/|[A-Za-z0-9_./,:@%])[A-Za-z0-9_./,:@%+=*?-]*[*?][A-Za-z0-9_./,:@%+=*?-]*(?=[ \t\n;|&<>]|$)/y;
/** A pattern as bash and dash read it, or a word as it stands; zsh may end the command there. */
const WIDE =
  /(?:[*?]|(?:\.\/|[A-Za-z0-9_./,:@%-])[A-Za-z0-9_./,:@%+=#[\]*?-]*[[\]#])[A-Za-z0-9_./,:@%+=#[\]*?-]*(?=[ \t\n;|&<>]|$)/y;
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
/** `"$(cat <<'EOF'`, lines none of which begins as the end does (bash ends it at `EOF)`), the end, `)"`: one literal word. */
const MESSAGE = /"\$\(cat <<'([A-Za-z_]+)'\n((?:(?!\1)[^\n]*\n)*)\1\n[ \t]*\)"/y;
/** The bash of macOS looks for the `)` by counting, quotes and brackets of the text included. */
const MISCOUNTED = /['"`\\()]/;
const DOCUMENT = /<<[ \t]*(?:'([A-Za-z_]+)'|"([A-Za-z_]+)")/y;
const BOTH = /2>&1/y;
const REDIRECTION = /[12]?(>>?)(?![>&|(])|<(?![<>&(])/y;
const JOINT = /\|\||&&|[|;\n]/y;

/** The commands of a plain text in order, or undefined. */
export function readPlain(text: string, context: PlainContext): readonly PlainCommand[] | undefined {
  if (text.length > MAX_LENGTH || CONTROL.test(text)) return undefined;
  const at = new Cursor(text, context);
  const commands: PlainCommand[] = [];
  at.take(LINES);
  while (!at.ended) {
    const command = readCommand(at);
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
  get mark(): number {
    return this.place;
  }
  since(mark: number): string {
    return this.text.slice(mark, this.place);
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
  readonly reads: PlainWord[];
  readonly writes: PlainWord[];
  readonly appends: PlainWord[];
  /** The end of a here-document whose lines are still to come. */
  pending: string | null;
}

function readCommand(at: Cursor): PlainCommand | undefined {
  const parts: Parts = { words: [], reads: [], writes: [], appends: [], pending: null };
  const assignments = takeAssignments(at);
  if (assignments === undefined || !takeName(at, parts)) return undefined;
  at.take(BLANKS);
  while (!at.ended && at.see(JOINT) === null) {
    if (!takePart(at, parts)) return undefined;
    at.take(BLANKS);
  }
  const taken = at.take(JOINT)?.[0];
  const { words, reads, writes, appends, pending } = parts;
  const document = pending === null || taken !== "\n" ? undefined : takeDocument(at, pending);
  if (pending !== null && document === undefined) return undefined;
  if (words[0]?.value === "[" && words.at(-1)?.value !== "]") return undefined;
  at.take(LINES);
  const fed = document === undefined ? {} : { document };
  return { assignments, words, reads, writes, appends, ...fed, joint: jointOf(taken) };
}

const literal = (value: string, text = value): PlainWord => ({ value, text, prefix: value });

function takeAssignments(at: Cursor): PlainCommand["assignments"] | undefined {
  const found: { name: string; value: string }[] = [];
  for (let next = at.take(ASSIGNED); next !== null; next = at.take(ASSIGNED)) {
    const value = takePieces(at, ASSIGNED_BARE);
    if (value === undefined || at.see(ARROW) !== null) return undefined;
    found.push({ name: next[1] ?? "", value: value.value });
    at.take(BLANKS);
  }
  return found;
}

function takeName(at: Cursor, parts: Parts): boolean {
  if (at.take(TEST) !== null) return parts.words.push(literal("[")) > 0;
  const name = at.take(NAME)?.[0] ?? (at.context.wide === true ? at.take(PATH_NAME)?.[0] : undefined);
  if (name === undefined || RESERVED.has(name)) return false;
  return parts.words.push(literal(name)) > 0;
}

function jointOf(text: string | undefined): Joint {
  if (text === undefined) return null;
  return text === "|" || text === "&&" || text === "||" ? text : ";";
}

/** A here-document belongs to the last command of its line; its lines end with the first that is the end. */
function takeDocument(at: Cursor, end: string): string | undefined {
  const lines = new RegExp(`((?:(?!${end}(?:\\n|$))[^\\n]*\\n)*)${end}(?=\\n|$)`, "y");
  return at.take(lines)?.[1];
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
  if (redirection !== null) return takePlace(at, parts, redirection[1]);
  const word = parts.pending === null ? (takeTestEnd(at, parts) ?? takeWord(at)) : undefined;
  if (word === undefined) return false;
  // Digits that touch an arrow are a descriptor.
  if (/^\d+$/.test(word.value) && at.see(ARROW) !== null) return false;
  parts.words.push(word);
  return true;
}

/** The `]` of a `[`: a word like any other, and nowhere else one. */
const takeTestEnd = (at: Cursor, { words }: Parts): PlainWord | undefined =>
  words[0]?.value === "[" && at.take(TEST_END) !== null ? literal("]") : undefined;

/** Of devices only the one that takes everything and gives nothing; some shells open connections by such names. */
function takePlace(at: Cursor, { reads, writes, appends }: Parts, arrow: string | undefined): boolean {
  at.take(BLANKS);
  const word = takeWord(at);
  if (word === undefined || word.glob || word.revision !== undefined) return false;
  if (/^$|\n/.test(word.value) || at.see(ARROW) !== null) return false;
  if (/^\/+(?:dev|proc)\b/.test(word.value) && word.value !== "/dev/null") return false;
  (arrow === undefined ? reads : writes).push(word);
  if (arrow === ">>") appends.push(word);
  return true;
}

function takeWord(at: Cursor): PlainWord | undefined {
  if (at.see(MESSAGE) !== null) return takeMessage(at);
  const special = takeSpecial(at);
  if (special !== undefined) return special;
  const mark = at.mark;
  const isOfHome = at.see(HOME) !== null;
  const wide = at.context.wide === true ? at.take(WIDE)?.[0] : undefined;
  if (wide?.includes("**")) return undefined;
  if (wide !== undefined) return { ...literal(wide), prefix: wide.replace(/[[*?].*$/, ""), glob: true };
  const bare = isOfHome ? undefined : at.take(PATTERN)?.[0];
  if (bare !== undefined) return patternWord(bare, at.since(mark));
  if (isOfHome) {
    at.take(HOME);
    const pattern = at.take(PATTERN)?.[0];
    if (pattern !== undefined) return patternWord(`${at.context.home}/${pattern}`, at.since(mark));
  }
  const rest = takePieces(at, BARE);
  if (rest === undefined) return undefined;
  const value = isOfHome ? `${at.context.home}/${rest.value}` : rest.value;
  // In some shells `=name` is where the program lies, also behind empty quotes.
  if ((rest.pieces === 0 && !isOfHome) || value.startsWith("=")) return undefined;
  return literal(value, at.since(mark));
}

const patternWord = (value: string, text: string): PlainWord | undefined =>
  value.includes("**") ? undefined : { value, text, prefix: value.replace(/[*?].*$/, ""), glob: true };

/** Bare and quoted pieces up to the end of the word. */
function takePieces(at: Cursor, bare: RegExp): { readonly value: string; readonly pieces: number } | undefined {
  let [value, pieces] = ["", 0];
  for (; at.see(BOUNDARY) === null; pieces += 1) {
    const piece = at.take(bare)?.[0] ?? (at.take(SINGLE) ?? at.take(DOUBLE))?.[1];
    if (piece === undefined) return undefined;
    value += piece;
  }
  return { value, pieces };
}

/** Words with characters that are none of a pattern, or of a pattern that nothing matches, where they stand. */
function takeSpecial(at: Cursor): PlainWord | undefined {
  const revision = at.take(REVISION);
  if (revision !== null) return { ...literal(revision[0]), revision: revision[1] ?? "" };
  const option = at.take(OPTION)?.[0];
  if (option === undefined) return undefined;
  return { value: option, text: option, prefix: option.replace(/[*?].*$/, ""), glob: true, option: true };
}

/** The shell takes the newlines off its end. */
function takeMessage(at: Cursor): PlainWord | undefined {
  const [text = "", , message = ""] = at.take(MESSAGE) ?? [];
  if (at.see(BOUNDARY) === null || !isCounted(message, at.context)) return undefined;
  return { ...literal(message.replace(/\n+$/, ""), text), message: true };
}

const isCounted = (message: string, { platform }: PlainContext): boolean =>
  platform !== "darwin" || !MISCOUNTED.test(message.replace(/\([\w ,./:-]*\)/g, ""));
