/** A person's yes to one exact call: what may get one, and how long it holds. Everything here is pure. */
import type { Step } from "../../contract/decision.ts";
import { sha256 } from "../../contract/key.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import {
  APPROVABLE_FOR_MS,
  APPROVAL_LIFE_MS,
  type Approval,
  type CallKey,
  type Memory,
  type Transaction,
  type Waiting,
} from "../../contract/session.ts";
import { openSource, type Witness } from "../../contract/witness.ts";
import type { DecisionOutcome } from "./counting.ts";

const APPROVABLE: readonly Step[] = [
  "askRule",
  "floor",
  "safetyCheck",
  "classifier",
  "offline",
  "deniedBefore",
  "denialLimit",
  "powershell",
  "prompt",
];
const APPROVABLE_WITHOUT_VERDICT: readonly Step[] = ["error"];

/** Stands for resolved targets wherever an approval is bound to them. */
export const bindTargets = (targets: string): string => (targets === "" ? "" : sha256(targets));

/** The approval a person gave for this very call, while it still holds and its targets are what they were. */
export function usableApproval(memory: Memory, call: CallKey, targets: string, at: number): Approval | undefined {
  const approval = memory.approvals.get(call);
  if (approval === undefined || at >= approval.expiresAt) return undefined;
  return approval.targets === bindTargets(targets) ? approval : undefined;
}

const witness = openSource("approval");

/** The same, for the step that lets the call pass by it. */
export function witnessApproval(...asked: Parameters<typeof usableApproval>): Witness<"approval"> | undefined {
  const approval = usableApproval(...asked);
  return approval && witness({ id: approval.id });
}

/** Why no person may approve what was decided, as a sentence; null where one may. */
export function approvalRefusal(decision: DecisionOutcome): string | null {
  if (decision.behavior === "allow") return "It was allowed; there is nothing to approve.";
  if (decision.hard === true) return "Nothing clears this topic: it cannot be approved.";
  if (APPROVABLE.includes(decision.by)) return null;
  if ((decision.unavailable ?? null) !== null && APPROVABLE_WITHOUT_VERDICT.includes(decision.by)) return null;
  return `What ${decision.by} decided cannot be approved.`;
}

/** The decision a person wants to approve, or the sentence why it cannot be. */
export function approvable(memory: Memory, decisionId: string, at: number): Waiting | string {
  if (memory.approved.has(decisionId)) return "It was approved already; an approval is given once.";
  if (memory.approved.has(answeredMark(refusedAs(decisionId)))) return "It was refused; let the agent try again.";
  const waiting = memory.waiting.find((one) => one.decisionId === decisionId);
  if (waiting === undefined) return "No such decision is waiting in this session.";
  if (waiting.refusal !== null) return waiting.refusal;
  if (at - waiting.at > APPROVABLE_FOR_MS) return "It was decided too long ago; let the agent try again.";
  // One for other targets is void, and in nobody's way: the new one takes its place.
  const standing = memory.approvals.get(waiting.call);
  if (standing !== undefined && standing.targets === waiting.targets && at < standing.expiresAt)
    return "The same call has an approval that was not used yet.";
  return waiting;
}

/** Stands for the id of a call where a person refused a decision by its own id. */
export const refusedAs = (decisionId: string): string => `decision ${decisionId}`;

/** What a person has said so far to a decision, by its own id. */
export function saidTo({ approved }: Memory, decisionId: string): "yes" | "no" | undefined {
  if (approved.has(decisionId)) return "yes";
  return approved.has(answeredMark(refusedAs(decisionId))) ? "no" : undefined;
}

/** Puts a person's no to a decision on record, or says why it is none that waits. */
export const refuse =
  ({ decisionId, by, at }: Pick<ApprovalRequest, "decisionId" | "by" | "at">): Transaction<Result<null>> =>
  (memory) => {
    const waiting = approvable(memory, decisionId, at);
    if (typeof waiting === "string") return { entries: [], value: fail(waiting) };
    return {
      entries: [{ kind: "refusal", at, decisionId, by, toolUseId: refusedAs(decisionId) }],
      value: ok(null),
    };
  };

export interface PersonsAnswer {
  readonly call: CallKey;
  readonly toolUseId: string;
  readonly says: "yes" | "no";
  /** Who answered, and how. */
  readonly by: string;
  readonly at: number;
  readonly newId: () => string;
}

/** Stands among the approved decisions for a call whose id the person has answered. */
export const answeredMark = (toolUseId: string): string => `answered ${toolUseId}`;

/**
 * Takes the person's answer to what they were asked about a call, by its id: a yes is an approval of that call, a no goes on
 * record. What counts is the first call that was asked about under the id, whatever else came under it later.
 */
export const takeAnswer =
  ({ call, toolUseId, says, by, at, newId }: PersonsAnswer): Transaction<Result<null>> =>
  (memory) => {
    const refuse = (why: string) => ({ entries: [], value: fail(why) });
    if (memory.approved.has(answeredMark(toolUseId)))
      return refuse("The person has answered this call already; an answer counts once.");
    const asked = memory.waiting.find(({ askedAs }) => askedAs === toolUseId);
    if (asked === undefined) return refuse("The person was not asked about a call with this id in this session.");
    if (asked.call !== call) return refuse("What the person was asked about under this id was another call.");
    const { decisionId } = asked;
    if (says === "no") return { entries: [{ kind: "refusal", at, decisionId, by, toolUseId }], value: ok(null) };
    const given = approve({ decisionId, by, at, newId, toolUseId })(memory);
    return { entries: given.entries, value: given.value.ok ? ok(null) : given.value };
  };

export interface ApprovalRequest {
  readonly decisionId: string;
  /** Who said yes, and how. */
  readonly by: string;
  readonly at: number;
  readonly newId: () => string;
  /** The id of the call, where a door showed it to the person. */
  readonly toolUseId?: string;
}

/** Puts the approval on record, or says why there is none. Whoever runs this has made sure that a person asked for it. */
export const approve =
  ({ decisionId, by, at, newId, toolUseId }: ApprovalRequest): Transaction<Result<Approval>> =>
  (memory) => {
    const waiting = approvable(memory, decisionId, at);
    if (typeof waiting === "string") return { entries: [], value: fail(waiting) };
    const { call, targets } = waiting;
    const approval: Approval = { id: newId(), call, targets, expiresAt: at + APPROVAL_LIFE_MS };
    return {
      entries: [{ kind: "approval", at, approval, decisionId, by, ...(toolUseId === undefined ? {} : { toolUseId }) }],
      value: ok(approval),
    };
  };
