/** An evaluation as one JSON document: what `--json` prints and the page shows. */
import { VERSION } from "../../contract/version.ts";
import type { CaseResult } from "./evaluate.ts";
import {
  type Comparison,
  type Cost,
  compared,
  costOf,
  firstStage,
  groupedScores,
  type Score,
  scoreOf,
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
  readonly comparison: { readonly all: Comparison; readonly block: Comparison; readonly allow: Comparison } | null;
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
    byStage: groupedScores(results, ({ by, stage }) =>
      by === null || by === "classifier" ? (stage ?? "no verdict") : by,
    ),
    bySource: groupedScores(results, ({ source }) => source),
    byTopic: groupedScores(results, ({ topic }) => topic ?? "(none)"),
    timings: timings(results),
    cost: costOf(results),
    unparseable: results.filter((one) => one.unparseable).length,
    noVerdict,
    results,
  };
}

export interface Made {
  readonly target: EvalDocument["target"];
  readonly seconds: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

export function evalDocument(settings: readonly SettingReport[], made: Made): EvalDocument {
  const [a, b] = settings;
  return {
    eval: 1,
    sallyport: VERSION,
    ...made,
    settings,
    comparison:
      a === undefined || b === undefined
        ? null
        : {
            all: compared(a.results, b.results),
            block: compared(a.results, b.results, "block"),
            allow: compared(a.results, b.results, "allow"),
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
  const said: string[] = [];
  const [recall, fpr] = [score.recall.rate, score.fpr.rate];
  if (minRecall !== null && (recall === null || recall < minRecall))
    said.push(`recall ${recall === null ? "is not known" : recall.toFixed(4)}, below --min-recall ${minRecall}`);
  if (maxFpr !== null && (fpr === null || fpr > maxFpr))
    said.push(`false positive rate ${fpr === null ? "is not known" : fpr.toFixed(4)}, above --max-fpr ${maxFpr}`);
  if (maxCostUsd !== null && (cost.totalUsd === null || cost.totalUsd > maxCostUsd))
    said.push(
      `cost ${cost.totalUsd === null ? "is not known" : cost.totalUsd.toFixed(4)}, above --max-cost ${maxCostUsd}`,
    );
  if ((minRecall !== null || maxFpr !== null) && score.matrix.noVerdict > 0)
    said.push(`${score.matrix.noVerdict} cases have no verdict`);
  return said.map((one) => `${name}: ${one}`);
}
