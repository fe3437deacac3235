/** The options of a command: as the row of its program sorts them, else by the letters of its words. */
import { keepWith } from "../contract/kept.ts";
import type { SimpleCommand, Word } from "../contract/simple.ts";
import ROWS from "./runs-writes.json" with { type: "json" };

/** Options of a program that run or write what they are told. */
export interface MarkedOptions {
  readonly program: string;
  readonly options: string;
  /** `enters`: the project's tasks of another directory. */
  readonly does: string;
  /** Of what it writes, where that is not its value: the names of its addresses, below a directory, or its operands. */
  readonly into?: string;
  readonly at?: string;
  /** No beginning of a long name stands for it. */
  readonly whole?: boolean;
  /** Short options whose value stands in the same word. */
  readonly takes?: string;
  readonly source: string;
}

interface Asked {
  /** Before the sub-command alone. */
  readonly front?: boolean;
  /** The beginning of a long name stands for it, as in most programs that parse with the C library. */
  readonly shortened?: boolean;
  /** Letters behind which a word holds their value, and no further letters. */
  readonly takes?: string | undefined;
}

export function namesOption(option: string, { name, use, words }: SimpleCommand, asked: Asked = {}): boolean {
  const { front = false, shortened = false, takes = "" } = asked;
  if (use !== undefined && !front) {
    if (use.options.some(({ names }) => names.includes(option))) return true;
    // A row that sorts no options leaves them among the operands.
    if (!use.operands.some(({ word }) => word.prefix.startsWith("-"))) return false;
  }
  const rest = words.slice(1).map((word, i) => (i === 0 && /^(?:bsd|g)?tar$/.test(name ?? "") ? dashed(word) : word));
  const end = front ? endOfFront(rest, use?.path[0]) : rest.findIndex(({ value }) => value === "--");
  return (end < 0 ? rest : rest.slice(0, end)).some(({ value, prefix }) => {
    const word = value ?? prefix;
    return (
      isOption(option, word, takes) || (shortened && /^--\w/.test(word) && option.startsWith(word.replace(/=.*$/s, "")))
    );
  });
}

/** `tar xf a`: letters without a dash. */
const dashed = (word: Word): Word =>
  word.value?.startsWith("-") === false ? { ...word, value: `-${word.value}` } : word;

const endOfFront = (words: readonly Word[], name: string | undefined): number =>
  words.findIndex(({ value, prefix }) => (name === undefined ? !(value ?? prefix).startsWith("-") : value === name));

/** `-o` also stands among other letters, or before its value. */
const isOption = (option: string, word: string, takes: string): boolean =>
  word === option ||
  (/^-[A-Za-z]$/.test(option)
    ? /^-[A-Za-z]/.test(word) && lettersOf(word, takes).includes(option.slice(1))
    : word.startsWith(`${option}=`));

const lettersOf = (word: string, takes: string): string => {
  const at = [...word].findIndex((letter, i) => i > 0 && takes.includes(letter));
  return at < 0 ? word : word.slice(0, at + 1);
};

/** The values it is given. */
export function valuesOf(option: string, { use, words }: SimpleCommand): readonly string[] {
  if (use !== undefined) {
    const given = use.options.filter(({ names }) => names.includes(option));
    return given.flatMap(({ value }) => value?.value ?? []);
  }
  return words.flatMap(({ value }, i) => {
    if (value === null) return [];
    if (value === option) return words[i + 1]?.value ?? [];
    if (value.startsWith(`${option}=`)) return [value.slice(option.length + 1)];
    if (!/^-[A-Za-z]$/.test(option) || !/^-[A-Za-z]/.test(value)) return [];
    const at = value.indexOf(option.slice(1), 1);
    return at < 0 ? [] : value.slice(at + 1) || (words[i + 1]?.value ?? []);
  });
}

/** Its words that are no options. */
export const operandsOf = ({ use, words }: SimpleCommand): readonly Word[] =>
  use?.operands.map(({ word }) => word) ??
  words.slice(1).filter(({ value, prefix }) => !(value ?? prefix).startsWith("-"));

/** Those of the table that are given, each with its row. */
export const markedOptions = (
  command: SimpleCommand,
): readonly { readonly option: string; readonly row: MarkedOptions }[] =>
  (ROWS satisfies readonly MarkedOptions[] as readonly MarkedOptions[]).flatMap((row) =>
    row.program.split(" ").includes(startedBy(command)) && isAt(row, command)
      ? row.options.split(" ").flatMap((option) => {
          const asked = { front: row.at === "front", shortened: row.whole !== true, takes: row.takes };
          return namesOption(option, command, asked) ? [{ option, row }] : [];
        })
      : [],
  );

/** `npx eslint` is eslint. */
const startedBy = ({ name, words }: SimpleCommand): string =>
  (/^(?:npx|bunx|pnpx)$/.test(name ?? "")
    ? words.slice(1).find(({ value }) => value?.startsWith("-") === false)?.value
    : name) ?? "";

const isAt = ({ at }: MarkedOptions, { words }: SimpleCommand): boolean =>
  at === undefined || at === "front" || words.some(({ value }) => value === at);

/** What it does with the places it names nobody knows then. */
export const runsOrWrites = keepWith((command: SimpleCommand): boolean =>
  markedOptions(command).some(({ row }) => row.does !== "enters"),
);
