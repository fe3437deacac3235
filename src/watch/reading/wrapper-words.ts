/** Takes one wrapper off the words of a command. */
import { HOLE, type KnownWord } from "../../contract/reading.ts";
import { type GivenOption, type ProgramSpec, readStrictOption, type WrapperSpec } from "../../programs/index.ts";

/** The record of a program that passes on a command. */
export type Wrapper = ProgramSpec & { readonly wrapper: WrapperSpec };

export interface WrapperAssigned {
  readonly name: string;
  readonly value: string | null;
}

export interface Unwrapped {
  /** The command behind it. */
  readonly words: readonly KnownWord[];
  readonly assignments: readonly WrapperAssigned[];
  /** Where the command runs, when an option says so. */
  readonly directory: KnownWord | null;
  /** Why the wrapper is not understood: an option that is not known is taken to stand alone. */
  readonly problem: string | null;
  /** Files the wrapper itself reads. */
  readonly reads: readonly KnownWord[];
}

/** How the wrapper takes its input apart, and the file it takes it from instead of standard input. */
export interface TakenInput {
  readonly separator: "space" | "nul" | "line";
  readonly from: KnownWord | undefined;
}

/** What the wrapper gets to read: one word that stands for them all, or each of them. */
export type InputWords = (taken: TakenInput) => readonly KnownWord[];

interface Taking {
  readonly spec: Wrapper;
  readonly options: GivenOption[];
  readonly assignments: WrapperAssigned[];
  /** Words of its own that are still to come. */
  own: number;
  problem: string | null;
}

/** `words` begins with the wrapper's name. */
export function unwrap(spec: Wrapper, words: readonly KnownWord[], input: InputWords): Unwrapped {
  const taking: Taking = { spec, options: [], assignments: [], own: spec.wrapper.own ?? 0, problem: null };
  let at = 1;
  for (;;) {
    const word = words[at];
    const took = word === undefined ? 0 : takeWord(taking, word, words[at + 1]);
    at += took;
    if (took === 0 || word?.value === "--") break;
  }
  const { options, assignments, problem } = taking;
  const withRole = (role: GivenOption["role"]): readonly KnownWord[] =>
    options.flatMap((option) => (option.role === role && option.word !== null ? [option.word] : []));
  const command = words.slice(at);
  return {
    words: spec.wrapper.more === true ? addInput(command, options, input) : command,
    assignments,
    directory: withRole("cwd").at(-1) ?? null,
    problem: problem === null ? null : `${words[0]?.value ?? "?"} ${problem}`,
    reads: withRole("read"),
  };
}

/** Answers how many words are the wrapper's own; none: the command begins here. */
function takeWord(taking: Taking, word: KnownWord, next: KnownWord | undefined): number {
  if (word.value === null || word.splits || word.glob) return takeUnknown(taking, word);
  const { spec, assignments, options } = taking;
  const { value } = word;
  if (value === "--" || (value === "-" && spec.flags?.split(" ").includes("-") === true)) return 1;
  if (spec.wrapper.assignments === true && /^[^=-][^=]*=/.test(value)) {
    const equals = value.indexOf("=");
    assignments.push({ name: value.slice(0, equals), value: value.slice(equals + 1) });
    return 1;
  }
  if (!value.startsWith("-") || value === "-") return takeOwn(taking);
  const option = readStrictOption({ spec, word, next, isSeveral: ({ splits }) => splits }, value);
  if (option === null || option.given.some(isUnknownMark)) {
    taking.problem ??= value;
    return 1;
  }
  options.push(...option.given);
  return 1 + option.took;
}

/** A word that is not known is one of its own, or an assignment by its name; else the command begins with it. */
function takeUnknown(taking: Taking, { prefix, splits }: KnownWord): number {
  if (splits) return 0;
  if (prefix !== "" && !prefix.startsWith("-") && taking.own > 0) return takeOwn(taking);
  if (taking.spec.wrapper.assignments !== true || !/^[A-Za-z_][A-Za-z0-9_]*=/.test(prefix)) return 0;
  taking.assignments.push({ name: prefix.slice(0, prefix.indexOf("=")), value: null });
  return 1;
}

function takeOwn(taking: Taking): number {
  if (taking.own === 0) return 0;
  taking.own -= 1;
  return 1;
}

const isUnknownMark = ({ name, word }: GivenOption): boolean => name === "-I" && word?.value === null;

/** xargs puts what it reads behind the words, or in place of a mark. */
function addInput(
  words: readonly KnownWord[],
  options: readonly GivenOption[],
  input: InputWords,
): readonly KnownWord[] {
  if (words.length === 0) return words;
  const mark = options.findLast(({ name }) => name === "-I" || name === "-J")?.word?.value ?? null;
  const nul = options.some(({ name }) => name === "-0" || name === "--null");
  const from = options.findLast(({ role }) => role === "read")?.word ?? undefined;
  const all = input({ separator: nul ? "nul" : mark === null ? "space" : "line", from });
  const [more] = all;
  if (mark === null || more === undefined) return [...words, ...all];
  return words.map((word) => {
    if (word.value === null || mark === "" || !word.value.includes(mark)) return word;
    if (word.value === mark && more.under !== undefined) return { ...more, splits: false };
    if (more.value !== null)
      return { ...word, value: word.value.replaceAll(mark, more.value), text: word.text, glob: word.glob || more.glob };
    const prefix = word.value.slice(0, word.value.indexOf(mark));
    const outline = word.value.replaceAll(mark, more.outline ?? HOLE);
    return { value: null, text: word.text, glob: false, splits: false, prefix, outline };
  });
}
