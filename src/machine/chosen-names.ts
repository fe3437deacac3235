/** What filters of a search choose by name (`*.ts`, `src/**`, `!dist`): generously, since what may be chosen counts as searched. */
import { expandBraces } from "./braces.ts";
import { withoutBackslashes } from "./secret-names.ts";

/** Filters that only leave something out choose everything else. */
export const choosing = (filters: readonly string[]): readonly string[] =>
  filters.filter((filter) => !filter.startsWith("!"));

/** Whether a path may be chosen; it is absolute, and a filter may be meant from any directory above. `unread`: what of filters that cannot be read. */
export function chooser(filters: readonly string[], unread = true): (path: string) => boolean {
  const chosen = choosing(filters).map((filter) => matcher(filter, unread));
  return (path) => chosen.length === 0 || chosen.some((matches) => matches(path));
}

/** Letters, a few wildcards and simple sets: of anything else nobody knows what a host's library makes. */
const READ = /^(?!(?:[^*]*\*+){8})(?:[\w.,*?/ -]|\[[\w.]+\])+$/;

/** Undefined: it cannot be read. */
function expressionOf(filter: string): RegExp | undefined {
  if (!READ.test(filter)) return undefined;
  // What is behind `..` is meant from further up.
  const text = filter
    .replace(/^(?:.*\/)?\.\.\//s, "")
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/+$/, "");
  const expression = text
    .replace(/\./g, "\\.")
    .replace(/\*+\/?/g, ".*")
    .replace(/\?/g, ".");
  // At any depth; what matches a directory may mean all below it, and what stands in a list may be a part of a longer filter.
  return new RegExp(`(?:^|[/\\s,])${expression}(?:$|[/\\s,])`, "is");
}

function matcher(filter: string, unread: boolean): (path: string) => boolean {
  const expressions = withoutBackslashes(filter).flatMap((one) => (expandBraces(one) ?? [""]).map(expressionOf));
  return (path) => expressions.some((expression) => expression?.test(path) ?? unread);
}
