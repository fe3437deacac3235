/** The end of step 9 in auto mode: the classifier, or `offline`, and what each kind of failure means (§7). */
import { agentModelOf, instructionsOf, turnsOf } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import { abort, ask, type Draft, type DraftFields, deny } from "../../contract/decision.ts";
import { oneLine } from "../../contract/escape.ts";
import { assertNever } from "../../contract/result.ts";
import { type Question, toEntries, type WitnessedVerdict } from "../../judge/index.ts";
import { hideInObject } from "../../machine/secrets/index.ts";
import { encodeCall } from "../../policy/tools/index.ts";
import { allowByVerdict, noteUnasked } from "../allow.ts";
import { type Call, change } from "../call.ts";
import { contained } from "./contained.ts";

export async function judge(call: Call): Promise<Draft> {
  const { classifier } = call.parts;
  if (classifier === null) return call.parts.watch.decideOffline(call);
  const verdict = await classifier.classify(await questionFor(call));
  return verdict.block === "unavailable" && verdict.setup === true && !isKeptClosed(call)
    ? withoutModel(verdict.detail, call)
    : draftOf(verdict, call);
}

/** Who manages this machine wants no decision without a model. */
const isKeptClosed = ({ settings }: Call): boolean => settings.managed.has("ironGate") && settings.ironGate;

/** A model is named and not set up: decided as if none were named, and the person is told. */
async function withoutModel(detail: string, call: Call): Promise<Draft> {
  const alone = change(call, { parts: { ...call.parts, classifier: null } });
  const draft = (await contained(alone)) ?? (await call.parts.watch.decideOffline(call));
  const notes = { degraded: "auth", notice: setupNotice(detail), unasked: detail } as const;
  return isAllow(draft) ? noteUnasked(draft, notes) : { ...draft, ...notes };
}

const setupNotice = (detail: string): string =>
  `Sallyport has no model to ask: ${oneLine(detail, MAX_NOTICE_CHARACTERS)}. Until that is fixed it decides without one and asks more often. "sallyport init" sets a model up; "sallyport doctor" says what is missing.`;
const MAX_NOTICE_CHARACTERS = 300;

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

function draftOf(verdict: WitnessedVerdict, call: Call): Draft {
  const { model, usage, costUsd, stage } = verdict;
  const more = { model, usage, costUsd, stage };
  switch (verdict.block) {
    case "no":
      return allowByVerdict(verdict.witness, more);
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
  why: Extract<WitnessedVerdict, { block: "unavailable" }>["why"],
  detail: string,
  more: Partial<DraftFields>,
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
