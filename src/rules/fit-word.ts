/** Whether words and options of a rule speak of those of a command. */
import type { Word } from "../contract/simple.ts";
import { foldText } from "./fold.ts";
import { segmentMatches } from "./glob.ts";
import { wildcardMatches } from "./wildcard.ts";

export type Fit = "yes" | "maybe" | "no";

/** An option as it was given, by all its names. */
export interface GivenNames {
  readonly names: readonly string[];
  readonly value: Word | null;
}

/** What is not known and not quoted may become any number of words. */
export const splits = ({ value, text }: Word): boolean =>
  value === null && (!text.startsWith('"') || /\$@|\[@\]/.test(text));

/** The option by any of its names; `-rf` is both. */
export function optionGiven(
  text: string,
  { options }: { readonly options: readonly GivenNames[] },
): { readonly count: number; readonly value: Word | null } | undefined {
  const [name = "", value] = text.split(/=(.*)/s);
  const found = options.find(
    (option) =>
      option.names.some((one) => wildcardMatches(name, one)) &&
      (value === undefined || wildcardMatches(value, foldText(option.value?.value ?? ""))),
  );
  if (found !== undefined) return { count: 1, value: found.value };
  const letters = /^-[A-Za-z]{2,}$/.test(name) ? [...name.slice(1)] : [];
  const all = letters.map((letter) => options.find(({ names }) => names.includes(`-${letter}`)));
  return all.length === 0 || all.includes(undefined) ? undefined : { count: new Set(all).size, value: null };
}

/** A word of a rule, by its whole text or, of a path, by its last name. */
export function fitWord(wanted: string, { value, prefix, glob }: Word): Fit {
  if (value === null) {
    const [known, start = ""] = [foldText(prefix), wanted.split("*")[0]];
    return start.startsWith(known) || (known.startsWith(start) && wanted.includes("*")) ? "maybe" : "no";
  }
  const seen = foldText(value);
  if (glob) return segmentMatches(seen, wanted) || wildcardMatches(wanted, seen) ? "maybe" : "no";
  return wildcardMatches(wanted, seen) ? "yes" : "no";
}
