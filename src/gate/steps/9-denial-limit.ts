/** Step 9, `denialLimit`: a counted deny at a limit is an ask; where nobody is there, the agent is stopped. */

import type { Draft } from "../../contract/decision.ts";
import type { Memory } from "../../contract/session.ts";
import { applyLimits } from "../../memory/index.ts";
import { type Call, isUnattended } from "../call.ts";

export const denialLimit = (draft: Draft, call: Call, memory: Memory): Draft =>
  applyLimits(memory, draft, { limits: call.settings.limits, headless: isUnattended(call) });
