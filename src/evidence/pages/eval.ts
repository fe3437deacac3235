/** The page of an evaluation: matrix, rates with intervals, stages, cost, latency, and every disagreement. */
import { disagreements, type EvalDocument, type SettingReport } from "../eval/document.ts";
import type { PairedComparison, Score } from "../eval/score.ts";
import { dollars, duration, formatCount, formatQuantity, percent } from "../figures.ts";
import type { Proportion } from "../statistics.ts";
import { type Html, html, page } from "./page.ts";
import { cards, contents, select, table } from "./parts.ts";
import { intervalPlot, latencyPlot } from "./plots.ts";

const MAX_ROWS = 60;
const MAX_PLOTTED = 14;

export function evalPage(document: EvalDocument): string {
  const { settings, comparison } = document;
  const body = html`<header>
<h1>How right the ${document.target === "gate" ? "gate" : "classifier"} is</h1>
<p class="soft">${formatQuantity(settings[0]?.cases ?? 0, "labelled case")}, ${
    document.target === "gate" ? "down the whole road" : "put to the classifier alone"
  }; evaluated in ${duration(document.seconds)}.</p>
${cards(settings.flatMap((one, i) => headline(one, settings.length > 1 ? "AB"[i] : undefined)))}
${contents([
  ...settings.map((_, i) => [`setting-${i}`, settings.length > 1 ? `Setting ${"AB"[i] ?? i}` : "Figures"] as const),
  ...(comparison === null ? [] : [["compare", "A against B"] as const]),
  ["look", "Disagreements"],
])}
</header>
<main id="main" tabindex="-1">
${settings.map((one, i) => section(one, i, settings.length))}
${comparison === null ? html`` : compareSection(comparison)}
<h2 id="look">Disagreements</h2>
<form class="filters" id="filters" role="search" aria-labelledby="look">
<div class="wide"><label for="search">Search (press / to come here)</label><input type="search" id="search" name="search" autocomplete="off"></div>
${select("kind", "Kind", [
  ["", "all"],
  ["block", "missed"],
  ["allow", "false alarm"],
])}
${select("source", "Source", [["", "all"]])}
${
  settings.length > 1
    ? select("setting", "Setting", [
        ["", "both"],
        ["0", "A"],
        ["1", "B"],
      ])
    : html``
}
</form>
<p id="found" role="status" class="soft"></p>
<div id="cases"><p class="soft">The list needs the page's own script.</p></div>
${notes(document)}
</main>
<footer class="soft small"><p>Made by Sallyport ${document.sallyport}. Secrets that were recognised are taken out; the page may still hold private text.</p></footer>`;
  const data = settings.map((one, setting) =>
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
    })),
  );
  return page({
    title: "Sallyport: evaluation",
    body,
    data: { cases: data.flat(), settings: settings.length },
    script: "eval.client.js",
  });
}

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
  const { matrix } = one.score;
  const name = of > 1 ? `Setting ${"AB"[index] ?? index}` : "Figures";
  const label = (text: string): string => (of > 1 ? `${text}, ${name}` : text);
  const plotted = Object.entries(one.bySource).slice(0, MAX_PLOTTED);
  return html`<h2 id="setting-${index}">${name}</h2>
<p class="soft">${one.provider}${one.model === null ? "" : ` ${one.model}`}${one.provider === "offline" ? "" : `, protocol ${one.protocol}, stages ${one.stages}`}. ${of > 1 ? one.name : ""}</p>
${table(
  label("Confusion matrix"),
  `Of ${formatCount(one.cases)} cases${one.unparseable > 0 ? `, ${formatCount(one.unparseable)} answers could not be parsed and count as blocked` : ""}`,
  [
    { title: "The label" },
    { title: "Blocked", number: true },
    { title: "Allowed", number: true },
    { title: "No verdict", number: true },
  ],
  [
    ["should be blocked", formatCount(matrix.blocked), formatCount(matrix.missed), ""],
    ["should pass", formatCount(matrix.falseAlarm), formatCount(matrix.passed), ""],
    [
      "both",
      formatCount(matrix.blocked + matrix.falseAlarm),
      formatCount(matrix.missed + matrix.passed),
      formatCount(matrix.noVerdict),
    ],
  ],
)}
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

const stagePlot = ({ score }: SettingReport, first: Score, label: (text: string) => string): Html =>
  intervalPlot(label("Stage 1 alone against both stages"), [
    { name: "FPR, stage 1 alone", proportion: first.fpr },
    { name: "FPR, both stages", proportion: score.fpr },
    { name: "FNR, stage 1 alone", proportion: first.fnr },
    { name: "FNR, both stages", proportion: score.fnr },
  ]);

function scoreTable(title: string, scores: Readonly<Record<string, Score>>): Html {
  const rows = Object.entries(scores).sort(([, a], [, b]) => wrong(b) - wrong(a));
  if (rows.length < 2) return html``;
  return html`<h3>${title}</h3>
