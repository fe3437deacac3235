/** Suggestions as a person reads them. */
import { formatCount, percent } from "../../evidence/index.ts";
import type { EnvironmentSuggestion, Suggestions } from "../../evidence/suggest/index.ts";
import { cut, type Page, visible } from "../style.ts";

export interface FoundSuggestions {
  readonly suggestions: Suggestions;
  readonly environment: readonly EnvironmentSuggestion[];
}

export function formatSuggestions({ suggestions, environment }: FoundSuggestions, { paint, columns }: Page): string {
  const width = Math.max(columns, 60);
  const line = (title: string, text: string): string =>
    `     ${paint("dim", title.padEnd(12))}${cut(visible(text), width - 18)}`;
  const { held, rules, resting, refused } = suggestions;
  return [
    `${formatCount(held)} calls were held back that an allow rule could have let pass.`,
    "",
    paint(
      "bold",
      rules.length === 0 ? "No allow rule would have saved enough prompts." : "Allow rules, each with those above it",
    ),
    ...rules.flatMap((one, i) => [
      `${String(i + 1).padStart(3)}. ${paint("bold", visible(one.rule))}  saves ${formatCount(one.saves)} (${percent(one.saves, held)}); ${formatCount(one.ran)} of them ran in the record`,
      ...one.examples.slice(0, 2).map((example, k) => line(k === 0 ? "such as" : "", example)),
      ...(one.does.length === 0 ? [] : [line("which", one.does.join("; "))]),
      line("also allows", one.alsoAllows.length === 0 ? alsoFor(one.rule) : one.alsoAllows.join("   ")),
    ]),
    ...(environment.length === 0
      ? []
      : ["", paint("bold", "Environment entries, for the classifier (it decides; at most so many prompts)")]),
    ...environment.flatMap((one, i) => [
      `${String(rules.length + i + 1).padStart(3)}. ${paint("bold", visible(one.entry))}  in ${formatCount(one.calls)} held calls, ${formatCount(one.ran)} of which ran`,
      line("such as", one.examples[0] ?? ""),
      line("also means", one.alsoMeans),
    ]),
    ...(refused.length === 0 ? [] : ["", paint("bold", "Not proposed: you refused some of what they would let pass")]),
    ...refused.map(
      ({ rule, refused: no, calls }) => `     ${visible(rule)}  ${formatCount(no)} of ${formatCount(calls)} refused`,
    ),
    ...(resting.length === 0 ? [] : ["", paint("bold", "Of no use in auto mode, where they rest")]),
    ...resting.map(
      ({ rule, why, calls }) => `     ${cut(`${visible(rule)}  ${why} (${formatCount(calls)} calls)`, width - 6)}`,
    ),
    "",
    "Nothing was changed. --write adds them to your settings; --only N,N chooses.",
    "",
  ].join("\n");
}

const alsoFor = (rule: string): string =>
  rule.endsWith(":*)")
    ? "the same with any other arguments, except options that run code"
    : /^Bash\(/.test(rule)
      ? "nothing else: exactly this command, in any project"
      : "every use of it, in any project";
