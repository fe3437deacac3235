/** The words of a command, sorted as the row of its program says: each option with its value, each operand with its role. */
import type { GivenOption, SortedUse, Word, WordRole } from "../../contract/simple.ts";
import { fits } from "./forms.ts";
import { type OptionRow, type ProgramRow, rowOf, type UseRow, type WordUse } from "./rows.ts";

/** A use that is in the table, with the rows that say what it does. */
export interface SortedWords {
  readonly program: ProgramRow;
  /** Of the program, or of its innermost sub-command. */
  readonly row: UseRow;
  /** It edits, asks a service, or reads. */
  readonly does: "reads" | "edits" | "service";
  readonly use: SortedUse;
  /** Rows of the options that were given. */
  readonly given: readonly OptionRow[];
}

/** The words of one simple command, the program's name first; undefined: no row knows the program, or not this use of it. */
export const sortUse = (words: readonly Word[], platform: string): SortedUse | undefined =>
  sortWords(words, platform)?.use;

/** A use that is in the table and only reads. */
export const doesRead = (words: readonly Word[], platform: string): boolean =>
  sortWords(words, platform)?.does === "reads";

export function sortWords(words: readonly Word[], platform: string): SortedWords | undefined {
  const [name, ...rest] = words;
  const program = name?.value == null || name.glob ? undefined : rowOf(name.value);
  if (program === undefined || program.wraps !== undefined || !holdsOn(program, platform)) return undefined;
  if (name?.value === "[" && rest.pop()?.value !== "]") return undefined;
  const all: Sorting = { platform, path: [], options: [], given: [], operands: [], behind: [], does: "reads" };
  const row = sortInto(all, program, rest);
  if (row === undefined) return undefined;
  const operands = [...all.operands, ...all.behind];
  const makes = row.creates === true && operands.length > 0;
  const does = makes || operands.some(({ role }) => CHANGES.has(role)) ? "edits" : all.does;
  return { program, row, does, given: all.given, use: { path: all.path, options: all.options, operands } };
}

const CHANGES: ReadonlySet<WordRole> = new Set<WordRole>(["write", "delete", "move", "stage"]);

const OF_PLATFORM: Readonly<Record<string, readonly string[]>> = {
  linux: ["gnu", "busybox", "own"],
  darwin: ["bsd", "own"],
};
const holdsOn = ({ holds }: ProgramRow, platform: string): boolean =>
  holds.some((one) => OF_PLATFORM[platform]?.includes(one) === true);

type Operand = SortedUse["operands"][number];

interface Sorting {
  readonly platform: string;
  readonly path: string[];
  readonly options: GivenOption[];
  readonly given: OptionRow[];
  operands: Operand[];
  behind: Operand[];
  does: SortedWords["does"];
}

/** The row that holds for what stands behind the last name of a sub-command. */
function sortInto(all: Sorting, row: UseRow, words: readonly Word[]): UseRow | undefined {
  if (row.does === "edits" || row.does === "service") all.does = row.does;
  if (row.text !== true) return sortEach(all, row, words);
  return words.every((word) => takeText(all, word)) ? row : undefined;
}

function sortEach(all: Sorting, row: UseRow, words: readonly Word[]): UseRow | undefined {
  const { before, behind } = atDashes(row, words);
  const found: Word[] = [];
  for (let i = 0; i < before.length; i += 1) {
    const word = before[i];
    if (word?.value == null || word.value === "-") return undefined; // standard input to some, a name to others
    if (word.value.startsWith("-")) {
      const took = takeOption(all, { row, word, next: before[i + 1], follows: found.length > 0 });
      if (took === undefined) return undefined;
      i += took;
    } else if (row.commands !== undefined) return sortNamed(all, row.commands, words.slice(i));
    else found.push(word);
  }
  return placeOperands(all, row, { found, behind });
}

interface AtDashes {
  readonly before: readonly Word[];
  readonly behind: readonly Word[];
}

function atDashes(row: UseRow, words: readonly Word[]): AtDashes {
  const end = row.words === true ? -1 : words.findIndex(({ value }) => value === "--");
  return end < 0 ? { before: words, behind: [] } : { before: words.slice(0, end), behind: words.slice(end + 1) };
}

/** Options behind operands. */
const mayFollow = ({ permutes, words }: UseRow, { platform }: Sorting): boolean =>
  permutes === true || words === true || platform === "linux";

/** The first word that is no option is the name of a sub-command, or nobody knows what the others are. */
function sortNamed(
  all: Sorting,
  commands: Readonly<Record<string, UseRow>>,
  [word, ...rest]: readonly Word[],
): UseRow | undefined {
  const name = word?.glob ? "" : (word?.value ?? "");
  const row = Object.hasOwn(commands, name) ? commands[name] : undefined;
  all.path.push(name);
  return row === undefined ? undefined : sortInto(all, row, rest);
}

const takeText = (all: Sorting, word: Word): boolean =>
  word.glob !== true && all.operands.push({ word, role: "text" }) > 0;

interface OptionAt {
  readonly row: UseRow;
  readonly word: Word;
  readonly next: Word | undefined;
  /** An operand stands before it. */
  readonly follows: boolean;
}

/** How many further words the option takes; undefined where it is not listed. */
function takeOption(all: Sorting, at: OptionAt): 0 | 1 | undefined {
  const { row, word, next } = at;
  const text = word.value ?? "";
  if (at.follows && !mayFollow(row, all)) return undefined;
  if (row.digits === true && /^-\d+$/.test(text)) return note(all, [text], { row: {}, value: null });
  const equals = row.words === true || !text.startsWith("--") ? -1 : text.indexOf("=");
  if (equals >= 0) return takeNamed(all, row, { name: text.slice(0, equals), rest: partOf(word, equals + 1), next });
  if (word.glob) return undefined;
  const isWhole = row.words === true || text.startsWith("--") || optionIn(row, text) !== undefined; // `-vv`
  return isWhole ? takeNamed(all, row, { name: text, rest: null, next }) : takeLetters(all, at);
}

