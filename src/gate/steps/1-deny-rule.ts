/** Step 1, `denyRule`: a deny rule matches. It beats everything, the safe list included. */

import { deny, type Opinion } from "../../contract/decision.ts";
import { binds, inForce } from "../../policy/rules/index.ts";
import { type Call, onAnyWay } from "../call.ts";

export const denyRule = onAnyWay((call: Call): Opinion => {
  const rule = inForce(call.book, "deny").find((one) => binds(one, call));
  if (rule === undefined) return undefined;
  return deny("denyRule", `The rule ${rule.text} forbids this.`, {
    rule: rule.text,
    clearsWhen: `the rule is taken out of ${rule.source} by the person`,
    hard: true,
  });
});
