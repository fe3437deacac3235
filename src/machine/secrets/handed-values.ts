/** Variables that are handed over where a secret belongs: what they were set to is one. */
import { VALUE } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";

/** The ways of handing a secret over, with a variable in its place. */
const VARIABLE = `["']?\\$\\{?([A-Za-z_]\\w{0,127}|\\d)`;

export interface Handing {
  readonly hints: readonly string[] | null;
  readonly pattern: RegExp;
}

/** From the rows that know where a literal secret stands. */
export const handingsOf = (rows: readonly OwnPattern[]): readonly Handing[] => [
  ...rows.flatMap(({ hints, pattern }) =>
    pattern.source.includes(VALUE)
      ? [{ hints, pattern: new RegExp(pattern.source.replaceAll(VALUE, VARIABLE), pattern.flags) }]
      : [],
  ),
  {
    hints: ["-u", "--user"],
    pattern: new RegExp(`(?:^|\\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[\\w.@-]{1,128}[:%]${VARIABLE}`, "dg"),
  },
  { hints: ["://"], pattern: new RegExp(`://[^\\s:@/"'\`$]{0,128}:${VARIABLE}`, "dg") },
  {
    hints: [":"],
    pattern: new RegExp(
      `(?:authorization|x-[a-z-]*(?:key|token|auth|secret)|token)\\s?:\\s?(?:[a-z]+\\s+)?${VARIABLE}`,
      "dgi",
    ),
  },
];

/** The variables that are handed over as secrets somewhere in the text. */
export function handedNames(text: string, lower: string, handings: readonly Handing[]): ReadonlySet<string> {
  return new Set(/\$\{?[A-Za-z_\d]/.test(text) ? handings.flatMap((one) => namesIn(text, lower, one)) : []);
}

const namesIn = (text: string, lower: string, { hints, pattern }: Handing): readonly string[] =>
  hints !== null && !hints.some((hint) => lower.includes(hint))
    ? []
    : [...text.matchAll(pattern)].flatMap((match) => match.slice(1).find((name) => name !== undefined) ?? []);
