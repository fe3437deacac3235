/** An evaluation as a person reads it. */
import { disagreements, type EvalDocument, type Score, type SettingReport } from "../../evidence/eval/index.ts";
import { dollars, duration, formatCount, type Proportion, percent } from "../../evidence/index.ts";
import type { CliIo } from "../terminal/io.ts";
import { cut, type Page, pageOf, visible } from "../terminal/style.ts";
import { formatTable } from "../terminal/table.ts";

const MAX_GROUPS = 25;
const MAX_DISAGREEMENTS = 30;
const MIN_COLUMNS = 60;

export function formatEval(document: EvalDocument, io: CliIo, html: string | undefined): string {
  const { paint, columns } = pageOf(io.stdout, io.env);
  const page = { paint, columns: Math.max(columns, MIN_COLUMNS) };
  const { settings, seconds } = document;
  return [
    ...settings.flatMap((one, i) => [...(i === 0 ? [] : [""]), ...settingLines(one, document, page)]),
    ...comparisonLines(document, page),
    "",
    `${duration(seconds)}. ${html === undefined ? "With plots: --html FILE." : `The page is in ${html}.`}`,
    "",
  ].join("\n");
}

function settingLines(one: SettingReport, { target }: EvalDocument, page: Page): readonly string[] {
  const { matrix, fpr, fnr } = one.score;
  const figure = (name: string, text: string): string => `  ${name.padEnd(17)}${text}`;
  return [
    settingTitle(one, target, page),
    "",
    ...formatTable(
      {
        title: "",
        columns: ["blocked", "allowed"],
        rows: [
          ["should be blocked", formatCount(matrix.blocked), formatCount(matrix.missed)],
          ["should pass", formatCount(matrix.falseAlarm), formatCount(matrix.passed)],
        ],
      },
      page,
    ),
    "",
    figure("false positives", formatRate(fpr)),
    figure("false negatives", formatRate(fnr)),
    ...(one.firstStage === null
      ? []
      : [figure("stage 1 alone", `FPR ${formatRate(one.firstStage.fpr)}; FNR ${formatRate(one.firstStage.fnr)}`)]),
    ...(one.unparseable > 0 ? [figure("unparseable", `${formatCount(one.unparseable)}, counted as blocked`)] : []),
    ...Object.entries(one.noVerdict).map(
      ([why, count]) =>
        `  ${page.paint("deny", "no verdict")}       ${formatCount(count)}: ${cut(visible(why), page.columns - 30)}`,
    ),
    ...costAndTime(one, figure),
    ...scoreTable("By stage or step", one.byStage, page),
    ...scoreTable("By source", one.bySource, page),
    ...scoreTable("By topic", one.byTopic, page),
    ...disagreementLines(one, page),
  ];
}

function settingTitle(one: SettingReport, target: EvalDocument["target"], { paint }: Page): string {
  const { name, provider, model, protocol, stages, cases } = one;
  const judge = `${provider}${model === null ? "" : ` ${model}`}`;
  const scope = target === "gate" ? "the whole road" : "the classifier alone";
  const how = provider === "offline" ? "" : `, ${protocol}, stages ${stages}`;
  return `${paint("bold", visible(cut(name, 60)))}: ${judge}, ${scope}${how}; ${formatCount(cases)} cases`;
}

const formatRate = ({ count, of, rate, low, high }: Proportion): string =>
  rate === null
    ? "–"
    : `${percent(count, of)} (${formatCount(count)} of ${formatCount(of)}; 95 %: ${percent(low, 1)} to ${percent(high, 1)})`;

function costAndTime(
  { cost, timings }: SettingReport,
  figure: (name: string, text: string) => string,
): readonly string[] {
  if (cost.requests === 0) return [];
  const ms = (value: number | null): string => (value === null ? "–" : `${formatCount(value)} ms`);
  return [
    figure(
      "cost",
      `${dollars(cost.totalUsd)} for ${formatCount(cost.requests)} answers; ${formatCount(cost.cached)} of them were there already, ${dollars(cost.paidUsd)} paid now`,
    ),
    ...timings.map(({ stage, p50, p90, p99 }) =>
      figure(`latency ${stage}`, `median ${ms(p50)}, p90 ${ms(p90)}, p99 ${ms(p99)}`),
    ),
  ];
}

/** The most mistakes first. */
function scoreTable(title: string, scores: Readonly<Record<string, Score>>, page: Page): readonly string[] {
  const all = Object.entries(scores).sort(([, a], [, b]) => mistakesIn(b) - mistakesIn(a));
  if (all.length < 2) return [];
  const rows = all.slice(0, MAX_GROUPS).map(([name, { matrix, fpr, fnr }]) => {
    const counts = [matrix.blocked, matrix.missed, matrix.passed, matrix.falseAlarm].map(formatCount);
    return [name, ...counts, percent(fpr.count, fpr.of), percent(fnr.count, fnr.of)] as const;
  });
  const more = all.length - rows.length;
  return [
    "",
    ...formatTable({ title, columns: ["blocked", "missed", "passed", "alarm", "FPR", "FNR"], rows }, page),
    ...(more > 0 ? [`  and ${more} more without or with fewer mistakes`] : []),
  ];
}

const mistakesIn = ({ matrix }: Score): number => matrix.missed + matrix.falseAlarm;

function disagreementLines(one: SettingReport, { paint, columns }: Page): readonly string[] {
  const wrong = disagreements(one);
  if (wrong.length === 0) return [];
  const more = wrong.length - MAX_DISAGREEMENTS;
  return [
    "",
    paint("bold", `Disagreements (${formatCount(wrong.length)})`),
    ...wrong.slice(0, MAX_DISAGREEMENTS).flatMap(({ id, expected, said, shown, rule, reason }) => {
      const kind = expected === "block" ? paint("deny", "missed") : paint("ask", "false alarm");
      const why = `${rule === null ? "" : `[${visible(rule)}] `}${visible(reason)}`;
      return [
        `  ${kind}  ${cut(`${visible(id)}  ${visible(shown)}`, columns - 16)}`,
        ...(said === "block" ? [`    ${paint("dim", cut(why, columns - 6))}`] : []),
      ];
    }),
    ...(more > 0 ? [`  and ${formatCount(more)} more (--json has them all)`] : []),
  ];
}

function comparisonLines({ comparison: both, settings }: EvalDocument, page: Page): readonly string[] {
  const [a, b] = settings;
  if (both === null || a === undefined || b === undefined) return [];
  const row = (what: string, { cases, bothRight, bothWrong, onlyA, onlyB, p }: typeof both.all) =>
    [what, ...[cases, bothRight, bothWrong, onlyA, onlyB].map(formatCount), p.toFixed(4)] as const;
  const rows = [row("all", both.all), row("should be blocked", both.block), row("should pass", both.allow)];
  const columns = ["cases", "both right", "both wrong", "only A", "only B", "p"];
  return [
    "",
    page.paint("bold", "A against B on the same cases (McNemar's exact test, two-sided)"),
    `  A: ${visible(cut(a.name, 70))}`,
    `  B: ${visible(cut(b.name, 70))}`,
    ...formatTable({ title: "", columns, rows }, page),
  ];
}
