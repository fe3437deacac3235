/** Sorts the words of a use into options and operands, as a closed world: what is not listed is unaccounted for. */
import type { KnownWord } from "../contract/reading.ts";
import {
  type GivenOption,
  listOptions,
  type OptionPlace,
  type OptionWord,
  readOption,
  readUnknownValue,
} from "./option-word.ts";
import type { CommandSpec, Role } from "./spec.ts";

export interface Sorted {
  readonly options: Map<string, (KnownWord | null)[]>;
  /** Option values with what they are for, in order. */
  readonly values: { readonly option: string; readonly word: KnownWord; readonly role: Role }[];
  readonly operands: KnownWord[];
  readonly unaccounted: KnownWord[];
  /** Options that run code or write, as given. */
  readonly running: string[];
  /** Where the words of a named sub-command begin; -1 when none was named. */
  readonly commandAt: number;
}

/** What the file names that a pattern puts in place could be. */
export interface Names {
  /** One of them could begin with a dash. */
  dashes(word: KnownWord): boolean;
  /** There could be more than one. */
  several(word: KnownWord): boolean;
}

/** The words sorted so far. */
interface Sorting extends Sorted {
  readonly spec: CommandSpec;
  readonly names: Names;
  commandAt: number;
  /** Every further word is an operand. */
  ended: boolean;
}

export function sortWords(spec: CommandSpec, words: readonly KnownWord[], names: Names): Sorted {
  const sorting: Sorting = {
    spec,
    names,
    options: new Map(),
    values: [],
    operands: [],
    unaccounted: [],
    running: [],
    commandAt: -1,
    ended: spec.style === "words",
  };
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i];
    if (word === undefined) continue;
    if (sorting.ended) sorting.operands.push(word);
    else if (word.value === null || word.glob || word.splits) sortUnknown(sorting, word);
    else if (isOperand(spec, word.value)) {
      if (spec.commands !== undefined) {
        sorting.commandAt = i;
        break;
      }
      sortOperand(sorting, word);
    } else i += sortOption(sorting, word, word.value, words[i + 1]);
  }
  return sorting;
}

const isOperand = (spec: CommandSpec, value: string): boolean =>
  (!value.startsWith("-") || value === "-") && !isPlusOption(spec, value);

const isPlusOption = (spec: CommandSpec, value: string): boolean =>
  spec.plus === true && value.startsWith("+") && value.length > 1;

function sortOperand(sorting: Sorting, word: KnownWord): void {
  sorting.operands.push(word);
  const { style } = sorting.spec;
  if (style === "posix" || style === "go") sorting.ended = true;
}

/** Answers how many words behind it were its own. */
function sortOption(sorting: Sorting, word: KnownWord, value: string, next: KnownWord | undefined): number {
  const { spec, names } = sorting;
  const { flags, runs } = listOptions(spec);
  if (value === "--") {
    if (flags.has("--")) put(sorting, { name: "--", word: null });
    sorting.ended = true;
    return 0;
  }
  if (isPlusOption(spec, value)) {
    put(sorting, { name: flags.has(value) || runs.has(value) ? value : "+", word });
    return 0;
  }
  const isSeveral = (one: KnownWord): boolean => (one.glob ? names.several(one) : one.splits);
  const option = readOption({ spec, word, next, isSeveral }, value);
  if (option === null) sorting.unaccounted.push(word);
  const read = option ?? readShortened({ spec, word, next, isSeveral }, value);
  for (const given of read?.given ?? []) put(sorting, given);
  // What a shortened one would take counts as an operand too: it may be another option than that.
  return option?.took ?? 0;
}

/** Long options may be cut short as long as one alone is meant: nothing is proven by that, and what it does is found. */
function readShortened(at: OptionPlace, value: string): OptionWord | null {
  const [, name = "", rest = ""] = /^(--[^=]+)(.*)$/s.exec(value) ?? [];
  const [full, ...others] =
    name.length < MIN_SHORTENED ? [] : longOptions(at.spec).filter((one) => one.startsWith(name));
  if (full === undefined || others.length > 0) return null;
  return readOption({ ...at, word: { ...at.word, value: full + rest } }, full + rest);
}
const MIN_SHORTENED = 4;

function longOptions(spec: CommandSpec): readonly string[] {
  const { values, attached, flags, runs } = listOptions(spec);
  return [...new Set([...values.keys(), ...attached.keys(), ...flags, ...runs])].filter((name) =>
    name.startsWith("--"),
  );
}

/** Its value is not known: an option with an unknown value, an operand, or nobody can tell. */
function sortUnknown(sorting: Sorting, word: KnownWord): void {
  const { spec, names } = sorting;
  const option = readUnknownValue(spec, word);
  if (option !== null) {
    put(sorting, option);
    return;
  }
  const isCommand = spec.commands !== undefined;
  if (!isCommand && !mayBeOption(word, names) && !(spec.plus === true && word.prefix.startsWith("+"))) {
    sortOperand(sorting, word);
    return;
  }
  sorting.unaccounted.push(word);
  // It may as well be an operand: what the program would do to it counts.
  if (!isCommand && !word.prefix.startsWith("-")) sorting.operands.push(word);
}

function put(sorting: Sorting, { name, word, role }: GivenOption): void {
  const { runs, ends } = listOptions(sorting.spec);
  const kept = sorting.options.get(name);
  if (kept === undefined) sorting.options.set(name, [word]);
  else kept.push(word);
  if (runs.has(name)) sorting.running.push(name);
  if (ends.has(name)) sorting.ended = true;
  if (role !== undefined && word !== null) sorting.values.push({ option: name, word, role });
}

/** A word whose value is not known could be an option, unless what is known of it says otherwise. */
function mayBeOption(word: KnownWord, names: Names): boolean {
  if (word.under !== undefined) return word.prefix.startsWith("-");
  if (word.glob) return word.prefix.startsWith("-") || ((word.prefix === "" || word.splits) && names.dashes(word));
  return word.splits || word.prefix === "" || word.prefix.startsWith("-");
}
