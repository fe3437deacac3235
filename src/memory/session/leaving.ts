/**
 * Calls that were left to the host's own prompt (§2): a prompt event followed by a run is the person's yes, and one that
 * runs without it shows a host that did not ask. Pure.
 */
import type { CallKey, DecisionEntry, LedgerEntry, LeftCall, Memory } from "../../contract/session.ts";

type Left = Pick<Memory, "left" | "hostSilent">;

export const leftCall = ({ left = [] }: Memory, call: CallKey): LeftCall | undefined =>
  left.find((one) => one.call === call);

export const withoutLeft = ({ left }: Memory, call: CallKey): Left =>
  left === undefined ? {} : { left: left.filter((one) => one.call !== call) };

/** Another event of a call that was left is the host's prompt; a new answer takes the place of the old one. */
export function leftAfterDecision(memory: Memory, entry: DecisionEntry, most: number): Left {
  const { call, left, decision, action } = entry;
  const event = action.event ?? null;
  const known = leftCall(memory, call);
  const others = withoutLeft(memory, call);
  if (left !== undefined) {
    const one = { call, decisionId: decision.id, event, risky: left === "more", prompted: false };
    return { left: [...(others.left ?? []), one].slice(-most) };
  }
  if (known === undefined) return {};
  if (decision.behavior !== "ask" || event === known.event) return others;
  return { left: [...(others.left ?? []), { ...known, prompted: true }] };
}

export function leftAfterJoin({ left }: Memory, entry: Extract<LedgerEntry, { kind: "joined" }>): Left {
  if (left === undefined) return {};
  const prompts = (one: LeftCall): boolean => one.decisionId === entry.decisionId && one.event !== entry.event;
  return { left: left.map((one) => (prompts(one) ? { ...one, prompted: true } : one)) };
}

/** What is sure only to read, a host may run by itself. */
export const leftAfterUnaskedRun = (memory: Memory, { call, risky }: LeftCall): Left => ({
  ...withoutLeft(memory, call),
  ...(risky ? { hostSilent: memory.hostSilent ?? "untold" } : {}),
});
