/** The end of step 9 in auto mode: the classifier, or `offline`, and what each kind of failure means (§7). */
import { agentModelOf, instructionsOf, turnsOf } from "../../contract/action.ts";
import { abort, allow, ask, type Draft, deny } from "../../contract/decision.ts";
import { assertNever } from "../../contract/result.ts";
import { decideOffline, type Question, toEntries, type Verdict } from "../../judge/index.ts";
import { hideInObject } from "../../machine/secrets/index.ts";
import { encodeCall } from "../../policy/tools/index.ts";
import type { Call } from "../call.ts";

export async function judge(call: Call): Promise<Draft> {
  const { classifier } = call.parts;
  return classifier === null ? decideOffline(call) : draftOf(await classifier.classify(await questionFor(call)), call);
}

async function questionFor(call: Call): Promise<Question> {
  const { action } = call;
  return {
    tool: call.tool,
    input: call.input,
    // A field whose name means a secret is hidden before its name is lost in the encoding.
    encoding: encodeCall(call.spec, hideInObject(call.input), call.barring),
    transcript: toEntries(turnsOf(action), call.parts.tools),
    instructions: instructionsOf(action),
    facts: await call.parts.facts(call),
    effects: call.effects,
    session: call.session,
    agentModel: agentModelOf(action),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  };
}

const UNPARSEABLE = "unparseable - blocking for safety";
const OUTAGE =
  "The classifier gave no verdict, so the call is held back. This is an outage, not a refusal; it may be tried again.";

function draftOf(verdict: Verdict, call: Call): Draft {
  const { model, usage, costUsd, stage } = verdict;
  const more = { model, usage, costUsd, stage };
  switch (verdict.block) {
    case "no":
      return allow("classifier", "The classifier found no block rule that applies.", more);
    case "yes":
      return deny("classifier", verdict.reason, {
        ...more,
        rule: verdict.label,
        clearsWhen: verdict.clearsWhen,
        hard: verdict.hard,
      });
    case "unparseable":
      return deny("classifier", UNPARSEABLE, more);
    case "unavailable":
      return withoutVerdict(verdict.why, verdict.detail, more, call);
    default:
      return assertNever(verdict);
  }
}

function withoutVerdict(
  why: Extract<Verdict, { block: "unavailable" }>["why"],
  detail: string,
  more: Partial<Draft>,
  call: Call,
): Draft {
  const out = { ...more, unavailable: why };
  if (why === "aborted")
    return deny("classifier", "The check was aborted by the caller before there was a verdict.", out);
  if (why === "too_long") {
    const reason = `The conversation is too long for the classifier's model (${detail}).`;
    return call.headless ? abort("classifier", reason, { ...out, headless: true }) : ask("classifier", reason, out);
  }
  const reason = `${OUTAGE} (${why}: ${detail})`;
  return call.parts.ironGate() ? deny("classifier", reason, out) : ask("classifier", reason, out);
}
