/** An evaluation as one JSON document: what `--json` prints and the page shows. */
import { VERSION } from "../../contract/version.ts";
import type { CaseResult } from "./evaluate.ts";
import {
  type Cost,
  compareResults,
  costOf,
  firstStage,
  type PairedComparison,
  type Score,
  scoreOf,
  scoresBy,
  type Timing,
  timings,
} from "./score.ts";

export interface Setting {
  /** As it was given: a file, JSON, or "settings". */
  readonly name: string;
  readonly provider: string;
  readonly model: string | null;
  readonly protocol: string;
  readonly stages: string;
}

export interface SettingReport extends Setting {
  readonly cases: number;
  readonly score: Score;
  /** Null where there was only one stage. */
  readonly firstStage: Score | null;
  /** By the stage, or the step of the road, that decided. */
  readonly byStage: Readonly<Record<string, Score>>;
  readonly bySource: Readonly<Record<string, Score>>;
  readonly byTopic: Readonly<Record<string, Score>>;
  readonly timings: readonly Timing[];
  readonly cost: Cost;
  readonly unparseable: number;
  /** Why there is no verdict, and how often. */
  readonly noVerdict: Readonly<Record<string, number>>;
  readonly results: readonly CaseResult[];
}

export interface EvalDocument {
  readonly eval: 1;
  readonly sallyport: string;
  readonly target: "classifier" | "gate";
  readonly seconds: number;
  readonly settings: readonly SettingReport[];
  readonly comparison: {
    readonly all: PairedComparison;
    readonly block: PairedComparison;
    readonly allow: PairedComparison;
  } | null;
  readonly skipped: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

export function settingReport(setting: Setting, results: readonly CaseResult[]): SettingReport {
  const first = setting.protocol === "xml" && setting.stages === "both" ? firstStage(results) : [];
  const noVerdict: Record<string, number> = {};
  for (const { why } of results) if (why !== null) noVerdict[why] = (noVerdict[why] ?? 0) + 1;
  return {
    ...setting,
    cases: results.length,
    score: scoreOf(results),
    firstStage: first.length === 0 ? null : scoreOf(first),
    byStage: scoresBy(results, ({ by, stage }) => (by === null || by === "classifier" ? (stage ?? "no verdict") : by)),
    bySource: scoresBy(results, ({ source }) => source),
    byTopic: scoresBy(results, ({ topic }) => topic ?? "(none)"),
    timings: timings(results),
    cost: costOf(results),
    unparseable: results.filter((one) => one.unparseable).length,
    noVerdict,
    results,
  };
}

type EvalRun = Pick<EvalDocument, "target" | "seconds" | "skipped" | "problems">;

export function evalDocument(settings: readonly SettingReport[], run: EvalRun): EvalDocument {
  const [a, b] = settings;
  return {
    eval: 1,
    sallyport: VERSION,
    ...run,
    settings,
    comparison:
      a === undefined || b === undefined
        ? null
        : {
            all: compareResults(a.results, b.results),
            block: compareResults(a.results, b.results, "block"),
            allow: compareResults(a.results, b.results, "allow"),
          },
  };
}

/** Where the setting and the label differ. */
export const disagreements = ({ results }: SettingReport): readonly CaseResult[] =>
  results.filter(({ said, expected }) => said !== null && said !== expected);

export interface EvalLimits {
  readonly minRecall: number | null;
  readonly maxFpr: number | null;
  readonly maxCostUsd: number | null;
}

/** A sentence for each limit that a setting did not hold. Cases without a verdict hold no limit. */
export function brokenLimits({ score, cost, name }: SettingReport, limits: EvalLimits): readonly string[] {
  const { minRecall, maxFpr, maxCostUsd } = limits;
  const { recall, fpr, matrix } = score;
  const unjudged = (minRecall !== null || maxFpr !== null) && matrix.noVerdict > 0;
  return [
    ...outside("recall", recall.rate, { option: "--min-recall", least: minRecall }),
    ...outside("false positive rate", fpr.rate, { option: "--max-fpr", most: maxFpr }),
    ...outside("cost", cost.totalUsd, { option: "--max-cost", most: maxCostUsd }),
    ...(unjudged ? [`${matrix.noVerdict} cases have no verdict`] : []),
  ].map((one) => `${name}: ${one}`);
}

interface Limit {
  readonly option: string;
  readonly least?: number | null;
  readonly most?: number | null;
}

/** What is not known holds no limit. */
function outside(what: string, value: number | null, { option, least = null, most = null }: Limit): readonly string[] {
  const limit = least ?? most;
  if (limit === null) return [];
  if (value !== null && (least === null ? value <= limit : value >= limit)) return [];
  const found = value === null ? "is not known" : value.toFixed(4);
  return [`${what} ${found}, ${least === null ? "above" : "below"} ${option} ${limit}`];
}
