/** What was asked or denied lately, and may still get a person's yes. Pure. */
import type { Decision } from "../../contract/decision.ts";
import { APPROVABLE_FOR_MS, type DecisionEntry, type Memory, type SessionStart } from "../../contract/session.ts";
import { approvable } from "../session/index.ts";
import type { SessionRecord } from "./parse.ts";

/** A decision that was no allow, as it is on record. */
export interface WaitingDecision {
  readonly session: string;
  readonly start: SessionStart;
  readonly at: number;
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

export const isRecentRefusal = ({ entry }: SessionRecord, now: number): boolean =>
  entry.kind === "decision" && entry.decision.behavior !== "allow" && now - entry.at <= APPROVABLE_FOR_MS;

export const listWaiting = (
  { session, start, records, memory }: WaitingSession,
  now: number,
): readonly WaitingDecision[] =>
  records.flatMap(({ entry }) => {
    if (entry.kind !== "decision") return [];
    const { at, action, decision, targets, looked = [] } = entry;
    const waiting = typeof memory === "string" ? memory : approvable(memory, decision.id, now);
    const refusal = typeof waiting === "string" ? waiting : null;
    return [{ session, start, at, action, decision, targets, looked, refusal }];
  });
