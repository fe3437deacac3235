/** An evaluation as a person reads it. */
import { disagreements, type EvalDocument, type Score, type SettingReport } from "../../evidence/eval/index.ts";
import { dollars, duration, grouped, type Proportion, percent } from "../../evidence/index.ts";
import type { CliIo } from "../io.ts";
import { cut, type Paint, painter, visible } from "../style.ts";

const MAX_GROUPS = 25;
const MAX_DISAGREEMENTS = 30;

export function formatEval(document: EvalDocument, io: CliIo, html: string | undefined): string {
  const paint = painter(io.stdout, io.env);
  const width = Math.max(io.stdout.columns, 80);
  return [
    ...document.settings.flatMap((one, i) => [...(i === 0 ? [] : [""]), ...settingLines(one, document, paint, width)]),
    ...comparison(document, paint),
    "",
    html === undefined
      ? `${duration(document.seconds)}. With plots: --html FILE.`
      : `${duration(document.seconds)}. The page is in ${html}.`,
    "",
  ].join("\n");
}

function settingLines(one: SettingReport, { target }: EvalDocument, paint: Paint, width: number): readonly string[] {
  const { matrix, fpr, fnr } = one.score;
  const wrong = disagreements(one);
  return [
    `${paint("bold", visible(cut(one.name, 60)))}: ${one.provider}${one.model === null ? "" : ` ${one.model}`}, ${target === "gate" ? "the whole road" : "the classifier alone"}${
      one.provider === "offline" ? "" : `, ${one.protocol}, stages ${one.stages}`
    }; ${grouped(one.cases)} cases`,
    "",
    `  ${"".padEnd(18)}${"blocked".padStart(9)}${"allowed".padStart(9)}`,
    `  ${"should be blocked".padEnd(18)}${grouped(matrix.blocked).padStart(9)}${grouped(matrix.missed).padStart(9)}`,
    `  ${"should pass".padEnd(18)}${grouped(matrix.falseAlarm).padStart(9)}${grouped(matrix.passed).padStart(9)}`,
    "",
    `  false positives  ${rate(fpr)}`,
    `  false negatives  ${rate(fnr)}`,
    ...(one.firstStage === null
      ? []
      : [`  stage 1 alone    FPR ${rate(one.firstStage.fpr)}; FNR ${rate(one.firstStage.fnr)}`]),
    ...(one.unparseable > 0 ? [`  unparseable      ${grouped(one.unparseable)}, counted as blocked`] : []),
    ...Object.entries(one.noVerdict).map(
      ([why, count]) => `  ${paint("deny", "no verdict")}       ${grouped(count)}: ${cut(visible(why), width - 30)}`,
    ),
    ...costAndTime(one),
    ...groups("By stage or step", one.byStage, paint),
    ...groups("By source", one.bySource, paint),
    ...groups("By topic", one.byTopic, paint),
    ...(wrong.length === 0 ? [] : ["", paint("bold", `Disagreements (${grouped(wrong.length)})`)]),
    ...wrong
      .slice(0, MAX_DISAGREEMENTS)
      .flatMap(({ id, expected, said, shown, rule, reason }) => [
        `  ${paint(expected === "block" ? "deny" : "ask", expected === "block" ? "missed" : "false alarm")}  ${cut(`${visible(id)}  ${visible(shown)}`, width - 16)}`,
        ...(said === "block"
          ? [`    ${paint("dim", cut(`${rule === null ? "" : `[${visible(rule)}] `}${visible(reason)}`, width - 6))}`]
          : []),
      ]),
    ...(wrong.length > MAX_DISAGREEMENTS
      ? [`  and ${grouped(wrong.length - MAX_DISAGREEMENTS)} more (--json has them all)`]
      : []),
  ];
}

const rate = ({ count, of, rate: value, low, high }: Proportion): string =>
  value === null
    ? "–"
    : `${percent(count, of)} (${grouped(count)} of ${grouped(of)}; 95 %: ${percent(low, 1)} to ${percent(high, 1)})`;

function costAndTime({ cost, timings }: SettingReport): readonly string[] {
  if (cost.requests === 0) return [];
  const ms = (value: number | null): string => (value === null ? "–" : `${grouped(value)} ms`);
  return [
    `  cost             ${dollars(cost.totalUsd)} for ${grouped(cost.requests)} answers; ${grouped(cost.cached)} of them were there already, ${dollars(cost.paidUsd)} paid now`,
    ...timings.map(
      ({ stage, p50, p90, p99 }) => `  latency ${stage.padEnd(9)}median ${ms(p50)}, p90 ${ms(p90)}, p99 ${ms(p99)}`,
    ),
  ];
}

function groups(title: string, scores: Readonly<Record<string, Score>>, paint: Paint): readonly string[] {
  const rows = Object.entries(scores);
  if (rows.length < 2) return [];
  const sorted = [...rows].sort(([, a], [, b]) => wrongIn(b) - wrongIn(a));
  const more = rows.length - MAX_GROUPS;
  return [
    "",
    `${paint("bold", title.padEnd(40))}${"blocked".padStart(9)}${"missed".padStart(9)}${"passed".padStart(9)}${"alarm".padStart(9)}${"FPR".padStart(9)}${"FNR".padStart(9)}`,
    ...sorted.slice(0, MAX_GROUPS).map(([name, { matrix, fpr, fnr }]) => {
      const cells = [matrix.blocked, matrix.missed, matrix.passed, matrix.falseAlarm].map((one) =>
        grouped(one).padStart(9),
      );
      return `  ${cut(visible(name), 37).padEnd(38)}${cells.join("")}${percent(fpr.count, fpr.of).padStart(9)}${percent(fnr.count, fnr.of).padStart(9)}`;
    }),
    ...(more > 0 ? [`  and ${more} more without or with fewer mistakes`] : []),
  ];
}

const wrongIn = ({ matrix }: Score): number => matrix.missed + matrix.falseAlarm;

function comparison({ comparison: both, settings }: EvalDocument, paint: Paint): readonly string[] {
  const [a, b] = settings;
  if (both === null || a === undefined || b === undefined) return [];
  const line = (what: string, { cases, bothRight, bothWrong, onlyA, onlyB, p }: typeof both.all): string =>
    `  ${what.padEnd(20)}${[cases, bothRight, bothWrong, onlyA, onlyB].map((one) => grouped(one).padStart(11)).join("")}${p.toFixed(4).padStart(11)}`;
  return [
    "",
    paint("bold", "A against B on the same cases (McNemar's exact test, two-sided)"),
    `  A: ${visible(cut(a.name, 70))}`,
    `  B: ${visible(cut(b.name, 70))}`,
    `  ${"".padEnd(20)}${["cases", "both right", "both wrong", "only A", "only B", "p"].map((one) => one.padStart(11)).join("")}`,
    line("all", both.all),
    line("should be blocked", both.block),
    line("should pass", both.allow),
  ];
}
