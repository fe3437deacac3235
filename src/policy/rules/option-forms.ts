/**
 * Commands and rules as their words and their options apart, for deny and ask rules: an option is the same whether it stands
 * alone, among other letters, under its long name, shortened, or somewhere else on the line.
 */
import { beside } from "../../contract/beside.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { foldText } from "../../machine/index.ts";
import { type CommandSpec, listOptions, namesOf, programNamed, sameOptions } from "../../programs/index.ts";
import { atFullLength, byOneName } from "./command-names.ts";
import type { Content } from "./rule.ts";
import { wildcardMatches } from "./wildcard.ts";

/** What a command says: its program, sub-commands and operands as one folded line, and its options by one name each. */
interface OptionForm {
  readonly line: string;
  readonly options: ReadonlySet<string>;
}

/** Whether a deny or ask rule speaks of these words, whatever the order and the spelling of their options. */
export function bindsForm(
  content: Content,
  words: readonly string[],
  { wrappers }: Pick<SubCommand, "wrappers">,
): boolean {
  const rule = unwrap(wordsIn(content), wrappers);
  const whole = content.kind === "exact";
  if (rule.length >= 2 && bindsWords(rule, words, whole)) return true;
  return oneNames(rule).some((same) => bindsWords(same, words, whole));
}

function bindsWords(rule: readonly string[], words: readonly string[], whole: boolean): boolean {
  if (!mayBeOf(rule[0] ?? "", words[0] ?? "")) return false;
  const spec = programNamed(baseName(words[0] ?? "")) ?? NOTHING;
  return formsOf(words, spec).some((given, i) => {
    const wanted = formOf(rule, { spec, unlistedTake: i === 0 });
    if (whole && wanted.options.size !== given.options.size) return false;
    if (![...wanted.options].every((name) => hasOption(given.options, name))) return false;
    return lineMatches(...atFullLength(wanted.line, given.line), whole);
  });
}

const namedBefore = beside<readonly string[], readonly (readonly string[])[]>();

/** The words with program and sub-command by one name, where they have another. */
export function oneNames(words: readonly string[]): readonly (readonly string[])[] {
  const before = namedBefore.get(words);
  if (before !== undefined) return before;
  const spec = programNamed(baseName(words[0] ?? "")) ?? NOTHING;
  const found = [true, false].flatMap((unlistedTake) =>
    byOneName(words, readWords(words, { spec, unlistedTake }).saidAt),
  );
  const different = [...new Map(found.map((same) => [same.join("\0"), same])).values()];
  namedBefore.set(words, different);
  return different;
}

/**
 * Whether words that are not known could make it what the rule speaks of: what is known of its words agrees with the rule's as
 * far as it goes, and the rule has options, which may stand anywhere.
 */
export function couldBindForm(content: Content, known: readonly string[]): boolean {
  const rule = wordsIn(content);
  if (!rule.some((word) => /^-./.test(word)) || !mayBeOf(rule[0] ?? "", known[0] ?? "")) return false;
  const spec = programNamed(baseName(known[0] ?? "")) ?? NOTHING;
  const wanted = formOf(rule, { spec, unlistedTake: false }).line;
  return formsOf(known, spec).some(({ line }) => {
    const start = wanted.split("*")[0] ?? "";
    return `${start} `.startsWith(`${line} `) || `${line} `.startsWith(wanted.includes("*") ? start : `${start} `);
  });
}

/** Stands for a word of which nothing is known. */
export const ANY_WORD = "$?$";

/**
 * Whether words that are not known stand just where a rule has words of its own that the text says elsewhere: then they are
 * taken to be those. A rule that is nothing but a program's name is left alone: any program may be unknown.
 */
export function namesElsewhere(content: Content, words: readonly string[], text: string): boolean {
  const rule = wordsIn(content).filter((word) => word !== "*");
  if (rule.length < 2 || !words.includes(ANY_WORD)) return false;
  const spec = programNamed(baseName(words[0] ?? "")) ?? NOTHING;
  const wanted = formOf(rule, { spec, unlistedTake: false });
  const said = (word: string): boolean =>
    foldText(text)
      .split(/[^\w.-]+/)
      .includes(word);
  return formsOf(words, spec).some(({ line, options }) => {
    const given = line.split(" ");
    const fits = wanted.line.split(" ").every((word, i) => given[i] === word || (given[i] === ANY_WORD && said(word)));
    return fits && [...wanted.options].every((name) => hasOption(options, name) || said(name));
  });
}

