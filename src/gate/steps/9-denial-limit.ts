/** Step 9, `denialLimit`: a counted deny at a limit is an ask; where nobody is there, the agent is stopped. */

import type { Draft } from "../../contract/decision.ts";
import type { Memory } from "../../contract/session.ts";
import { applyLimits } from "../../memory/index.ts";
import { type Call, isUnattended } from "../call.ts";
import { headlineOf } from "../told/headline.ts";

export function denialLimit(draft: Draft, call: Call, memory: Memory): Draft {
  const limited = applyLimits(memory, draft, { limits: call.settings.limits, headless: isUnattended(call) });
  if (limited === draft || limited.behavior !== "ask") return limited;
  return { ...limited, reason: `${headlineOf(call)}; ${limited.reason}` };
}
