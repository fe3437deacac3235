/** A call about to run: what was asked about runs only by the person's yes, which is put on record and spent. */

import type { Action } from "../contract/action.ts";
import { isAllow } from "../contract/allow.ts";
import { oneLine } from "../contract/escape.ts";
import { messageOf } from "../contract/result.ts";
import type { Gate } from "../gate/index.ts";
import { faultMessage, messageForAgent } from "./message.ts";

/** What this needs of a gate. */
export type AnsweringGate = Pick<Gate, "check" | "answered" | "shadow">;

export interface GuardedRun {
  /** The door the person answered through, in words. */
  readonly through: string;
  /** What the person said to the ask about this very call, if anything. */
  readonly says: "yes" | "no" | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the model is told of a no. */
export const PERSON_SAID_NO = "Held back by Sallyport: the person was asked about this call and said no.";

const MAX_WHY_CHARS = 500;

/** Null where the call may run, once; else what the model is told. Never rejects. */
export async function refusalToRun(gate: AnsweringGate, action: Action, options: GuardedRun): Promise<string | null> {
  try {
    return options.says === undefined
      ? await refuseUnanswered(gate, action, options)
      : await take(gate, action, options);
  } catch (error) {
    return faultMessage(messageOf(error));
  }
}

/** Nobody can be asked any more when a call is about to run. */
async function refuseUnanswered(gate: AnsweringGate, action: Action, { signal }: GuardedRun): Promise<string | null> {
  const decision = await gate.check({ ...action, headless: true }, signal === undefined ? {} : { signal });
  return isAllow(decision) || gate.shadow ? null : messageForAgent(decision);
}

async function take(
  gate: AnsweringGate,
  action: Action,
  { through, says, signal }: GuardedRun,
): Promise<string | null> {
  const taken = await gate.answered(action, { says: says === "yes" ? "yes" : "no", through });
  if (gate.shadow) return null;
  if (says !== "yes") return PERSON_SAID_NO;
  if (!taken.ok) return `Held back by Sallyport: ${oneLine(taken.error, MAX_WHY_CHARS)}`;
  // An event of its own: it spends the approval, and joins nothing.
  const { toolUseId: _id, event: _event, ...call } = action;
  const decision = await gate.check({ ...call, headless: false }, signal === undefined ? {} : { signal });
  if (isAllow(decision)) return null;
  return decision.behavior === "ask"
    ? "Held back by Sallyport: what this call would do is not what it was when the person was asked about it."
    : messageForAgent(decision);
}
