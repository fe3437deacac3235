/**
 * Which options of a record are one option under two names (`-f --force`), for deny and ask rules: written side by side, or by
 * their first letter where a record lists letters and names apart. Taking two for one is the safe side here.
 */
import type { CommandSpec, OptionRoles } from "./spec.ts";

const found = new WeakMap<CommandSpec, ReadonlyMap<string, string>>();

/** For each option that has another name, the one name of all of them. */
export function sameOptions(spec: CommandSpec): ReadonlyMap<string, string> {
  const known = found.get(spec) ?? new Map(pairsIn(namesOf(spec)));
  found.set(spec, known);
  return known;
}

/** Every option a record lists, in its order. */
export const namesOf = (spec: CommandSpec): readonly string[] =>
  [spec.flags, ...listsOf(spec.values), ...listsOf(spec.attached), spec.runsCode].flatMap((list) =>
    (list ?? "").split(/\s+/).filter((name) => name !== ""),
  );

const listsOf = (roles: OptionRoles = {}): readonly (string | undefined)[] => Object.values(roles);

const isLetter = (name: string | undefined): name is string => /^-[^-]$/.test(name ?? "");
const begins = (long: string, letter: string): boolean =>
  long.charAt(2).toLowerCase() === letter.charAt(1).toLowerCase();

function pairsIn(names: readonly string[]): readonly (readonly [name: string, same: string])[] {
  const pairs = new Map<string, string>();
  const longs = [...names.entries()].filter(([, name]) => /^--\w/.test(name));
  const pair = (long: string, letters: readonly string[]): void => {
    for (const letter of letters) pairs.set(letter, long);
  };
  for (const [i, long] of longs)
    pair(
      long,
      lettersBefore(names, i).filter((letter) => begins(long, letter)),
    );
  const open = (letter: string): boolean => isLetter(letter) && !pairs.has(letter);
  const named = new Set(pairs.values());
  for (const [i, long] of longs) {
    if (named.has(long)) continue;
    const byLetter = names.filter((name) => open(name) && begins(long, name));
    const before = names[i - 1];
    pair(long, byLetter.length > 0 ? byLetter : before !== undefined && open(before) ? [before] : []);
  }
  return [...pairs];
}

/** The letters directly before a name. */
function lettersBefore(names: readonly string[], at: number): readonly string[] {
  let from = at;
  while (isLetter(names[from - 1])) from -= 1;
  return names.slice(from, at);
}
