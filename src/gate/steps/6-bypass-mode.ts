/** Step 6, `bypassMode`: the person switched the questions off. Steps 1 to 5 still hold. */

import { ask, type Opinion } from "../../contract/decision.ts";
import { openSource } from "../../contract/witness.ts";
import { allowBypassed } from "../allow.ts";
import type { Call } from "../call.ts";
import { heldBare } from "../restriction.ts";
import { sayMet } from "../short-place.ts";
import { guardedIn } from "./3-own-check.ts";

const bypass = openSource("bypass");

/** Of a command that is more than one reading looks at, nobody can say that rules were kept: it is asked about. */
export function bypassMode(call: Call): Opinion {
  if (call.mode !== "bypassPermissions") return undefined;
  const { cut } = call.commands();
  if (cut !== undefined)
    return ask(
      "bypassMode",
      `The command is more than is looked through (${cut}): whether a rule or the floor forbids a part of it is not known.`,
      { clearsWhen: "it is given in parts, or the person approves this exact call" },
    );
  if (guardedIn(call) !== undefined)
    return ask(
      "bypassMode",
      "It names a place that decides what the agent may do or what runs later, and nobody can tell whether it writes there.",
      { clearsWhen: "the person approves this exact call" },
    );
  const held = heldBare(call);
  if (held === undefined) return allowBypassed(bypass(null));
  return ask("bypassMode", `The rule ${held.rule.text} could forbid a part of this${sayMet(held.met, call)}.`, {
    rule: held.rule.text,
    clearsWhen: "it is written out, or the person approves this exact call",
  });
}
