/** Suggestions as a person reads them. */
import { describeReach } from "../../contract/settling.ts";
import { formatCount, formatQuantity, percent } from "../../evidence/index.ts";
import type { EnvironmentSuggestion, Suggestions } from "../../evidence/suggest/index.ts";
import { formatLabelled, type Page, visible, wrap } from "../terminal/style.ts";

export interface FoundSuggestions {
  readonly suggestions: Suggestions;
  readonly environment: readonly EnvironmentSuggestion[];
}

const INDENT = 5;
const LABEL_COLUMNS = 12;
const MAX_LINE_CHARACTERS = 300;

export function formatSuggestions(found: FoundSuggestions, page: Page): string {
  const { suggestions, environment } = found;
  const { held, rules, resting, refused } = suggestions;
  const lines = linesOn(page);
  const heading =
    rules.length === 0
      ? "No rule is proposed: none would have saved enough of them. sallyport log shows each call, with what settles it."
      : "Allow rules, each with those above it";
  return [
    lines.text(`${formatQuantity(held, "call")} ${held === 1 ? "was" : "were"} asked about or denied.`),
    lines.heading(heading),
    ...rules.flatMap((one, i) => [
      lines.item(
        { number: i + 1, name: one.rule },
        `saves ${formatCount(one.saves)} (${percent(one.saves, held)}); ${describeRan(one.ran)} in the record`,
      ),
      ...one.examples.slice(0, 2).map((example, k) => lines.detail(k === 0 ? "such as" : "", example)),
      ...(one.does.length === 0 ? [] : [lines.detail("which", one.does.join("; "))]),
      lines.detail("also allows", one.alsoAllows.length === 0 ? describeReach([one.rule]) : one.alsoAllows.join("   ")),
    ]),
    ...describeOthers(suggestions).map((words) => lines.text(words)),
    ...(environment.length === 0
      ? []
      : [lines.heading("Environment entries, for the classifier (it decides; at most so many prompts)")]),
    ...environment.flatMap((one, i) => [
      lines.item(
        { number: rules.length + i + 1, name: one.entry },
        `in ${formatCount(one.calls)} held calls, ${formatCount(one.ran)} of which ran`,
      ),
      lines.detail("such as", one.examples[0] ?? ""),
      lines.detail("also means", one.alsoMeans),
    ]),
    ...(refused.length === 0 ? [] : [lines.heading("Not proposed: you refused some of what they would let pass")]),
    ...refused.map(({ rule, refused: no, calls }) =>
      lines.plain(`${rule}  ${formatCount(no)} of ${formatCount(calls)} refused`),
    ),
    ...(resting.length === 0 ? [] : [lines.heading("Of no use in auto mode, where they rest")]),
    ...resting.map(({ rule, why, calls }) => lines.plain(`${rule}  ${why} (${formatCount(calls)} calls)`)),
  ].join("");
}

/** What became of the held calls that no rule here covers. */
function describeOthers({ held, rules }: Suggestions): readonly string[] {
  const others = held - rules.reduce((sum, { saves }) => sum + saves, 0);
  if (others <= 0 || rules.length === 0) return [];
  return [
    `\nFor the other ${formatCount(others)} no rule is proposed: too few of them are alike, or a rule for them would rest, or let pass what you refused. sallyport log shows them, each with what settles it.`,
  ];
}

const describeRan = (ran: number): string => (ran === 0 ? "none of them ran" : `${formatCount(ran)} of them ran`);

function linesOn(page: Page) {
  const { paint, columns } = page;
  const text = (words: string, indent = 0): string =>
    wrap(words, columns - indent)
      .map((line) => `${" ".repeat(indent)}${line}\n`)
      .join("");
  return {
    text,
    heading: (words: string): string =>
      `\n${wrap(words, columns)
        .map((line) => `${paint("bold", line)}\n`)
        .join("")}`,
    plain: (words: string): string => text(visible(words), INDENT),
    /** A numbered rule and, beside it where there is room, what it saves. */
    item: ({ number, name }: { readonly number: number; readonly name: string }, words: string): string => {
      const start = `${String(number).padStart(3)}. `;
      const shown = visible(name);
      const one = `${start}${paint("bold", shown)}`;
      return start.length + shown.length + 2 + words.length <= columns
        ? `${one}  ${words}\n`
        : `${one}\n${text(words, INDENT)}`;
    },
    detail: (label: string, words: string): string =>
      formatLabelled(
        {
          ...{ label, style: "dim", indent: INDENT, width: LABEL_COLUMNS },
          text: shorten(visible(words)),
        },
        page,
      ),
  };
}

/** At a word's end. */
const shorten = (text: string): string =>
  text.length <= MAX_LINE_CHARACTERS ? text : `${text.slice(0, MAX_LINE_CHARACTERS).replace(/\s+\S*$/, "")} …`;
