/** Entries become records, and records a memory: the same for every store. Pure. */

import { fail, ok, type Result } from "../../contract/result.ts";
import type { LedgerEntry, Memory, SessionStart } from "../../contract/session.ts";
import { hidesMore } from "../../machine/secrets/index.ts";
import { begin, bindTargets, remember } from "../session/index.ts";
import { sessionName } from "./chain.ts";
import type { Counters, RecordBody, SessionRecord } from "./parse.ts";
import { redactEntry, redactStart } from "./redact.ts";

/** What was put on record, and what is remembered after it. */
export interface RecordedEntries {
  readonly bodies: readonly RecordBody[];
  readonly memory: Memory;
}

export const countersOf = (memory: Memory): Counters => ({
  consecutive: memory.consecutiveDenials,
  total: memory.totalDenials,
});

/** The first record of a session. */
export function recordStart(session: string, start: SessionStart, at: number): RecordedEntries {
  const kept = redactStart(start);
  const memory = begin(kept, at);
  return { bodies: [{ session, entry: { kind: "start", at, start: kept }, after: countersOf(memory) }], memory };
}

/** Bound, redacted and remembered, in this order: what is remembered is what is on record. */
export function recordEntries(before: Memory, entries: readonly LedgerEntry[]): RecordedEntries {
  let memory = before;
  const bodies = entries.map((given) => {
    const entry = redactEntry(bind(given));
    memory = remember(memory, entry);
    return { entry, after: countersOf(memory) };
  });
  return { bodies, memory };
}

/** Targets are bound, and what would be hidden is looked at, before secrets are taken out. */
const bind = (entry: LedgerEntry): LedgerEntry =>
  entry.kind === "decision" && entry.decision.behavior !== "allow"
    ? {
        ...entry,
        bound: bindTargets(entry.targets),
        ...(hidesMore(entry.action.input) ? { unshown: true } : {}),
      }
    : entry;

/** A session as far as its record was read. */
export interface FoldedSession {
  readonly session: string;
  readonly memory: Memory;
}

/**
 * The session called `name` after one more record, or why the record does not fit. What the record says the counters are,
 * they are: a later version may count otherwise, but not what is past.
 */
export function foldRecord(
  before: FoldedSession | undefined,
  { session, entry, after }: SessionRecord,
  name: string,
): Result<FoldedSession> {
  if (before === undefined) {
    if (entry.kind !== "start" || session === undefined || sessionName(session) !== name)
      return fail("does not begin the session of this file");
    return ok({ session, memory: begin(entry.start, entry.at) });
  }
  const memory = remember(before.memory, entry);
  const counted = { ...memory, consecutiveDenials: after.consecutive, totalDenials: after.total };
  return ok({ session: before.session, memory: counted });
}
