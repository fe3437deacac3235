/** What filters of a search choose by name (`*.ts`, `src/**`, `!dist`): generously, since what may be chosen counts as searched. */
import { expandBraces } from "./braces.ts";

/** Filters that only leave something out choose everything else. */
export const choosing = (filters: readonly string[]): readonly string[] =>
  filters.filter((filter) => !filter.startsWith("!"));

/** `path` is absolute; a filter may be meant from any directory above. */
export function mayChoose(filters: readonly string[], path: string): boolean {
  const chosen = choosing(filters);
  return chosen.length === 0 || chosen.some((filter) => matchesBroadly(filter, path));
}

/** Letters, a few wildcards and simple sets: of anything else nobody knows what a host's library makes. */
const READ = /^(?!(?:[^*]*\*+){8})(?:[\w.*?/ -]|\[\w+\])+$/;

const matchesBroadly = (filter: string, path: string): boolean =>
  (expandBraces(filter) ?? [""]).some((one) => {
    if (!READ.test(one)) return true;
    const text = one.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
    const expression = text
      .replace(/\./g, "\\.")
      .replace(/\*+\/?/g, ".*")
      .replace(/\?/g, ".");
    // At any depth; and what matches a directory may mean all below it.
    return new RegExp(`(?:^|/)${expression}(?:$|/)`, "is").test(path);
  });