/** `-rn5`: the first that takes a value has the rest. */
function takeLetters(all: Sorting, { row, word, next }: OptionAt): 0 | 1 | undefined {
  const text = word.value ?? "";
  for (let i = 1; i < text.length; i += 1) {
    const name = `-${text.charAt(i)}`;
    const own = optionIn(row, name)?.[1];
    const rest = i + 1 < text.length ? partOf(word, i + 1) : null;
    if (own?.value !== undefined || own?.attached !== undefined) return takeNamed(all, row, { name, rest, next });
    if (takeNamed(all, row, { name, rest: null, next }) === undefined) return undefined;
  }
  return 0;
}

/** The value in the word of its option. */
const partOf = ({ value, text, glob }: Word, from: number): Word => {
  const part = value?.slice(from) ?? "";
  return {
    value: part,
    text: part === "" ? text : part,
    prefix: part.replace(/[*?].*$/, ""),
    ...(glob ? { glob } : {}),
  };
};

function optionIn({ options = {} }: UseRow, name: string): readonly [readonly string[], OptionRow] | undefined {
  for (const [names, row] of Object.entries(options)) {
    const all = names.split(" ");
    if (all.includes(name)) return [all, row];
  }
  return undefined;
}

interface NamedOption {
  readonly name: string;
  /** Its value in the same word. */
  readonly rest: Word | null;
  readonly next: Word | undefined;
}

function takeNamed(all: Sorting, row: UseRow, { name, rest, next }: NamedOption): 0 | 1 | undefined {
  const [names, own] = optionIn(row, name) ?? [];
  if (names === undefined || own === undefined || (own.only === "gnu" && all.platform !== "linux")) return undefined;
  if (rest !== null) {
    const use = own.value ?? own.attached ?? "never";
    return use === "never" ? undefined : noteValue(all, names, { row: own, use, value: rest });
  }
  if (own.value === undefined) return own.needed ? undefined : note(all, names, { row: own, value: null });
  if (next?.value == null || next.glob || !mayBeValue(row, next.value)) return undefined;
  return noteValue(all, names, { row: own, use: own.value, value: next }) === undefined ? undefined : 1;
}

/** A value in a word of its own never begins with a dash, but `find -mtime -7`. */
const mayBeValue = ({ words }: UseRow, value: string): boolean =>
  !value.startsWith("-") || (words === true && /^-\d+[A-Za-z]?$/.test(value));

interface Noted {
  readonly row: OptionRow;
  readonly value: Word | null;
}

function noteValue(all: Sorting, names: readonly string[], given: Noted & { readonly use: WordUse }): 0 | undefined {
  const { use, value, row } = given;
  // A pattern without quotes is literal where no file has such a name as a whole.
  if (value?.value == null || !fits(use, value.value) || (value.glob && roleOf(use) !== "pattern")) return undefined;
  return note(all, names, { row, value }, use);
}

function note(all: Sorting, names: readonly string[], { row, value }: Noted, use: WordUse = "text"): 0 {
  all.options.push({ names, value, role: roleOf(use) });
  all.given.push(row);
  return 0;
}

interface Operands {
  readonly found: readonly Word[];
  /** Behind `--`. */
  readonly behind: readonly Word[];
}

function placeOperands(all: Sorting, row: UseRow, { found, behind }: Operands): UseRow | undefined {
  const { least = 0, most = row.operands === undefined ? 0 : Number.POSITIVE_INFINITY } = row;
  const count = found.length + behind.length;
  if (count < least || count > most || (count > 0 && row.operands === undefined)) return undefined;
  // How many names a glob puts in place nobody knows here.
  if (row.most !== undefined && [...found, ...behind].some(({ glob }) => glob)) return undefined;
  const uses = all.given.some(({ first }) => first) ? (row.operands ?? []).slice(1) : (row.operands ?? []);
  const place = (word: Word, use: WordUse | undefined): Operand | undefined =>
    use === undefined || word.value === null || (word.glob && use.includes(":")) || !fits(use, word.value)
      ? undefined
      : { word, role: turned(roleOf(use), all.given) };
  const words = row.behind === undefined ? [...found, ...behind] : found;
  const front = words.map((word, i) => {
    const isLast = row.last !== undefined && i === words.length - 1;
    return place(word, isLast ? row.last : (uses[i] ?? uses.at(-1)));
  });
  const back = row.behind === undefined ? [] : behind.map((word) => place(word, row.behind));
  const both = [...front, ...back].filter((one) => one !== undefined);
  if (both.length < count) return undefined;
  all.operands = both.slice(0, front.length);
  all.behind = both.slice(front.length);
  return row;
}

const ROLES: ReadonlySet<string> = new Set<WordRole>([
  "read",
  "search",
  "list",
  "stage",
  "write",
  "delete",
  "move",
  "text",
  "pattern",
  "revision",
  "host",
  "directory",
]);
const isRole = (name: string): name is WordRole => ROLES.has(name);

/** "text:number" is a text. */
export function roleOf(use: WordUse): WordRole {
  const name = use.split(":")[0] ?? "";
  return isRole(name) ? name : "unknown";
}

/** What the options that were given make of a role. */
export function turned(role: WordRole, given: readonly OptionRow[]): WordRole {
  const found = given.find(({ turns }) => turns?.[role] !== undefined)?.turns?.[role];
  return found === undefined ? role : roleOf(found);
}
