/**
 * Which files a search of a tree leaves out, by its own words. Files that say what is ignored are not asked: a line of one can also take a
 * hidden file in.
 */
import type { Search } from "../places/index.ts";
import type { SortedWords } from "../programs/sort.ts";

const ONLY = ["--include", "--glob"];
/** `*.ts`, `*.{ts,tsx}`, `*_test.go`: all it matches ends so. */
const ENDING = /^\*([A-Za-z0-9_.-]+)$/;
const ENDINGS = /^\*\.\{([A-Za-z0-9]+(?:,[A-Za-z0-9]+)*)\}$/;

export function searchOf({ use: { options } }: SortedWords): Search {
  const patterns = options
    .filter(({ names }) => names.some((name) => ONLY.includes(name)))
    .map(({ value }) => value?.value ?? "")
    .filter((pattern) => !pattern.startsWith("!"));
  const endings = patterns.map(endingsOf);
  if (patterns.length === 0) return {};
  const known = endings.filter((one) => one !== undefined);
  // What grep is also told to leave out can bring the rest in: then the first of its filters says what is searched.
  if (options.some(({ names }) => names.includes("--exclude"))) return {};
  return known.length === endings.length ? { endings: known.flat() } : {};
}

function endingsOf(pattern: string): readonly string[] | undefined {
  const one = ENDING.exec(pattern)?.[1];
  if (one !== undefined) return [one];
  return ENDINGS.exec(pattern)?.[1]
    ?.split(",")
    .map((name) => `.${name}`);
}
