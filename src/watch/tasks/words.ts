/** The words behind a task runner: what is asked for, where, and in which file. */
import { normalise } from "../../machine/index.ts";
import type { TaskPlace } from "./files.ts";

export interface AskedTask {
  readonly at: TaskPlace;
  /** Words that are no options, up to `--`. */
  readonly operands: readonly string[];
  /** The only file to look in, and the part of a repository, where options name them. */
  readonly file: readonly string[] | undefined;
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
export function askedOf(words: readonly (string | null)[], at: TaskPlace): AskedTask {
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
