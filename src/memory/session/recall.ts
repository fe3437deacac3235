/**
 * An earlier decision on the same call, read back from the session's own record. An allow of it is a witness that only this file makes;
 * what held the call is data.
 */
import type { Held } from "../../contract/decision.ts";
import type { Memory, RecentDecision } from "../../contract/session.ts";
import { openSource, type Witness } from "../../contract/witness.ts";
import { type AskingOccasion, findJoinable } from "./counting.ts";

const remember = openSource("remembered");

interface Recalled {
  readonly earlier: RecentDecision;
  /** The same, as the gate may answer with it again. */
  readonly decision: Held | Witness<"remembered">;
}

/** The earlier decision this event is another hook of. */
export function recall(memory: Memory, event: AskingOccasion): Recalled | undefined {
  const earlier = findJoinable(memory, event);
  if (earlier === undefined) return undefined;
  const { decision } = earlier;
  const { behavior } = decision;
  return { earlier, decision: behavior === "allow" ? remember({ decision }) : { ...decision, behavior } };
}
