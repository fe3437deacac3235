/** Step 2: a person approved this exact call, once. Never over a tool's own check or plan mode. */

import { allow, type Opinion } from "../../contract/decision.ts";
import type { Approval } from "../../contract/session.ts";
import { usableApproval } from "../../memory/index.ts";
import { type Call, shownTargets } from "../call.ts";
import { toolCheck } from "./3-own-check.ts";
import { planMode } from "./4-plan-mode.ts";

export function approval(call: Call): Opinion {
  if (call.memory.approvals.size === 0 || approvalFor(call) === undefined) return undefined;
  if (toolCheck(call) !== undefined || planMode(call) !== undefined) return undefined;
  return allow("approval", "A person approved this exact call.");
}

export const approvalFor = (call: Call, memory = call.memory): Approval | undefined =>
  usableApproval(memory, call.key, shownTargets(call), call.around.now());
