/**
 * Step 5, `askRule`: an ask rule matches. With `askRules: "classify"`, in auto mode, the call goes on at step 9
 * instead.
 */

import { MODE_TRAITS } from "../../contract/action.ts";
import { ask, type Opinion } from "../../contract/decision.ts";
import { cutShort } from "../../policy/index.ts";
import { firstBound, inForce } from "../../policy/rules/index.ts";
import { type Call, onAnyWay } from "../call.ts";
import { sayMet } from "../short-place.ts";

export const askRule = onAnyWay((call: Call): Opinion => {
  const bound = firstBound(inForce(call.book, "ask"), call);
  if (bound === undefined) return askUnsearched(call);
  const { rule, met } = bound;
  return ask("askRule", `The rule ${rule.text} wants the person asked${sayMet(met, call)}.`, {
    rule: rule.text,
    clearsWhen: "the person approves this exact call",
  });
});

/** A rule that forbids or asks, and a command of which not all was searched for what it names. */
function askUnsearched(call: Call): Opinion {
  const why = cutShort(call);
  const [rule] =
    why === undefined
      ? []
      : [...inForce(call.book, "deny"), ...inForce(call.book, "ask")].filter(({ text }) => !text.startsWith("mcp__"));
  if (rule === undefined) return undefined;
  const clearsWhen = "it is given in parts, or the person approves this exact call";
  return ask(
    "askRule",
    `The command is more than is looked through (${why}); ${rule.text} could forbid a part of it.`,
    {
      rule: rule.text,
      clearsWhen,
    },
  );
}

/** The rule is there, and the settings leave it to the classifier. */
export const isClassified = (call: Call): boolean =>
  MODE_TRAITS[call.mode].automatic && call.settings.autoMode.askRules === "classify" && askRule(call) !== undefined;
