/** The words behind a task runner: what is asked for, where, and in which file. */
import { normalise } from "../../machine/index.ts";
import type { Place } from "./files.ts";

export interface Asked {
  readonly at: Place;
  /** Words that are no options, up to `--`. */
  readonly operands: readonly string[];
  /** The only file to look in, where an option names one. */
  readonly file: readonly string[] | undefined;
  /** The part of a repository that is named by an option. */
  readonly part: string | undefined;
}

/** Options whose value is the next word, or stands behind `=`. */
const VALUED: Readonly<Record<string, RegExp>> = {
  dir: /^(?:-C|--prefix|--cwd|--dir|--directory|-d|--working-directory|--cd)$/,
  file: /^(?:-f|--file|--makefile|--justfile)$/,
  part: /^(?:-w|--workspace|--filter|-F)$/,
  other: /^(?:--loglevel|--reporter|-I|-o|-W|-j|--jobs|--output)$/,
};

/** A word that is not known ends the list. */
export function askedOf(words: readonly (string | null)[], at: Place): Asked {
  const given: Record<string, string> = {};
  const operands: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? null;
    if (word === null || word === "--") break;
    const [name = "", attached] = word.startsWith("--") ? word.split(/=(.*)/s, 2) : [word];
    const kind = Object.keys(VALUED).find((one) => VALUED[one]?.test(name));
    if (kind !== undefined) given[kind] = attached ?? words[++i] ?? "";
    else if (!word.startsWith("-")) operands.push(word);
  }
  const dir = inside(at.dir, given.dir ?? ".");
  const file = given.file === undefined ? undefined : [inside(dir, given.file)];
  return { at: { ...at, dir }, operands, file, part: given.part };
}

export const inside = (dir: string, path: string): string => normalise(path.startsWith("/") ? path : `${dir}/${path}`);
