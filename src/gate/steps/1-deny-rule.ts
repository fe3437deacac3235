/** Step 1, `denyRule`: a deny rule matches. It beats everything, the safe list included. */

import { deny, type Opinion } from "../../contract/decision.ts";
import type { Call } from "../call.ts";
import { restrictionOf } from "../restriction.ts";
import { sayMet } from "../short-place.ts";

export function denyRule(call: Call): Opinion {
  const found = restrictionOf(call, "deny");
  if (found?.answer !== "rule") return undefined;
  const { rule, met } = found;
  return deny("denyRule", `The rule ${rule.text} forbids this${sayMet(met, call)}.`, {
    rule: rule.text,
    clearsWhen: `the rule is taken out of ${rule.source} by the person`,
    hard: true,
  });
}
