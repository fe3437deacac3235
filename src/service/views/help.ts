/** The reason of a held call in its parts: what it does, why it was held, and what settles it for good. */
import type { Step } from "../../contract/decision.ts";
import type { DecisionEntry } from "../../contract/session.ts";
import { splitSettling } from "../../contract/settling.ts";
import type { DecisionDetail } from "../api.ts";

/** Steps whose reason the gate wrote to its end, also in records that have no parts. A model's text names no command of ours. */
const WRITTEN_BY_GATE: ReadonlySet<Step> = new Set(["offline", "prompt", "dontAskMode"]);

/** As it is on record. Where that has the sentence alone, it stays whole. Null for what was allowed. */
export function helpOf({ decision, told }: Pick<DecisionEntry, "decision" | "told">): DecisionDetail["help"] {
  const { behavior, by, reason } = decision;
  if (behavior === "allow") return null;
  if (told !== undefined) return { ...told };
  const { command, rest } = WRITTEN_BY_GATE.has(by) ? splitSettling(reason) : { command: null, rest: reason };
  return { does: null, why: rest, settles: null, command };
}
