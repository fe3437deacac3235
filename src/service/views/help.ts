/** The reason of a held call in its parts: what it does, why it was held, and the one command that settles it for good. */
import type { Decision } from "../../contract/decision.ts";
import { splitSettling } from "../../contract/settling.ts";
import type { DecisionDetail } from "../api.ts";

const DOES = /^(It .*?|What it does cannot be read); (.*)$/s;

/** The gate has put it into words (gate/help); here they are only taken apart. Null for what was allowed. */
export function helpOf({ behavior, reason }: Decision): DecisionDetail["help"] {
  if (behavior === "allow") return null;
  const { command, rest } = splitSettling(reason);
  const [, does = null, why = rest] = DOES.exec(rest) ?? [];
  return { does, why, command };
}
