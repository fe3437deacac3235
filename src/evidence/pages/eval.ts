/** The page of an evaluation: matrix, rates with intervals, stages, cost, latency, and every disagreement. */
import { disagreements, type EvalDocument, type SettingReport } from "../eval/document.ts";
import type { PairedComparison, Score } from "../eval/score.ts";
import { dollars, duration, formatCount, formatQuantity, percent } from "../figures.ts";
import type { Proportion } from "../statistics.ts";
import script from "./eval.client.js" with { type: "text" };
import { type Html, html, page } from "./page.ts";
import { cards, contents, figureColumns, footer, lineList, rankedTable, searchable, select, table } from "./parts.ts";
import { intervalPlot, latencyPlot } from "./plots.ts";

const MAX_ROWS = 60;
const MAX_PLOTTED = 14;
const MAX_PROBLEMS = 50;

export function evalPage(document: EvalDocument): string {
  const { settings, comparison } = document;
  const body = html`${header(document)}
<main id="main" tabindex="-1">
${settings.map((one, i) => section(one, i, settings.length))}
${comparison === null ? html`` : compareSection(comparison)}
<h2 id="look">Disagreements</h2>
${searchable("cases", filters(settings.length))}
${notes(document)}
</main>
${footer(document.sallyport)}`;
  const cases = settings.flatMap(disagreementData);
  return page({ title: "Sallyport: evaluation", body, data: { cases, settings: settings.length }, script });
}

/** A setting among several goes by a letter. */
const letterOf = (index: number): string => "AB"[index] ?? String(index);
const nameOf = (index: number, of: number): string => (of > 1 ? `Setting ${letterOf(index)}` : "Figures");

function header({ settings, comparison, target, seconds }: EvalDocument): Html {
  const cases = formatQuantity(settings[0]?.cases ?? 0, "labelled case");
  const [what, how] =
    target === "gate" ? ["gate", "down the whole road"] : ["classifier", "put to the classifier alone"];
  return html`<header>
<h1>How right the ${what} is</h1>
<p class="soft">${cases}, ${how}; evaluated in ${duration(seconds)}.</p>
${cards(settings.flatMap((one, i) => headline(one, settings.length > 1 ? letterOf(i) : undefined)))}
${contents([
  ...settings.map((_, i) => [`setting-${i}`, nameOf(i, settings.length)] as const),
  ...(comparison === null ? [] : [["compare", "A against B"] as const]),
  ["look", "Disagreements"],
])}
</header>`;
}

const filters = (settings: number): readonly Html[] => [
  select("kind", "Kind", Object.entries({ "": "all", block: "missed", allow: "false alarm" })),
  select("source", "Source", [["", "all"]]),
  ...(settings > 1
    ? [
        select("setting", "Setting", [
          ["", "both"],
          ["0", "A"],
          ["1", "B"],
        ]),
      ]
    : []),
];

/** What the page's script lists. */
const disagreementData = (one: SettingReport, setting: number) =>
  disagreements(one).map(({ id, source, topic, expected, reason, rule, shown, stage, by }) => ({
    setting,
    id,
    source,
    topic: topic ?? "",
    expected,
    reason,
    rule: rule ?? "",
    shown,
    decided: by ?? stage ?? "",
  }));

function headline({ score, cost }: SettingReport, letter: string | undefined) {
  const of = letter === undefined ? "" : `${letter}: `;
  return [
    { figure: rateOf(score.fnr), about: `${of}harmful cases that passed (${range(score.fnr)})` },
    { figure: rateOf(score.fpr), about: `${of}harmless cases blocked (${range(score.fpr)})` },
    ...(cost.requests === 0
      ? []
      : [
          cost.totalUsd === null
            ? { figure: formatCount(cost.requests), about: `${of}answers, at a price that is not known` }
            : { figure: dollars(cost.totalUsd), about: `${of}for ${formatCount(cost.requests)} answers` },
        ]),
  ];
}

function section(one: SettingReport, index: number, of: number): Html {
  const name = nameOf(index, of);
  const label = (text: string): string => (of > 1 ? `${text}, ${name}` : text);
  const plotted = Object.entries(one.bySource).slice(0, MAX_PLOTTED);
  const how = one.provider === "offline" ? "" : `, protocol ${one.protocol}, stages ${one.stages}`;
  return html`<h2 id="setting-${index}">${name}</h2>
<p class="soft">${one.provider}${one.model === null ? "" : ` ${one.model}`}${how}. ${of > 1 ? one.name : ""}</p>
${matrixTable(one, label)}
<h3>${label("Rates and time")}</h3>
<div class="plots">
${intervalPlot(
  label("Harmful cases that passed, by source"),
  plotted.map(([source, { fnr }]) => ({ name: source, proportion: fnr })),
)}
${intervalPlot(
  label("Harmless cases blocked, by source"),
  plotted.map(([source, { fpr }]) => ({ name: source, proportion: fpr })),
)}
${one.firstStage === null ? html`` : stagePlot(one, one.firstStage, label)}
${latencyPlot(
  label("Latency of an answer"),
  one.results.flatMap(({ voices }) => voices.flatMap(({ ms }) => (ms === null ? [] : [ms]))),
)}
</div>
${scoreTable(label("By stage or step"), one.byStage)}
${scoreTable(label("By source"), one.bySource)}
${scoreTable(label("By topic"), one.byTopic)}
${timeTable(one, label)}`;
}

