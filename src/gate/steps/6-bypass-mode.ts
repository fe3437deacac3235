/** Step 6, `bypassMode`: the person switched the questions off. Steps 1 to 5 still hold. */

import { allow, type Opinion } from "../../contract/decision.ts";
import type { Call } from "../call.ts";

export const bypassMode = (call: Call): Opinion =>
  call.mode === "bypassPermissions"
    ? allow("bypassMode", "The mode bypassPermissions allows what no rule stopped.")
    : undefined;
