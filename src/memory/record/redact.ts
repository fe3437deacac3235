/**
 * Secrets are taken out before anything is recorded or hashed into the chain. Which call it was is not lost by it: `call` and
 * `bound` are hashes of what was there before. Paths that were written stay as they are, for the gate compares with them.
 */
import type { Decision } from "../../contract/decision.ts";
import type { LedgerEntry } from "../../contract/session.ts";
import { redact, redactObject } from "../../machine/secrets/redact.ts";

export function redactEntry(entry: LedgerEntry): LedgerEntry {
  switch (entry.kind) {
    case "decision": {
      const action = { ...entry.action, tool: redact(entry.action.tool), input: redactObject(entry.action.input) };
      return { ...entry, action, targets: redact(entry.targets), decision: redactDecision(entry.decision) };
    }
    case "prompt":
    case "notice":
      return { ...entry, text: redact(entry.text) };
    default:
      return entry;
  }
}

const redactDecision = (decision: Decision): Decision => ({
  ...decision,
  reason: redact(decision.reason),
  rule: decision.rule === null ? null : redact(decision.rule),
  clearsWhen: decision.clearsWhen === null ? null : redact(decision.clearsWhen),
});
