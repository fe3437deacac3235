/**
 * Lists of files: options and words by which a program reads the names of its files from a file or from its input. What is
 * read then stands in no word of the command.
 */
import type { KnownWord } from "../../contract/reading.ts";

/** One list that a command is given. */
export interface FileList {
  /** The file that holds it; null: its input. */
  readonly from: KnownWord | null;
  /** What stands between two names; "words": it holds more than names, and no names can be trusted to be all. */
  readonly separator: "\0" | "\n" | "words";
  /** The option as it was given; "" where the program takes its names from its input by itself. */
  readonly option: string;
}

interface ListRow {
  readonly programs: RegExp;
  /** Long options with the list behind them; the part behind a bar may be left out. */
  readonly long?: string;
  /** One letter that does the same, alone or the last of several. */
  readonly letter?: string;
  /** A word that names a list itself: the file is its first group, its input where there is none. */
  readonly word?: RegExp;
  /** It takes names from its input unless one of its words says otherwise. */
  readonly input?: { readonly needs?: RegExp; readonly unless: RegExp };
  /** The first word may be letters without a dash, whose values follow in turn; these have one. */
  readonly inTurn?: string;
  readonly separator?: FileList["separator"];
}

/** What options of any program say by their own names. */
const SAYS_LIST =
  /^--?(?:files?0?-?(?:from|list)(?:-?(?:0|raw|verbatim|stdin))?|(?:paths?|inputs?|sources?|args?)-?(?:from|list)(?:-(?:stdin|file|command))?|list-?file|arg-?file|read-paths-from-stdin|stdin-paths)$/;
/** Of those, what needs no value: the list is the input. */
const SAYS_INPUT = /stdin/;

const ROWS: readonly ListRow[] = [
  { programs: /^g?(?:sort|du)$/, long: "--fil|es0-from", separator: "\0" },
  { programs: /^g?wc$/, long: "--f|iles0-from", separator: "\0" },
  { programs: /^(?:g|bsd)?tar$/, long: "--files|-from", letter: "T", inTurn: "fCbTXN" },
  { programs: /^file$/, long: "--files|-from", letter: "f" },
  { programs: /^(?:cpio|afio)$/, input: { needs: /^-\w*[op]|^--(?:create|pass-through)$/, unless: /^$/ } },
  { programs: /^pax$/, input: { needs: /^-\w*w/, unless: /^[^-]/ } },
  { programs: /^zip$/, word: /^-\w*@(.+)?$/ },
  { programs: /^(?:7z[arz]?|rar|unrar)$/, word: /^(?:-\w[\w!]*)?@(.+)$/, separator: "words" },
  {
    programs: /^(?:env_)?parallel$/,
    long: "--arg-file|",
    letter: "a",
    input: { unless: /^:::|^--arg-file|^-\w*a/ },
    word: /^::::\+?()$/,
  },
  {
    programs:
      /^(?:[\w-]*(?:gcc|g\+\+|clang|clang\+\+)(?:-[\d.]+)?|cc|c\+\+|cpp|ld|ar|nm|objdump|javac?|javadoc|kotlinc|rustc|swiftc|convert|magick|montage|mogrify|identify|mypy|pylint)$/,
    word: /^@(.+)$/,
    separator: "words",
  },
  { programs: /^exiftool$/, letter: "@", separator: "words" },
  { programs: /^(?:[eu]?ctags|ctags-\w+|etags)$/, letter: "L" },
  { programs: /^ack(?:-grep)?$/, word: /^-\w*x$/ },
  { programs: /^curl$/, long: "--config|", letter: "K", separator: "words" },
];

/** The lists a command takes names of files from. `words`: those behind the program's name. */
export function listsOf(program: string, words: readonly KnownWord[]): readonly FileList[] {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const rows = ROWS.filter(({ programs }) => programs.test(name));
  return rows.length > 0 ? rows.flatMap((row) => byRow(row, words)) : byName(words);
}

const textOf = ({ value, prefix }: KnownWord): string => value ?? prefix;

const behind = (word: KnownWord, cut: number): KnownWord => ({
  ...word,
  value: word.value?.slice(cut) ?? null,
  prefix: word.prefix.slice(cut),
});

/** `-` is the input. */
const isInput = (from: KnownWord | undefined): boolean => from?.value === "-" || from?.value === "/dev/stdin";

function byRow(row: ListRow, words: readonly KnownWord[]): readonly FileList[] {
  const separator = row.separator ?? "\n";
  const list = (option: string, from: KnownWord | undefined): FileList => ({
    from: from === undefined || isInput(from) ? null : from,
    separator,
    option,
  });
  const given = words.flatMap((word, i) => {
    const text = textOf(word);
    const cut = optionCut(row, text);
    if (cut !== undefined) return [list(text.slice(0, cut), attached(word, cut) ?? words[i + 1])];
    const named = row.word?.exec(text);
    if (named === undefined || named === null) return [];
    const file = named[1];
    if (file === "") return words.slice(i + 1).map((next) => list(text, next));
    return [list(text, file === undefined ? undefined : behind(word, text.length - file.length))];
  });
  return [...given, ...inTurn(row, words, list), ...(takesInput(row, words) ? [list("", undefined)] : [])];
}

/** The value in the word itself; undefined where it stands in the next, as a substituted process behind `=` does. */
function attached(word: KnownWord, cut: number): KnownWord | undefined {
  const value = behind(word, textOf(word).charAt(cut) === "=" ? cut + 1 : cut);
  return value.value === "" ? undefined : value;
}

/** Where in a word the name of the option ends; undefined where it is not this one. */
function optionCut({ long, letter }: ListRow, text: string): number | undefined {
  if (text.startsWith("--")) {
    const [least = "", rest = ""] = long?.split("|") ?? [];
    const name = text.split("=", 1)[0] ?? text;
    return least !== "" && name.startsWith(least) && `${least}${rest}`.startsWith(name) ? name.length : undefined;
  }
  if (letter === undefined || !text.startsWith("-")) return undefined;
  const at = text.indexOf(letter);
  return at > 0 && /^\w*$/.test(text.slice(1, at)) ? at + 1 : undefined;
}

/** `tar cTf LIST ARCHIVE`. */
function inTurn(
  { inTurn: valued, letter }: ListRow,
  words: readonly KnownWord[],
  list: (option: string, from: KnownWord | undefined) => FileList,
): readonly FileList[] {
  const [first] = words;
  const letters = first === undefined ? "" : textOf(first);
  if (valued === undefined || letter === undefined || !/^[A-Za-z0]+$/.test(letters) || !letters.includes(letter))
    return [];
  const before = [...letters.slice(0, letters.indexOf(letter))].filter((one) => valued.includes(one)).length;
  return [list(letters, words[1 + before])];
}

function takesInput({ input }: ListRow, words: readonly KnownWord[]): boolean {
  if (input === undefined) return false;
  const texts = words.map(textOf);
  const { needs, unless } = input;
  return (needs === undefined || texts.some((text) => needs.test(text))) && !texts.some((text) => unless.test(text));
}

/** Of programs whose options nobody listed. */
const byName = (words: readonly KnownWord[]): readonly FileList[] =>
  words.flatMap((word, i) => {
    const text = textOf(word);
    const option = text.split("=", 1)[0] ?? text;
    if (!SAYS_LIST.test(option)) return [];
    const from = attached(word, option.length) ?? words[i + 1];
    const input = SAYS_INPUT.test(option) || from === undefined || isInput(from);
    return [{ from: input ? null : from, separator: option.includes("0") ? "\0" : "\n", option } as const];
  });
