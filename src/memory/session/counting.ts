/** Denials, joined events and approvals, exactly as §8 counts them. Everything here is pure. */
import { abort, ask, type Decision, type Draft, type Step } from "../../contract/decision.ts";
import { sha256 } from "../../contract/key.ts";
import {
  APPROVABLE_FOR_MS,
  type Approval,
  type CallKey,
  JOIN_BY_ID_WINDOW_MS,
  JOIN_WINDOW_MS,
  type Memory,
  type RecentDecision,
  type Waiting,
} from "../../contract/session.ts";

export interface Limits {
  readonly consecutive: number;
  readonly total: number;
}
export const DEFAULT_LIMITS: Limits = { consecutive: 3, total: 20 };

export const ABORT_REASON = "Agent aborted: too many classifier denials";

const COUNTED: readonly Step[] = ["classifier", "offline", "deniedBefore"];
const APPROVABLE: readonly Step[] = [
  "askRule",
  "safetyCheck",
  "classifier",
  "offline",
  "deniedBefore",
  "denialLimit",
  "powershell",
  "prompt",
];
const APPROVABLE_WITHOUT_VERDICT: readonly Step[] = ["error"];

type Judged = Pick<Draft, "behavior" | "by" | "unavailable" | "headless" | "hard">;

/**
 * A deny of policy in auto mode. A `denialLimit` stands for the deny it replaced. An ask that became a deny because nobody
 * is there (`headless`) is not one: it was never denied by policy.
 */
export const counts = (decision: Judged): boolean => {
  if (decision.by === "denialLimit") return true;
  if (decision.behavior !== "deny" || decision.headless === true) return false;
  return COUNTED.includes(decision.by) && (decision.unavailable ?? null) === null;
};

/** Denied before from now on: the classifier or offline said no to this call, and that is what the next one would hear. */
export const isRemembered = (decision: Judged): boolean => counts(decision) && decision.by !== "deniedBefore";

/** A counted deny that reaches a limit, itself included, becomes an ask; in a headless run an abort. Others pass through. */
export function atLimit(memory: Memory, draft: Draft, limits: Limits, headless: boolean): Draft {
  if (!counts(draft) || draft.by === "denialLimit") return draft;
  const consecutive = memory.consecutiveDenials + 1;
  const total = memory.totalDenials + 1;
  if (consecutive < limits.consecutive && total < limits.total) return draft;
  const { behavior: _behavior, by: _by, reason, ...kept } = draft;
  if (headless) return abort("denialLimit", ABORT_REASON, { ...kept, headless: true });
  const tally =
    consecutive >= limits.consecutive ? `${consecutive} denials in a row` : `${total} denials in this session`;
  return ask("denialLimit", `${tally}; the last one: ${reason}`, { ...kept, headless: false });
}

export interface Event {
  readonly call: CallKey;
  readonly toolUseId: string | null;
  readonly event: string | null;
  readonly at: number;
}

/**
 * The earlier decision this event is another hook of, the newest first: the same call under the same id, or, where one of
 * the two has no id, the same call from an event of another kind within ten seconds. One that was joined is not joined again.
 * The call is compared in both cases: an id does not carry a decision over to other input.
 */
export const joinable = (memory: Memory, event: Event): RecentDecision | undefined =>
  memory.recent.findLast((earlier) => !earlier.joined && earlier.call === event.call && sameOccasion(earlier, event));

function sameOccasion(earlier: Event, event: Event): boolean {
  const apart = Math.abs(event.at - earlier.at);
  if (earlier.toolUseId !== null && event.toolUseId !== null) {
    return earlier.toolUseId === event.toolUseId && apart <= JOIN_BY_ID_WINDOW_MS;
  }
  if (earlier.event === null || event.event === null || earlier.event === event.event) return false;
  return apart <= JOIN_WINDOW_MS;
}

/** Stands for resolved targets wherever an approval is bound to them. */
export const bindTargets = (targets: string): string => (targets === "" ? "" : sha256(targets));

/** The approval a person gave for this very call, while it still holds and its targets are what they were. */
export function usableApproval(memory: Memory, call: CallKey, targets: string, at: number): Approval | undefined {
  const approval = memory.approvals.get(call);
  if (approval === undefined || at >= approval.expiresAt) return undefined;
  return approval.targets === bindTargets(targets) ? approval : undefined;
}

/** Why no person may approve what was decided, as a sentence; null where one may. */
export function approvalRefusal(decision: Judged): string | null {
  if (decision.behavior === "allow") return "It was allowed; there is nothing to approve.";
  if (decision.hard === true) return "Nothing clears this topic: it cannot be approved.";
  if (APPROVABLE.includes(decision.by)) return null;
  if ((decision.unavailable ?? null) !== null && APPROVABLE_WITHOUT_VERDICT.includes(decision.by)) return null;
  return `What ${decision.by} decided cannot be approved.`;
}

/** The decision a person wants to approve, or the sentence why it cannot be. */
export function approvable(memory: Memory, decisionId: string, at: number): Waiting | string {
  if (memory.approved.has(decisionId)) return "It was approved already; an approval is given once.";
  const waiting = memory.waiting.find((one) => one.decisionId === decisionId);
  if (waiting === undefined) return "No such decision is waiting in this session.";
  if (waiting.refusal !== null) return waiting.refusal;
  if (at - waiting.at > APPROVABLE_FOR_MS) return "It was decided too long ago; let the agent try again.";
  const standing = memory.approvals.get(waiting.call);
  if (standing !== undefined && at < standing.expiresAt) return "The same call has an approval that was not used yet.";
  return waiting;
}

export const isWaiting = (decision: Decision): boolean => decision.behavior !== "allow";
