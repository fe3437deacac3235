/** What was asked or denied lately, and may still get a person's yes. Pure. */
import type { DecisionRecord } from "../../contract/decision.ts";
import {
  APPROVABLE_FOR_MS,
  type CallKey,
  type DecisionEntry,
  type Memory,
  type SessionStart,
} from "../../contract/session.ts";
import type { Told } from "../../contract/settling.ts";
import { approvable, saidTo } from "../session/index.ts";
import type { SessionRecord } from "./parse.ts";

/** A decision that was no allow, as it is on record. */
export interface WaitingDecision {
  readonly session: string;
  readonly start: SessionStart;
  readonly at: number;
  readonly call: CallKey;
  readonly action: DecisionEntry["action"];
  readonly decision: DecisionRecord;
  /** Its question in its parts; null where these are not kept. */
  readonly told: Told | null;
  readonly targets: string;
  /** Scripts and definitions that were looked through, as they were. */
  readonly looked: NonNullable<DecisionEntry["looked"]>;
  /** Why it cannot be approved; null where it can. */
  readonly refusal: string | null;
  /** What became of it; null where nobody has answered. */
  readonly answered: CallAnswer | null;
}

/** A person said yes or no to it, or it was seen to run. `until`: how long a yes holds that was not used yet. */
export interface CallAnswer {
  readonly word: "approved" | "refused" | "ran";
  readonly until: number | null;
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
    const { at, call, action, decision, targets, told = null, looked = [] } = entry;
    const ranSince = records.slice(i + 1).some(({ entry: later }) => later.kind === "ran" && later.call === call);
    const waiting = typeof memory === "string" ? memory : approvable(memory, decision.id, now);
    const refusal = typeof waiting === "string" ? waiting : ranSince ? RAN_ALREADY : null;
    const said = typeof memory === "string" ? null : answerTo(memory, { id: decision.id, call, now });
    const answered = said ?? (ranSince ? { word: "ran" as const, until: null } : null);
    return [{ session, start, at, call, action, decision, told, targets, looked, refusal, answered }];
  });

interface AskedAbout {
  readonly id: string;
  readonly call: CallKey;
  readonly now: number;
}

/** A yes to the same call, given to another try of it, is a yes to this one as long as it holds. */
function answerTo(memory: Memory, { id, call, now }: AskedAbout): CallAnswer | null {
  const standing = memory.approvals.get(call);
  const until = standing !== undefined && now < standing.expiresAt ? standing.expiresAt : null;
  const said = saidTo(memory, id);
  if (said === "no") return { word: "refused", until: null };
  return said === "yes" || until !== null ? { word: "approved", until } : null;
}

const RAN_ALREADY = "It has run already: the person said yes in the agent.";