const formedBefore = beside<readonly string[], readonly OptionForm[]>();

/** With the next word taken by an option nobody lists, and without. */
function formsOf(words: readonly string[], spec: CommandSpec): readonly OptionForm[] {
  const forms = formedBefore.get(words) ?? [true, false].map((unlistedTake) => formOf(words, { spec, unlistedTake }));
  formedBefore.set(words, forms);
  return forms;
}

const NOTHING: CommandSpec = {};
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const mayBeOf = (program: string, given: string): boolean =>
  program.includes("*") || foldText(baseName(program)) === foldText(baseName(given));

const splitBefore = beside<Content, readonly string[]>();

/** The words of a rule; none where it holds more of the shell's language than words. */
function wordsIn(content: Content): readonly string[] {
  const before = splitBefore.get(content);
  if (before !== undefined) return before;
  const text = textOf(content);
  const words = text === "" || /["'\\|&;<>$`]/.test(text) ? [] : text.split(/\s+/);
  splitBefore.set(content, words);
  return words;
}

function textOf(content: Content): string {
  switch (content.kind) {
    case "prefix":
      return content.words;
    case "wildcard":
      return content.pattern;
    case "exact":
      return content.text;
    default:
      return "";
  }
}

/** Without the wrappers the command had too. */
function unwrap(words: readonly string[], wrappers: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !wrappers.includes(word));
  return first <= 0 ? words : words.slice(first);
}

const lineMatches = (wanted: string, given: string, whole: boolean): boolean =>
  whole
    ? wanted === given
    : wildcardMatches(wanted, given) ||
      wildcardMatches(`${wanted} *`, given) ||
      (wanted.endsWith(" *") && wildcardMatches(wanted.slice(0, -2), given));

/** `--forc*` of a rule is any option that begins so. */
const hasOption = (given: ReadonlySet<string>, name: string): boolean =>
  name.includes("*") ? [...given].some((one) => wildcardMatches(name, one)) : given.has(name);

interface FormWay {
  readonly spec: CommandSpec;
  /** An option nobody lists takes the next word. */
  readonly unlistedTake: boolean;
}

function formOf(words: readonly string[], way: FormWay): OptionForm {
  const { saidAt, options, spec } = readWords(words, way);
  const operands = saidAt.map((i) => (i === 0 ? baseName(words[0] ?? "") : (words[i] ?? "")));
  const signs = operands.flatMap((word) => signified(word, spec));
  return { line: foldText(operands.join(" ")), options: new Set([...options, ...signs]) };
}

interface ReadWords {
  /** Which words are the program, its sub-commands and its operands. */
  readonly saidAt: readonly number[];
  readonly options: readonly string[];
  /** Of the sub-command. */
  readonly spec: CommandSpec;
}

function readWords(words: readonly string[], way: FormWay): ReadWords {
  const ends = words.includes("--") ? words.indexOf("--") : words.length;
  const saidAt = [0];
  const options: string[] = [];
  let { spec } = way;
  for (let i = 1; i < ends; i += 1) {
    const word = words[i] ?? "";
    if (/^-./.test(word)) {
      const read = readWord(word, spec);
      options.push(...read.names);
      i += takenBy(read, words[i + 1], way);
    } else {
      saidAt.push(i);
      spec = spec.commands?.[word] ?? spec;
    }
  }
  for (let i = ends + 1; i < words.length; i += 1) saidAt.push(i);
  return { saidAt, options, spec };
}

const takenBy = ({ takes }: ReadWord, next: string | undefined, { unlistedTake }: FormWay): 0 | 1 =>
  (takes ?? (unlistedTake && isValue(next))) ? 1 : 0;
const isValue = (word: string | undefined): boolean => word !== undefined && !word.startsWith("-");

interface ReadWord {
  readonly names: readonly string[];
  /** Whether the next word is its value; undefined: nobody knows. */
  readonly takes?: boolean | undefined;
}

