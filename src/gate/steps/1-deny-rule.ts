/** Step 1, `denyRule`: a deny rule matches. It beats everything, the safe list included. */

import { deny, type Opinion } from "../../contract/decision.ts";
import { firstBound, inForce } from "../../policy/rules/index.ts";
import { type Call, onAnyWay } from "../call.ts";
import { sayMet } from "../short-place.ts";

export const denyRule = onAnyWay((call: Call): Opinion => {
  const bound = firstBound(inForce(call.book, "deny"), call);
  if (bound === undefined) return undefined;
  const { rule, met } = bound;
  return deny("denyRule", `The rule ${rule.text} forbids this${sayMet(met, call)}.`, {
    rule: rule.text,
    clearsWhen: `the rule is taken out of ${rule.source} by the person`,
    hard: true,
  });
});