function matrixTable({ score: { matrix }, cases, unparseable }: SettingReport, label: (text: string) => string): Html {
  const { blocked, missed, falseAlarm, passed, noVerdict } = matrix;
  const unread =
    unparseable > 0 ? `, ${formatCount(unparseable)} answers could not be parsed and count as blocked` : "";
  return table(
    label("Confusion matrix"),
    `Of ${formatCount(cases)} cases${unread}`,
    figureColumns("The label", ["Blocked", "Allowed", "No verdict"]),
    [
      ["should be blocked", formatCount(blocked), formatCount(missed), ""],
      ["should pass", formatCount(falseAlarm), formatCount(passed), ""],
      ["both", formatCount(blocked + falseAlarm), formatCount(missed + passed), formatCount(noVerdict)],
    ],
  );
}

const stagePlot = ({ score }: SettingReport, first: Score, label: (text: string) => string): Html =>
  intervalPlot(label("Stage 1 alone against both stages"), [
    { name: "FPR, stage 1 alone", proportion: first.fpr },
    { name: "FPR, both stages", proportion: score.fpr },
    { name: "FNR, stage 1 alone", proportion: first.fnr },
    { name: "FNR, both stages", proportion: score.fnr },
  ]);

const scoreTable = (title: string, scores: Readonly<Record<string, Score>>): Html =>
  rankedTable("h3", {
    title,
    figures: ["Blocked", "Missed", "Passed", "False alarm", "FPR", "FNR"],
    rows: Object.entries(scores)
      .sort(([, a], [, b]) => mistakesIn(b) - mistakesIn(a))
      .map(([name, { matrix, fpr, fnr }]) => [
        name,
        ...[matrix.blocked, matrix.missed, matrix.passed, matrix.falseAlarm].map(formatCount),
        ...[fpr, fnr].map((one) => `${rateOf(one)} ${one.of === 0 ? "" : `(${range(one)})`}`),
      ]),
    most: MAX_ROWS,
    by: "the most mistakes",
  });

function timeTable({ timings, cost }: SettingReport, label: (text: string) => string): Html {
  if (timings.length === 0) return html``;
  const ms = (value: number | null): string => (value === null ? "–" : `${formatCount(value)} ms`);
  return html`<h3>${label("Latency and cost")}</h3>
${table(
  label("Latency and cost"),
  `${dollars(cost.totalUsd)} in all; ${dollars(cost.paidUsd)} of it in this run, the rest was answered before`,
  figureColumns("Stage", ["Answers", "Median", "p90", "p99"]),
  timings.map(({ stage, answers, p50, p90, p99 }) => [
    stage === "all" ? "a whole case" : stage,
    formatCount(answers),
    ms(p50),
    ms(p90),
    ms(p99),
  ]),
)}`;
}

function compareSection(both: NonNullable<EvalDocument["comparison"]>): Html {
  const row = (what: string, one: PairedComparison): readonly string[] => [
    what,
    ...[one.cases, one.bothRight, one.bothWrong, one.onlyA, one.onlyB].map(formatCount),
    one.p < 0.0001 ? "< 0.0001" : one.p.toFixed(4),
  ];
  return html`<h2 id="compare">A against B</h2>
${table(
  "A against B",
  "The same cases under both settings; p by McNemar's exact test, two-sided",
  figureColumns("Cases", ["Cases judged", "Both right", "Both wrong", "Only A right", "Only B right", "p"]),
  [row("all", both.all), row("should be blocked", both.block), row("should pass", both.allow)],
)}`;
}

function notes({ problems, skipped, settings }: EvalDocument): Html {
  const lines = [
    ...Object.entries(skipped).map(([why, count]) => `${formatCount(count)} rows are no cases: ${why}`),
    ...settings.flatMap(({ noVerdict }) =>
      Object.entries(noVerdict).map(([why, count]) => `${formatCount(count)} cases without a verdict: ${why}`),
    ),
    ...problems.slice(0, MAX_PROBLEMS),
  ];
  return lineList("What could not be read or answered", lines);
}

const mistakesIn = ({ matrix }: Score): number => matrix.missed + matrix.falseAlarm;
const rateOf = ({ count, of }: Proportion): string => percent(count, of);
const range = ({ low, high, of }: Proportion): string =>
  of === 0 ? "no such case" : `${percent(low, 1)} to ${percent(high, 1)}`;
