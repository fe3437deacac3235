/** Step 4: in plan mode nothing but reading. */
import type { Call } from "../call.ts";
import { deny, type Opinion } from "../decision.ts";
import { reading } from "../fastpaths/index.ts";

export function planMode(call: Call): Opinion {
  if (call.mode !== "plan" || reading(call) !== undefined) return undefined;
  return deny("planMode", "In plan mode only reading is allowed.", { clearsWhen: "the person ends plan mode" });
}
