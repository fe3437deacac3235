/** Denials and joined events, exactly as §8 counts them. Everything here is pure. */
import { isAllow } from "../../contract/allow.ts";
import { abort, ask, type DecisionRecord, type Draft, type Step } from "../../contract/decision.ts";
import {
  type CallKey,
  JOIN_BY_ID_WINDOW_MS,
  JOIN_WINDOW_MS,
  type Memory,
  type RecentDecision,
} from "../../contract/session.ts";
import type { DenialLimits } from "../../policy/settings/index.ts";
import { bindTargets } from "./approving.ts";

export const DEFAULT_LIMITS: DenialLimits = { consecutive: 3, total: 20 };

export const ABORT_REASON = "Agent aborted: too many classifier denials";

const COUNTED: readonly Step[] = ["classifier", "offline", "deniedBefore"];

export type DecisionOutcome = Pick<Draft, "behavior" | "by" | "unavailable" | "headless" | "hard">;

/**
 * A deny of policy in auto mode. A `denialLimit` stands for the deny it replaced. An ask that became a deny because nobody
 * is there (`headless`) is not one: it was never denied by policy.
 */
export const counts = (decision: DecisionOutcome): boolean => {
  if (decision.by === "denialLimit") return true;
  if (decision.behavior !== "deny" || decision.headless === true) return false;
  return COUNTED.includes(decision.by) && (decision.unavailable ?? null) === null;
};

/** Denied before from now on: the classifier or offline said no to this call, and that is what the next one would hear. */
export const isRemembered = (decision: DecisionOutcome): boolean => counts(decision) && decision.by !== "deniedBefore";

/**
 * A counted deny that reaches a limit, itself included, becomes an ask; in a headless run an abort. One that nothing
 * clears stays a deny: asking again does not make it approvable. Others pass through.
 */
export function applyLimits(
  memory: Memory,
  draft: Draft,
  { limits, headless }: { readonly limits: DenialLimits; readonly headless: boolean },
): Draft {
  if (isAllow(draft) || !counts(draft) || draft.by === "denialLimit") return draft;
  const consecutive = memory.consecutiveDenials + 1;
  const total = memory.totalDenials + 1;
  if (consecutive < limits.consecutive && total < limits.total) return draft;
  const { behavior: _behavior, by: _by, reason, ...kept } = draft;
  if (headless) return abort("denialLimit", ABORT_REASON, { ...kept, headless: true });
  const tally =
    consecutive >= limits.consecutive ? `${consecutive} denials in a row` : `${total} denials in this session`;
  if (draft.hard === true) return { ...draft, reason: `${tally}; the last one: ${reason}` };
  return ask("denialLimit", `${tally}; the last one: ${reason}`, { ...kept, headless: false });
}

/** The decision is one that nothing clears, and with it the session stands at a limit: the person is to be told. */
export const isHardAtLimit = (memory: Memory, decision: DecisionOutcome, limits: DenialLimits): boolean =>
  decision.hard === true &&
  counts(decision) &&
  (memory.consecutiveDenials >= limits.consecutive || memory.totalDenials >= limits.total);

/** What tells one event of a call from another. */
export interface CallOccasion {
  readonly call: CallKey;
  readonly toolUseId: string | null;
  readonly event: string | null;
  readonly at: number;
}

/** An event to be decided. */
export interface AskingOccasion extends CallOccasion {
  /** Since when whoever asks has waited; undefined where that cannot be known. */
  readonly since: () => number | undefined;
  /** What an approval of it would be bound to. */
  readonly targets: () => string;
}

/**
 * The earlier decision this event is another hook of, the newest first: the same call under the same id, or, where one of
 * the two has no id, the same call from an event of another kind within ten seconds. One that was joined is not joined again.
 * The call is compared in both cases: an id does not carry a decision over to other input.
 *
 * Ids come from models, and some give the same one again: an event of the same kind is another call, however much it looks the
 * same. Unless the earlier one was decided while this one waited already, so that nothing can have run in between; or it is an
 * ask that still waits, nothing was decided since, and what it would do is what it was: a run that is resumed comes by again.
 */
export const findJoinable = (memory: Memory, event: AskingOccasion): RecentDecision | undefined =>
  memory.recent.findLast(
    (earlier) => !earlier.joined && earlier.call === event.call && sameOccasion(earlier, event, memory),
  );

function sameOccasion(earlier: RecentDecision, event: AskingOccasion, memory: Memory): boolean {
  const apart = Math.abs(event.at - earlier.at);
  if (earlier.toolUseId !== null && event.toolUseId !== null) {
    if (earlier.toolUseId !== event.toolUseId || apart > JOIN_BY_ID_WINDOW_MS) return false;
    if (earlier.event !== event.event) return true;
    return (event.since() ?? Number.POSITIVE_INFINITY) < earlier.at || stillAsks(earlier, event, memory);
  }
  if (earlier.event === null || event.event === null || earlier.event === event.event) return false;
  return apart <= JOIN_WINDOW_MS;
}

function stillAsks({ decision }: RecentDecision, event: AskingOccasion, { recent, waiting }: Memory): boolean {
  if (decision.behavior !== "ask" || recent.at(-1)?.decision.id !== decision.id) return false;
  const asked = waiting.find(({ decisionId }) => decisionId === decision.id);
  return asked !== undefined && asked.targets === bindTargets(event.targets());
}

export const isWaiting = (decision: DecisionRecord): boolean => decision.behavior !== "allow";