/** One option word: a whole name, a shortened one, or letters together. */
function readWord(word: string, spec: CommandSpec): ReadWord {
  const [name = "", ...value] = word.split("=");
  if (isListed(name, spec)) return { names: meanings(name, spec), takes: takesNext(name, spec) && value.length === 0 };
  if (word.startsWith("--")) return readShortened(word, spec);
  return isWord(word, spec) ? { names: [word] } : readLetters(word, spec);
}

const isListed = (name: string, spec: CommandSpec): boolean => {
  const { flags, values, attached, runs } = listOptions(spec);
  return flags.has(name) || values.has(name) || attached.has(name) || runs.has(name);
};

const takesNext = (name: string, spec: CommandSpec): boolean => listOptions(spec).values.has(name);

/** Its letters are no options of their own. */
const isWord = (word: string, { style }: CommandSpec): boolean =>
  style === "go" || style === "words" || word.includes("*");

/** `--forc`: every option it may stand for. */
function readShortened(word: string, spec: CommandSpec): ReadWord {
  const [name = "", ...value] = word.split("=");
  const hasValue = value.length > 0;
  const longer = namesOf(spec).filter((one) => one.startsWith(name));
  if (longer.length === 0) return { names: [name], takes: hasValue ? false : undefined };
  const takes = !hasValue && longer.every((one) => takesNext(one, spec));
  return { names: longer.flatMap((one) => meanings(one, spec)), takes };
}

/** `-rf`, up to a letter that takes the rest of the word. */
function readLetters(word: string, spec: CommandSpec): ReadWord {
  const letters = [...word.slice(1)].map((letter) => `-${letter}`);
  const taking = letters.findIndex((letter) => takesNext(letter, spec) || listOptions(spec).attached.has(letter));
  const read = taking < 0 ? letters : letters.slice(0, taking + 1);
  const names = read.flatMap((letter) => meanings(letter, spec));
  if (!read.every((letter) => isListed(letter, spec))) return { names: [word, ...names] };
  return { names, takes: taking === letters.length - 1 && takesNext(letters[taking] ?? "", spec) };
}

/** An option by its one name, and what it stands for besides; a letter that stands for others is nothing but them. */
function meanings(name: string, spec: CommandSpec): readonly string[] {
  const same = sameOptions(spec);
  const means = spec.means?.[name]?.split(" ") ?? [];
  return [...(means.length > 0 && name.length === 2 ? [] : [name]), ...means].map((one) => same.get(one) ?? one);
}

/** What the sign at the start of an operand stands for. */
const signified = (word: string, spec: CommandSpec): readonly string[] =>
  Object.entries(spec.signs ?? {}).flatMap(([sign, meant]) =>
    word.startsWith(sign) && word !== sign ? meant.split(" ").flatMap((name) => meanings(name, spec)) : [],
  );

/** The words of a command with its flags by one name each, in one order; whatever is more than a flag stands as written. */
export function alikeWords({ words, name }: Pick<SubCommand, "words" | "name">): readonly (readonly string[])[] {
  const [program = "", ...values] = words.map(({ value, text }) => value ?? text);
  const ends = [...values, "--"].indexOf("--");
  let spec: CommandSpec = programNamed(name ?? "") ?? NOTHING;
  const read = values.slice(0, ends).map((word) => {
    const flags = /^-./.test(word) ? flagsIn(word, spec) : undefined;
    spec = spec.commands?.[word] ?? spec;
    return { word, flags };
  });
  const said = read.flatMap(({ word, flags }) => (flags === undefined ? [word] : []));
  const flags = read.flatMap((one) => one.flags ?? []);
  return [[program, ...said, ...values.slice(ends)], [...new Set(flags)].sort()];
}

/** The flags an option word gives; undefined where it is or may be more. */
function flagsIn(word: string, spec: CommandSpec): readonly string[] | undefined {
  const { flags, values } = listOptions(spec);
  const isFlag = (name: string): boolean => flags.has(name) && !values.has(name);
  if (isFlag(word)) return meanings(word, spec);
  const letters = [...word.slice(1)].map((letter) => `-${letter}`);
  if (word.startsWith("--") || isWord(word, spec) || !letters.every(isFlag)) return undefined;
  return letters.flatMap((letter) => meanings(letter, spec));
}
