/** Step 2, `approval`: a person approved this exact call, once. Never over a tool's own check, the floor, a mode, or a hard topic unasked. */

import { type Draft, deny, type Opinion } from "../../contract/decision.ts";
import type { Memory } from "../../contract/session.ts";
import type { Witness } from "../../contract/witness.ts";
import { witnessApproval } from "../../memory/index.ts";
import { allowApproved } from "../allow.ts";
import { bindingOf } from "../binding.ts";
import type { Call } from "../call.ts";
import { ownCheck } from "./3-own-check.ts";

/** `over`: steps whose deny no approval overrules. */
export async function approval(call: Call, over: readonly ((call: Call) => Opinion)[]): Promise<Opinion> {
  const approved = call.memory.approvals.size === 0 ? undefined : approvalFor(call, call.memory);
  if (approved === undefined || call.mode === "dontAsk") return undefined;
  if (over.some((step) => step(call)?.behavior === "deny")) return undefined;
  if (ownCheck(call)?.behavior === "ask") return allowApproved(approved);
  return (await call.parts.watch.decideOffline(call)).hard === true ? undefined : allowApproved(approved);
}

/** With the newest memory: an approval is good for one call. */
export const isUsedUp = (opinion: Draft, call: Call, memory: Memory): boolean =>
  opinion.by === "approval" && approvalFor(call, memory) === undefined;

export const keepApproval = (opinion: Draft, call: Call, memory: Memory): Draft =>
  isUsedUp(opinion, call, memory) ? deny("error", "The approval was used by another call in the meantime.") : opinion;

export const approvalFor = (call: Call, memory: Memory): Witness<"approval"> | undefined =>
  memory.approvals.has(call.key)
    ? witnessApproval(memory, call.key, bindingOf(call).targets, call.parts.now())
    : undefined;
