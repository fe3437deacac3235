/**
 * Step 5, `askRule`: an ask rule matches. With `askRules: "classify"`, in auto mode, the call goes on at step 9
 * instead.
 */

import { MODE_TRAITS } from "../../contract/action.ts";
import { ask, type Opinion } from "../../contract/decision.ts";
import { firstBound, inForce } from "../../policy/rules/index.ts";
import { type Call, onAnyWay } from "../call.ts";
import { sayMet } from "../short-place.ts";

export const askRule = onAnyWay((call: Call): Opinion => {
  const bound = firstBound(inForce(call.book, "ask"), call);
  if (bound === undefined) return undefined;
  const { rule, met } = bound;
  return ask("askRule", `The rule ${rule.text} wants the person asked${sayMet(met, call)}.`, {
    rule: rule.text,
    clearsWhen: "the person approves this exact call",
  });
});

/** The rule is there, and the settings leave it to the classifier. */
export const isClassified = (call: Call): boolean =>
  MODE_TRAITS[call.mode].automatic && call.settings.autoMode.askRules === "classify" && askRule(call) !== undefined;
