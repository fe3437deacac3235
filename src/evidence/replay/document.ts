/** A replay as one JSON document: what `--json` prints, `suggest` reads and the page shows. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { VERSION } from "../../contract/version.ts";
import { groupBy } from "../group.ts";
import type { ReplayResult } from "./run.ts";
import {
  comparisonOf,
  type PersonComparison,
  type Prompts,
  promptsOf,
  type SessionReport,
  type StepRow,
  settledOf,
  stepRows,
  type Tally,
  tallyOf,
} from "./tally.ts";

export const DOCUMENT_VERSION = 1;

export interface Summary {
  readonly tally: Tally;
  readonly steps: readonly StepRow[];
  readonly settled: number;
  readonly prompts: Prompts;
  readonly comparison: PersonComparison;
}

export interface ReplayDocument extends ReplayResult {
  readonly replay: typeof DOCUMENT_VERSION;
  readonly sallyport: string;
  /** "offline", or the provider that was asked. */
  readonly classifier: string;
  readonly mode: string;
  readonly totals: Summary;
  readonly byAgent: Readonly<Record<string, Summary>>;
  readonly byProject: Readonly<Record<string, Summary>>;
}

export function documentOf(
  result: ReplayResult,
  made: { readonly classifier: string; readonly mode: string },
): ReplayDocument {
  const { sessions, problems, problemsLeft, stopped, seconds } = result;
  return {
    replay: DOCUMENT_VERSION,
    sallyport: VERSION,
    ...made,
    seconds: Math.round(seconds * 1000) / 1000,
    stopped,
    totals: summaryOf(sessions),
    byAgent: summariesBy(sessions, (session) => session.host ?? (session.agent || "unknown")),
    byProject: summariesBy(sessions, (session) => session.project),
    sessions,
    problems,
    problemsLeft,
  };
}

function summaryOf(sessions: readonly SessionReport[]): Summary {
  const tally = tallyOf(sessions);
  return {
    tally,
    steps: stepRows(tally),
    settled: settledOf(tally),
    prompts: promptsOf(tally),
    comparison: comparisonOf(tally),
  };
}

function summariesBy(
  sessions: readonly SessionReport[],
  by: (session: SessionReport) => string,
): Record<string, Summary> {
  return Object.fromEntries(
    [...groupBy(sessions, by)]
      .map(([name, own]) => [name, summaryOf(own)] as const)
      .sort(([, a], [, b]) => b.tally.calls - a.tally.calls),
  );
}

/** The edge: a document another run wrote. */
export function parseDocument(text: string, source: string): Result<Pick<ReplayDocument, "sessions" | "classifier">> {
  let value: Partial<ReplayDocument>;
  try {
    value = JSON.parse(text) as Partial<ReplayDocument>;
  } catch {
    return fail(`${source}: is not valid JSON`);
  }
  if (typeof value.replay !== "number" || !Array.isArray(value.sessions))
    return fail(`${source}: is no replay (sallyport replay --json)`);
  if (value.replay > DOCUMENT_VERSION)
    return fail(
      `${source}: was written by a newer version (${value.sallyport ?? "unknown"}); this one reads format ${DOCUMENT_VERSION}`,
    );
  return ok({ sessions: value.sessions, classifier: value.classifier ?? "" });
}
