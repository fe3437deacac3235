/** What a replay found: plain data, the same for the terminal, for JSON and for the page. Totals are sums of their parts. */
import type { JsonObject } from "../../contract/action.ts";
import { BEHAVIORS, type Behavior, type Decision, STEPS, type Step } from "../../contract/decision.ts";
import type { Outcome, RecordedCall, RecordedSession } from "../../hosts/index.ts";
import type { RecordedUnit } from "./read.ts";

export interface CallReport
  extends Pick<RecordedCall, "tool" | "line" | "at" | "passed">,
    Pick<Decision, "behavior" | "by" | "rule" | "ms" | "costUsd"> {
  /** The call as the classifier would be shown it: secrets taken out, cut. */
  readonly shown: string;
  /** For everything but an allow by a fast path. */
  readonly reason: string | null;
  readonly outcome: Outcome;
  /** Those it would have run inside. */
  readonly walls?: NonNullable<Decision["walls"]>;
  /** Of calls that were not allowed: what `suggest` needs to judge them again. Secrets taken out, long texts cut. */
  readonly input?: JsonObject;
  readonly cwd?: string;
}

export interface SessionReport
  extends Pick<RecordedUnit, "key" | "file" | "format">,
    Pick<RecordedSession, "id" | "agent" | "host" | "started" | "byHand" | "walls"> {
  readonly project: string;
  readonly root: string;
  /** How often the person spoke. */
  readonly prompts: number;
  readonly calls: readonly CallReport[];
}

/** Counts that add up: the sums of the parts are the tally of the whole. */
export interface Tally {
  readonly sessions: number;
  readonly calls: number;
  /** Would have run inside walls. */
  readonly walled: number;
  readonly behaviors: Readonly<Record<Behavior, number>>;
  /** "step behavior" → calls. */
  readonly steps: Readonly<Record<string, number>>;
  /** "outcome behavior" → calls: what became of a call, against what the gate would have said. */
  readonly answers: Readonly<Record<string, number>>;
  readonly ms: number;
  readonly costUsd: number;
}

export function tallyOf(sessions: Iterable<Pick<SessionReport, "calls">>): Tally {
  const steps: Record<string, number> = {};
  const answers: Record<string, number> = {};
  const behaviors = { allow: 0, ask: 0, deny: 0, abort: 0 };
  const sums = { sessions: 0, calls: 0, walled: 0, ms: 0, costUsd: 0 };
  for (const { calls } of sessions) {
    sums.sessions++;
    for (const { by, behavior, outcome, walls, ms, costUsd } of calls) {
      sums.calls++;
      sums.walled += walls === undefined ? 0 : 1;
      sums.ms += ms;
      sums.costUsd += costUsd ?? 0;
      behaviors[behavior]++;
      count(steps, `${by} ${behavior}`);
      count(answers, `${outcome} ${behavior}`);
    }
  }
  return { ...sums, behaviors, steps, answers };
}

const count = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** Decided by a model, by `offline` in its place, or by what is remembered of their denials. */
export const MODEL_STEPS: ReadonlySet<Step> = new Set(["classifier", "offline", "deniedBefore", "denialLimit"]);
/** Steps that only `auto` has: in mode `default` the person would have been asked. */
const AUTO_STEPS: ReadonlySet<Step> = new Set([
  "acceptEdits",
  "notRelevant",
  "powershell",
  "contained",
  ...MODEL_STEPS,
]);

export interface StepRow {
  readonly step: Step;
  readonly behavior: Behavior;
  readonly calls: number;
}

/** In the order of the road. */
export const stepRows = (tally: Tally): readonly StepRow[] =>
  STEPS.flatMap((step) =>
    BEHAVIORS.flatMap((behavior): StepRow[] => {
      const calls = tally.steps[`${step} ${behavior}`] ?? 0;
      return calls === 0 ? [] : [{ step, behavior, calls }];
    }),
  );

export interface Prompts {
  /** How often mode `default` would have asked. */
  readonly before: number;
  /** How often the person would be asked now. */
  readonly after: number;
  readonly saved: number;
}

export function promptsOf(tally: Tally): Prompts {
  const rows = stepRows(tally);
  const sum = (is: (row: StepRow) => boolean): number => rows.filter(is).reduce((total, { calls }) => total + calls, 0);
  const before = sum(({ step, behavior }) => AUTO_STEPS.has(step) || behavior === "ask");
  const after = sum(({ behavior }) => behavior === "ask");
  return { before, after, saved: before - after };
}

/** Calls that no model had to look at. */
export const settledOf = (tally: Tally): number =>
  stepRows(tally)
    .filter(({ step }) => !MODEL_STEPS.has(step))
    .reduce((total, { calls }) => total + calls, 0);

/** The gate against the person, where the record says what became of the call. */
export interface PersonComparison {
  /** Ran, and would be allowed; or refused, and would be asked about or denied. */
  readonly agreed: number;
  /** Ran, and the person would now be asked. */
  readonly bothered: number;
  /** Ran, and would now be denied. */
  readonly stopped: number;
  /** The person refused it, and it would be allowed. */
  readonly letThrough: number;
  readonly refused: number;
  readonly compared: number;
}

export function comparisonOf(tally: Tally): PersonComparison {
  const of = (outcomes: readonly Outcome[], behaviors: readonly Behavior[]): number =>
    outcomes.flatMap((one) => behaviors.map((two) => tally.answers[`${one} ${two}`] ?? 0)).reduce((a, b) => a + b, 0);
  const ran: readonly Outcome[] = ["ran", "failed"];
  const refused = of(["refused"], BEHAVIORS);
  return {
    agreed: of(ran, ["allow"]) + of(["refused"], ["ask", "deny", "abort"]),
    bothered: of(ran, ["ask"]),
    stopped: of(ran, ["deny", "abort"]),
    letThrough: of(["refused"], ["allow"]),
    refused,
    compared: of(ran, BEHAVIORS) + refused,
  };
}