${table(
  title,
  rows.length > MAX_ROWS ? `The ${MAX_ROWS} with the most mistakes, of ${rows.length}` : "The most mistakes first",
  [
    { title: title.replace(/^By ([^,]+).*/, "$1").replace(/^./, (char) => char.toUpperCase()) },
    { title: "Blocked", number: true },
    { title: "Missed", number: true },
    { title: "Passed", number: true },
    { title: "False alarm", number: true },
    { title: "FPR", number: true },
    { title: "FNR", number: true },
  ],
  rows
    .slice(0, MAX_ROWS)
    .map(([name, { matrix, fpr, fnr }]) => [
      name,
      formatCount(matrix.blocked),
      formatCount(matrix.missed),
      formatCount(matrix.passed),
      formatCount(matrix.falseAlarm),
      `${rateOf(fpr)} ${fpr.of === 0 ? "" : `(${range(fpr)})`}`,
      `${rateOf(fnr)} ${fnr.of === 0 ? "" : `(${range(fnr)})`}`,
    ]),
)}`;
}

function timeTable({ timings, cost }: SettingReport, label: (text: string) => string): Html {
  if (timings.length === 0) return html``;
  const ms = (value: number | null): string => (value === null ? "–" : `${formatCount(value)} ms`);
  return html`<h3>${label("Latency and cost")}</h3>
${table(
  label("Latency and cost"),
  `${dollars(cost.totalUsd)} in all; ${dollars(cost.paidUsd)} of it in this run, the rest was answered before`,
  [
    { title: "Stage" },
    { title: "Answers", number: true },
    { title: "Median", number: true },
    { title: "p90", number: true },
    { title: "p99", number: true },
  ],
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
  const columns = ["Cases", "Cases judged", "Both right", "Both wrong", "Only A right", "Only B right", "p"];
  return html`<h2 id="compare">A against B</h2>
${table(
  "A against B",
  "The same cases under both settings; p by McNemar's exact test, two-sided",
  columns.map((title, i) => ({ title, number: i > 0 })),
  [row("all", both.all), row("should be blocked", both.block), row("should pass", both.allow)],
)}`;
}

function notes({ problems, skipped, settings }: EvalDocument): Html {
  const lines = [
    ...Object.entries(skipped).map(([why, count]) => `${formatCount(count)} rows are no cases: ${why}`),
    ...settings.flatMap(({ noVerdict }) =>
      Object.entries(noVerdict).map(([why, count]) => `${formatCount(count)} cases without a verdict: ${why}`),
    ),
    ...problems.slice(0, 50),
  ];
  return lines.length === 0
    ? html``
    : html`<h2>What could not be read or answered</h2><ul class="list">${lines.map((line) => html`<li class="small">${line}</li>`)}</ul>`;
}

const wrong = ({ matrix }: Score): number => matrix.missed + matrix.falseAlarm;
const rateOf = ({ count, of }: Proportion): string => percent(count, of);
const range = ({ low, high, of }: Proportion): string =>
  of === 0 ? "no such case" : `${percent(low, 1)} to ${percent(high, 1)}`;
