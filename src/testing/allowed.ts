/**
 * Allows for tests that stand beyond the gate: what a host, a proxy or an adapter makes of one. There is no way around the maker: the
 * fields are put on a session's record, and the allow is made of it as for a second event of the same call.
 */
import type { Allow, DecisionRecord } from "../contract/decision.ts";
import { allowAgain } from "../gate/allow.ts";
import { begin, recall, remember } from "../memory/index.ts";
import { SAMPLE_START, sampleEntry } from "../memory/testing/samples.ts";

const CALL = { toolUseId: "t", at: 0 };

export function allowedAs(more: Partial<Omit<DecisionRecord, "behavior">> = {}): Allow {
  const entry = sampleEntry({ ...more, behavior: "allow" }, { at: 0, action: { tool: "Bash", input: {}, ...CALL } });
  const memory = remember(begin(SAMPLE_START, 0), entry);
  const event = { ...CALL, call: entry.call, event: "again", since: () => undefined, targets: () => "" };
  const found = recall(memory, event)?.decision;
  if (found === undefined || "behavior" in found) throw new Error("it was not allowed");
  return allowAgain(found);
}
