/** Words of a runner's command line, and words put into shell code. */
import { shellWord } from "../../contract/shell-word.ts";
import { normalise } from "../../machine/index.ts";

export interface RunnerOptions {
  /** Options that change nothing about what is run. */
  readonly flags: string;
  /** The same, with a value in the next word or behind `=`. */
  readonly values?: string;
  /** Options whose value is the directory the runner works in. */
  readonly directory?: string;
}

export interface Taken {
  readonly operands: readonly (string | null)[];
  readonly directory: string | null;
  /** The first option that is not known, or a word that may be one. */
  readonly odd: string | null;
}

/** Sorts options out up to `--`, and to the first operand where that ends them. One that is not known is taken to stand alone. */
export function take(
  words: readonly (string | null)[],
  options: RunnerOptions,
  until: "end" | "first operand" = "end",
): Taken {
  const operands: (string | null)[] = [];
  let directory: string | null = null;
  let odd: string | null = null;
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? null;
    const rest = words.slice(i + 1);
    if (word === "--") return { operands: [...operands, ...rest], directory, odd };
    if (word === null && operands.length === 0) return { operands, directory, odd: "a word that is not known" };
    if (word === null || !word.startsWith("-") || word === "-") {
      operands.push(word);
      if (until === "first operand") return { operands: [...operands, ...rest], directory, odd };
      continue;
    }
    const option = takeOption(options, word, rest[0] ?? null);
    odd ??= option === undefined ? word : null;
    directory = option?.directory ?? directory;
    i += option?.took ?? 0;
  }
  return { operands, directory, odd };
}

/** What stands behind one of these options, in the next word or behind `=`; undefined where none is given. */
export function optionValue(words: readonly (string | null)[], options: string): string | null | undefined {
  const names = options.split(" ");
  for (const [i, word] of words.entries()) {
    if (word === null) continue;
    if (word === "--") return undefined;
    const equals = word.indexOf("=");
    if (names.includes(word)) return words[i + 1] ?? null;
    if (equals > 0 && names.includes(word.slice(0, equals))) return word.slice(equals + 1);
  }
  return undefined;
}

interface TakenOption {
  /** How many words behind it are its own. */
  readonly took: 0 | 1;
  readonly directory: string | null;
}

/** Undefined: not known, or a directory that is not. */
function takeOption(options: RunnerOptions, word: string, next: string | null): TakenOption | undefined {
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  const name = equals < 0 ? word : word.slice(0, equals);
  const isListed = (list: string | undefined): boolean => list?.split(" ").includes(name) === true;
  const isDirectory = isListed(options.directory);
  if (!isDirectory && !isListed(options.values))
    return equals < 0 && isListed(options.flags) ? { took: 0, directory: null } : undefined;
  const value = equals < 0 ? next : word.slice(equals + 1);
  if (isDirectory && value === null) return undefined;
  return { took: equals < 0 ? 1 : 0, directory: isDirectory ? value : null };
}

/** A word as the shell needs it; what is not known stands as a variable nobody set. */
export const quoteWord = (word: string | null): string => (word === null ? '"$UNKNOWN_WORD"' : shellWord(word));

export const withWords = (code: string, words: readonly (string | null)[]): string =>
  words.length === 0 ? code : `${code} ${words.map(quoteWord).join(" ")}`;

export const inside = (cwd: string, path: string): string => normalise(path.startsWith("/") ? path : `${cwd}/${path}`);
