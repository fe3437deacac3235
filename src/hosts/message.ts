/**
 * What the agent and the person are told. A denial says why, what would clear it, and to take the boundary in good faith;
 * an outage says that it is no refusal. Never a way around.
 */

import type { Decision } from "../contract/decision.ts";
import { oneLine } from "../contract/escape.ts";
import { approvalRefusal } from "../memory/index.ts";

/** The shortest of the hosts' own limits is 10,000 characters; a reason is a sentence. */
const MAX_REASON = 1_000;
const MAX_PART = 500;

const GOOD_FAITH =
  "Take this as a boundary set in good faith: do not look for another way to the same end. Go on with what it does not touch, or tell the person what you need and why.";
const STOP = "Stop here and report to the person what you did and what was denied.";

/** For the agent, when the call does not run. */
export function toldAgent(decision: Decision): string {
  if (decision.behavior === "abort")
    return sentences(reasonOf(decision), decision.unavailable === null ? ruleOf(decision) : "", STOP);
  if (decision.unavailable !== null) return sentences(outage(decision), approvalOf(decision));
  if (decision.by === "error")
    return sentences(
      `Sallyport could not judge this call and so does not let it run: ${reasonOf(decision)}`,
      'This is a fault, not a refusal; the person can find the cause with "sallyport doctor".',
    );
  return sentences(
    `Denied by Sallyport (${decision.by}): ${reasonOf(decision)}`,
    ruleOf(decision),
    clearsOf(decision),
    approvalOf(decision),
    GOOD_FAITH,
  );
}

/** For the person, when the host asks them. */
export function toldPerson(decision: Decision): string {
  return sentences(
    `Sallyport asks (${decision.by}): ${reasonOf(decision)}`,
    decision.by === "askRule" ? "" : ruleOf(decision),
  );
}

/** For the person and the agent, when the gate itself failed. */
export const toldFault = (why: string): string =>
  sentences(
    `Sallyport could not judge this call and so does not let it run: ${stopped(oneLine(why, MAX_REASON))}`,
    'This is a fault, not a refusal; it may be tried again, and the person can find the cause with "sallyport doctor".',
  );

/** For the person, when what they said could not be recorded: without it, a boundary they set would be lost. */
export const toldUnheard = (why: string): string =>
  sentences(
    `Sallyport could not record what you said and so does not pass it on: ${stopped(oneLine(why, MAX_REASON))}`,
    'Try again, or find the cause with "sallyport doctor".',
  );

function outage(decision: Decision): string {
  const own = oneLine(decision.reason, MAX_REASON);
  return decision.behavior === "deny" && /not a refusal/.test(own)
    ? own
    : sentences(
        stopped(own),
        `There is no verdict (${decision.unavailable}). This is an outage, not a refusal: the same call may be tried again.`,
      );
}

const reasonOf = (decision: Decision): string => stopped(oneLine(decision.reason, MAX_REASON));

const ruleOf = ({ rule }: Decision): string => (rule === null ? "" : `Rule: ${stopped(oneLine(rule, MAX_PART))}`);

function clearsOf({ hard, clearsWhen }: Decision): string {
  if (hard) return "Nothing clears this.";
  return clearsWhen === null ? "" : `It clears when ${stopped(oneLine(clearsWhen, MAX_PART))}`;
}

/** Names the person's own command: an agent that runs it is asked about first. */
const approvalOf = (decision: Decision): string =>
  approvalRefusal(decision) === null
    ? `Only the person can let this exact call pass, with "sallyport approve ${decision.id}" in a terminal of their own.`
    : "";

const stopped = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");
