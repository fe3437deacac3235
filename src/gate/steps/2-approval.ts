/** Step 2, `approval`: a person approved this exact call, once. Never over a tool's own check, the floor or plan mode. */

import { allow, type Draft, deny, type Opinion } from "../../contract/decision.ts";
import type { Approval, Memory } from "../../contract/session.ts";
import { usableApproval } from "../../memory/index.ts";
import { bindingOf } from "../binding.ts";
import type { Call } from "../call.ts";

/** `over`: steps whose deny no approval overrules. */
export function approval(call: Call, over: readonly ((call: Call) => Opinion)[]): Opinion {
  if (call.memory.approvals.size === 0 || approvalFor(call, call.memory) === undefined) return undefined;
  if (over.some((step) => step(call)?.behavior === "deny")) return undefined;
  return allow("approval", "A person approved this exact call.");
}

/** With the newest memory: an approval is good for one call. */
export const isUsedUp = (opinion: Draft, call: Call, memory: Memory): boolean =>
  opinion.by === "approval" && approvalFor(call, memory) === undefined;

export const keepApproval = (opinion: Draft, call: Call, memory: Memory): Draft =>
  isUsedUp(opinion, call, memory) ? deny("error", "The approval was used by another call in the meantime.") : opinion;

export const approvalFor = (call: Call, memory: Memory): Approval | undefined =>
  memory.approvals.has(call.key)
    ? usableApproval(memory, call.key, bindingOf(call).targets, call.parts.now())
    : undefined;
