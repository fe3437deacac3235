/** What was asked or denied lately, and may still get a person's yes. Pure. */
import type { Decision } from "../../contract/decision.ts";
import {
  APPROVABLE_FOR_MS,
  type CallKey,
  type DecisionEntry,
  type Memory,
  type SessionStart,
} from "../../contract/session.ts";
import { approvable } from "../session/index.ts";
import type { SessionRecord } from "./parse.ts";

/** A decision that was no allow, as it is on record. */
export interface WaitingDecision {
  readonly session: string;
  readonly start: SessionStart;
  readonly at: number;
  readonly call: CallKey;
  readonly action: DecisionEntry["action"];
  readonly decision: Decision;
  readonly targets: string;
  /** Scripts and definitions that were looked through, as they were. */
  readonly looked: NonNullable<DecisionEntry["looked"]>;
  /** Why it cannot be approved; null where it can. */
  readonly refusal: string | null;
}

/** What is known of one session: its memory, or why there is none to trust. */
export interface WaitingSession {
  readonly session: string;
  readonly start: SessionStart;
  readonly records: readonly SessionRecord[];
  readonly memory: Memory | string;
}

/** What a list of waiting decisions is made from: those not allowed lately, and what was seen to run since. */
export const tellsWaiting = ({ entry }: SessionRecord, now: number): boolean =>
  now - entry.at <= APPROVABLE_FOR_MS &&
  (entry.kind === "ran" || (entry.kind === "decision" && entry.decision.behavior !== "allow"));

/** Records in the order they were written. */
export const listWaiting = (
  { session, start, records, memory }: WaitingSession,
  now: number,
): readonly WaitingDecision[] =>
  records.flatMap(({ entry }, i) => {
    if (entry.kind !== "decision") return [];
    const { at, call, action, decision, targets, looked = [] } = entry;
    const ranSince = records.slice(i + 1).some(({ entry: later }) => later.kind === "ran" && later.call === call);
    const waiting = typeof memory === "string" ? memory : approvable(memory, decision.id, now);
    const refusal = typeof waiting === "string" ? waiting : ranSince ? RAN_ALREADY : null;
    return [{ session, start, at, call, action, decision, targets, looked, refusal }];
  });

const RAN_ALREADY = "It has run already: the person said yes in the agent.";
