/**
 * Step 5, `askRule`: an ask rule matches. With `askRules: "classify"`, in auto mode, the call goes on at step 9
 * instead.
 */

import { MODE_TRAITS } from "../../contract/action.ts";
import { ask, type Opinion } from "../../contract/decision.ts";
import { binds, inForce } from "../../policy/rules/index.ts";
import { type Call, everyWay } from "../call.ts";

export function askRule(call: Call): Opinion {
  const rule = askRuleFor(call);
  if (rule === undefined) return undefined;
  return ask("askRule", `The rule ${rule.text} wants the person asked.`, {
    rule: rule.text,
    clearsWhen: "the person approves this exact call",
  });
}

const askRuleFor = (call: Call) =>
  inForce(call.book, "ask").find((one) => everyWay(call).some((way) => binds(one, way)));

/** The rule is there, and the settings leave it to the classifier. */
export const isClassified = (call: Call): boolean =>
  MODE_TRAITS[call.mode].automatic && call.settings.autoMode.askRules === "classify" && askRuleFor(call) !== undefined;
