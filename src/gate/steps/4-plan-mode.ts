/** Step 4, `planMode`: in plan mode nothing but reading. */

import { deny, type Opinion } from "../../contract/decision.ts";
import type { Call } from "../call.ts";

/** `reading`: the step that proves it. */
export function planMode(call: Call, reading: (call: Call) => Opinion): Opinion {
  if (call.mode !== "plan" || reading(call) !== undefined) return undefined;
  return deny("planMode", "In plan mode only reading is allowed.", { clearsWhen: "the person ends plan mode" });
}
