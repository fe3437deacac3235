/** Words of a runner's command line, and words put into shell code. */
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

/** Sorts options out up to `--` or to the end; with `stop`, up to the first operand. */
export function take(words: readonly (string | null)[], options: RunnerOptions, stop = false): Taken {
  const flags = new Set(options.flags.split(" "));
  const values = new Set((options.values ?? "").split(" "));
  const places = new Set((options.directory ?? "").split(" "));
  const operands: (string | null)[] = [];
  let directory: string | null = null;
  const odd = (word: string | null): Taken => ({ operands, directory, odd: word ?? "a word that is not known" });
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? null;
    if (word === "--") {
      operands.push(...words.slice(i + 1));
      break;
    }
    if (word === null && operands.length === 0) return odd(word);
    if (word === null || !word.startsWith("-") || word === "-") {
      operands.push(word);
      if (!stop) continue;
      operands.push(...words.slice(i + 1));
      break;
    }
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const name = equals < 0 ? word : word.slice(0, equals);
    const takes = values.has(name) || places.has(name);
    if (!takes && (equals >= 0 || !flags.has(name))) return odd(word);
    if (!takes) continue;
    if (equals < 0) i += 1;
    const value = equals < 0 ? (words[i] ?? null) : word.slice(equals + 1);
    if (places.has(name)) {
      if (value === null) return odd(word);
      directory = value;
    }
  }
  return { operands, directory, odd: null };
}

const PLAIN = /^[\w@%+=:,./-]+$/;

/** A word as the shell needs it; what is not known stands as a variable nobody set. */
export const quoteWord = (word: string | null): string => {
  if (word === null) return '"$UNKNOWN_WORD"';
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
};

export const withWords = (code: string, words: readonly (string | null)[]): string =>
  words.length === 0 ? code : `${code} ${words.map(quoteWord).join(" ")}`;

export const inside = (cwd: string, path: string): string => normalise(path.startsWith("/") ? path : `${cwd}/${path}`);
