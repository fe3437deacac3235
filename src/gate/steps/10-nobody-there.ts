/** Step 10: an ask with nobody to answer it is a deny that keeps its step. */

import type { Draft } from "../../contract/decision.ts";
import { type Call, isUnattended } from "../call.ts";

export function nobodyThere(draft: Draft, call: Call): Draft {
  if (draft.behavior !== "ask" || !isUnattended(call)) return draft;
  return { ...draft, behavior: "deny", headless: true };
}
