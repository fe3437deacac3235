/** The options of a command: as the row of its program sorts them, else by the letters of its words. */
import type { SimpleCommand, Word } from "../contract/simple.ts";

/** The option is given; `front`: before the sub-command. */
export function namesOption(option: string, { use, words }: SimpleCommand, front = false): boolean {
  if (use !== undefined && !front) return use.options.some(({ names }) => names.includes(option));
  const rest = words.slice(1);
  const end = front ? endOfFront(rest, use?.path[0]) : rest.findIndex(({ value }) => value === "--");
  return (end < 0 ? rest : rest.slice(0, end)).some(({ value, prefix }) => isOption(option, value ?? prefix));
}

const endOfFront = (words: readonly Word[], name: string | undefined): number =>
  words.findIndex(({ value, prefix }) => (name === undefined ? !(value ?? prefix).startsWith("-") : value === name));

/** `-o` also stands among other letters, or before its value. */
const isOption = (option: string, word: string): boolean =>
  word === option ||
  (/^-[A-Za-z]$/.test(option)
    ? /^-[A-Za-z]/.test(word) && word.includes(option.slice(1))
    : word.startsWith(`${option}=`));

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
    return /^-[A-Za-z]$/.test(option) && value.startsWith(option) ? [value.slice(2)] : [];
  });
}

/** Its words that are no options. */
export const operandsOf = ({ use, words }: SimpleCommand): readonly Word[] =>
  use?.operands.map(({ word }) => word) ??
  words.slice(1).filter(({ value, prefix }) => !(value ?? prefix).startsWith("-"));
