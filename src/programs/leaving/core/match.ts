/** Whether a use of a program is in the table of core programs, word by word. Small, and of its own: the big tables are not asked. */
import { CORE } from "./table.ts";
import type { CoreUse } from "./use.ts";

/** A word as a plain command has it. */
export interface CoreWord {
  readonly value: string;
  readonly glob: boolean;
  /** It holds `~` or `^` outside of quotes: only for those that take revisions. */
  readonly revision?: string;
  /** An option with a pattern as its value: only for those that take patterns. */
  readonly option?: true;
}

/** What a use of a core program does: it reads, or it may also edit the project; undefined: no core use. */
export type CoreKind = "reads" | "edits" | undefined;

const setOf = (names: string | undefined): ReadonlySet<string> => new Set(names?.split(" ") ?? []);

/** The words sorted so far. */
interface Sorting {
  readonly use: CoreUse;
  readonly given: Set<string>;
  readonly scripts: string[];
  readonly operands: CoreWord[];
}

/** It only reads, whatever its words. */
export const isCoreReader = (name: string): boolean => Object.hasOwn(CORE, name) && CORE[name]?.changes !== true;

export function matchCore(words: readonly CoreWord[], platform: string): CoreKind {
  const [name, ...rest] = words;
  if (name?.value === "[")
    return rest.at(-1)?.value === "]"
      ? matchCore([{ value: "test", glob: false }, ...rest.slice(0, -1)], platform)
      : undefined;
  const use = name === undefined || name.glob || !Object.hasOwn(CORE, name.value) ? undefined : CORE[name.value];
  return use === undefined ? undefined : matchUse(use, rest, platform);
}

function matchUse(use: CoreUse, words: readonly CoreWord[], platform: string): CoreKind {
  if (use.commands === undefined && !words.every((word) => isTaken(word, use))) return undefined;
  if (use.text === true) return words.some(({ glob }) => glob) ? undefined : "reads";
  if (words.some(({ value }) => value === "-")) return undefined; // standard input to some, a name to others
  const sorting: Sorting = { use, given: new Set(), scripts: [], operands: [] };
  const rest = sortWords(sorting, words);
  if (rest === undefined) return undefined;
  if (use.commands !== undefined && rest.length > 0) return matchNamed(use.commands, rest, platform);
  return isAllowed(sorting, platform) ? kindOf(sorting) : undefined;
}

const isTaken = ({ revision, option }: CoreWord, { revisions, patterns }: CoreUse): boolean =>
  (revision === undefined || revisions === true) && (option === undefined || patterns === true);

/** What is left from the name of a sub-command on; undefined where a word is not listed. */
function sortWords(sorting: Sorting, words: readonly CoreWord[]): readonly CoreWord[] | undefined {
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i];
    if (word === undefined) return undefined;
    if (word.value === "--" && sorting.use.words !== true) {
      sorting.operands.push(...words.slice(i + 1));
      return [];
    }
    if (isOperand(sorting, word)) {
      if (sorting.use.commands !== undefined) return words.slice(i);
      sorting.operands.push(word);
    } else {
      const took = takeOption(sorting, word.value, words[i + 1]);
      if (took === undefined) return undefined;
      i += took;
    }
  }
  return [];
}

const isOperand = (sorting: Sorting, word: CoreWord): boolean =>
  (word.glob && !word.option) || !word.value.startsWith("-") || isFirst(sorting, word);

/** `ps -ef`: a whole word that is listed as a first operand. */
const isFirst = ({ use, operands }: Sorting, { value }: CoreWord): boolean =>
  operands.length === 0 && use.first !== undefined && use.most === 1 && fits(use.first, value);

function matchNamed(
  commands: Readonly<Record<string, CoreUse>>,
  words: readonly CoreWord[],
  platform: string,
): CoreKind {
  const [name, ...rest] = words;
  const inner =
    name === undefined || name.glob || !Object.hasOwn(commands, name.value) ? undefined : commands[name.value];
  return inner === undefined ? undefined : matchUse(inner, rest, platform);
}

/** How many further words the option takes; undefined where it is not listed. */
function takeOption(sorting: Sorting, text: string, next: CoreWord | undefined): 0 | 1 | undefined {
  const { use } = sorting;
  if (use.digits === true && /^-\d+$/.test(text)) return 0;
  if (use.words === true || text.startsWith("--")) {
    const equals = use.words === true ? -1 : text.indexOf("=");
    return equals === -1
      ? takeNamed(sorting, text, null, next)
      : takeNamed(sorting, text.slice(0, equals), text.slice(equals + 1), next);
  }
  if (setOf(use.flags).has(text)) return takeNamed(sorting, text, null, next); // `-vv`, `-un`
  for (let i = 1; i < text.length; i += 1) {
    const rest = text.slice(i + 1);
    const letter = `-${text.charAt(i)}`;
    if (!setOf(use.flags).has(letter)) return takeNamed(sorting, letter, rest === "" ? null : rest, next);
    sorting.given.add(letter);
  }
  return 0;
}

function takeNamed(
  sorting: Sorting,
  name: string,
  value: string | null,
  next: CoreWord | undefined,
): 0 | 1 | undefined {
  const { use, given, scripts } = sorting;
  given.add(name);
  if (setOf(use.attached).has(name) && (value !== null || !setOf(use.values).has(name))) return 0;
  if (setOf(use.flags).has(name)) return value === null ? 0 : undefined;
  if (!setOf(use.values).has(name)) return undefined;
  const own = value === null && next !== undefined && isValue(next) ? next.value : value;
  if (own === null) return undefined;
  if (setOf(use.scripts).has(name)) scripts.push(own);
  return value === null ? 1 : 0;
}

const isValue = ({ value, glob, revision }: CoreWord): boolean =>
  !glob && revision === undefined && !value.startsWith("-");

function isAllowed(sorting: Sorting, platform: string): boolean {
  const { use, given, operands } = sorting;
  const { least = 0, most = Number.POSITIVE_INFINITY, each } = use;
  if (platform !== "linux" && [...setOf(use.linux)].some((name) => given.has(name))) return false;
  if (operands.length < least || operands.length > most || !hasFirst(sorting)) return false;
  return each === undefined || operands.every(({ value, glob }) => !glob && fits(each, value));
}

/** The first operand, or the scripts that take its place, are what they must be. */
function hasFirst({ use: { first }, scripts, operands: [leading] }: Sorting): boolean {
  if (first === undefined) return true;
  if (scripts.length > 0) return scripts.every((text) => fits(first, text));
  return leading === undefined || (!leading.glob && fits(first, leading.value));
}

const fits = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);

const kindOf = ({ use, given }: Sorting): CoreKind =>
  use.changes === true || [...setOf(use.edits)].some((name) => given.has(name)) ? "edits" : "reads";
