/** A variable that is handed over where a secret belongs makes what it was set to a secret, in the same text. */
import type { Range } from "./assigned-values.ts";
import { VALUE } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";
import { isSecretByWords } from "./secret-words.ts";

/** The ways of handing a secret over, with a variable in its place. */
const VARIABLE = `["']?\\$\\{?([A-Za-z_]\\w{0,127})`;

interface Handing {
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

const SET = new RegExp(`(?:^|[\\s;&|(])([A-Za-z_]\\w{0,127})=${VALUE}`, "dg");
const READ = new RegExp(`\\bread\\s+(?:-\\w+\\s+)*([A-Za-z_]\\w{0,127})\\s*<<<\\s*${VALUE}`, "dg");

/** What variables of the text are set to that are handed over as secrets. */
export function handedRanges(text: string, lower: string, handings: readonly Handing[]): readonly Range[] {
  if (!/\$\{?[A-Za-z_]/.test(text)) return [];
  const used = new Set(Array.from(text.matchAll(/\$\{?([A-Za-z_]\w{0,127})/g), ([, name = ""]) => name));
  const set = [...text.matchAll(SET), ...text.matchAll(READ)].filter(({ 1: name = "" }) => used.has(name));
  if (set.length === 0) return [];
  const names = new Set(handings.flatMap((one) => namesIn(text, lower, one)));
  for (const [, name = "", variable = ""] of text.matchAll(/([A-Za-z_]\w{0,127})=["']?\$\{?([A-Za-z_]\w{0,127})/g))
    if (isSecretByWords(name)) names.add(variable);
  return set.flatMap(({ 1: name = "", indices }) => {
    const span = indices?.slice(2).find((one) => one !== undefined);
    return span === undefined || !names.has(name) ? [] : [{ from: span[0], to: span[1] }];
  });
}

const namesIn = (text: string, lower: string, { hints, pattern }: Handing): readonly string[] =>
  hints !== null && !hints.some((hint) => lower.includes(hint))
    ? []
    : [...text.matchAll(pattern)].flatMap((match) => match.slice(1).find((name) => name !== undefined) ?? []);
