/**
 * Step 5, `askRule`: an ask rule matches, or a deny or ask rule's place, host or words are mentioned. With `askRules: "classify"`, in
 * auto mode, the call goes on at step 9 instead.
 */

import { MODE_TRAITS } from "../../contract/action.ts";
import { ask, type Opinion } from "../../contract/decision.ts";
import { inForce, type Met } from "../../rules/index.ts";
import type { Call } from "../call.ts";
import { restrictionOf } from "../restriction.ts";
import { sayMet } from "../short-place.ts";

export function askRule(call: Call): Opinion {
  const asked = restrictionOf(call, "ask");
  if (asked?.answer === "rule") return askFor(asked, `The rule ${asked.rule.text} wants the person asked`, call);
  const mentioned = [restrictionOf(call, "deny"), asked].find((met) => met?.answer === "ask");
  if (mentioned !== undefined)
    return askFor(
      mentioned,
      `What the rule ${mentioned.rule.text} names is mentioned, and nobody can tell how it is used`,
      call,
    );
  return askUnsearched(call);
}

const askFor = ({ rule, met }: Met, why: string, call: Call): Opinion =>
  ask("askRule", `${why}${sayMet(met, call)}.`, {
    rule: rule.text,
    clearsWhen: "the person approves this exact call",
  });

/** A rule that forbids or asks, and a command of which not all was searched for what it names. */
function askUnsearched(call: Call): Opinion {
  const { cut } = call.commands();
  const [rule] =
    cut === undefined
      ? []
      : [...inForce(call.book, "deny"), ...inForce(call.book, "ask")].filter(({ text }) => !text.startsWith("mcp__"));
  if (rule === undefined) return undefined;
  const clearsWhen = "it is given in parts, or the person approves this exact call";
  return ask(
    "askRule",
    `The command is more than is looked through (${cut}); ${rule.text} could forbid a part of it.`,
    { rule: rule.text, clearsWhen },
  );
}

/** The rule is there, and the settings leave it to the classifier; what a deny rule could mean is never left to it. */
export const isClassified = (call: Call): boolean =>
  MODE_TRAITS[call.mode].automatic &&
  call.settings.autoMode.askRules === "classify" &&
  restrictionOf(call, "ask")?.answer === "rule" &&
  restrictionOf(call, "deny")?.answer !== "ask" &&
  askUnsearched(call) === undefined;
