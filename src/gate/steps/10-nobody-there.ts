/** Step 10: an ask with nobody to answer it is a deny that keeps its step. */

import type { Mode } from "../../contract/action.ts";
import type { Draft } from "../../contract/decision.ts";

export function nobodyThere(draft: Draft, headless: boolean, mode: Mode): Draft {
  if (draft.behavior !== "ask" || !(headless || mode === "dontAsk")) return draft;
  return { ...draft, behavior: "deny", headless: true };
}
