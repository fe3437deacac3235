/** Step 4: in plan mode nothing but reading. */

import { deny, type Opinion } from "../../contract/decision.ts";
import { reading } from "../../policy/proofs/index.ts";
import type { Call } from "../call.ts";

export function planMode(call: Call): Opinion {
  if (call.mode !== "plan" || reading(call) !== undefined) return undefined;
  return deny("planMode", "In plan mode only reading is allowed.", { clearsWhen: "the person ends plan mode" });
}
