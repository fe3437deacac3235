/** What a record carries, and the one place where the bytes of a ledger become values again. */
import { BEHAVIORS, FORMER_STEPS, STEPS } from "../../contract/decision.ts";
import type { LedgerEntry, Memory } from "../../contract/session.ts";
import { isRecord, type Read } from "./record.ts";

/** The counters after a record. */
export interface Counters {
  readonly consecutive: number;
  readonly total: number;
}

export interface SessionRecord {
  readonly seq: number;
  readonly entry: LedgerEntry;
  readonly after: Counters;
  /** Only in the first record of a file. */
  readonly session: string | undefined;
}

export const countersOf = (memory: Memory): Counters => ({
  consecutive: memory.consecutiveDenials,
  total: memory.totalDenials,
});

/** `after` comes last: whoever needs only the counters reads the end of the file. */
export const recordOf = (entry: LedgerEntry, after: Counters): Readonly<Record<string, unknown>> => ({ entry, after });
export const firstRecordOf = (
  session: string,
  entry: LedgerEntry,
  after: Counters,
): Readonly<Record<string, unknown>> => ({
  session,
  entry,
  after,
});

type Shape = Readonly<Record<string, "string" | "number" | "object">>;
const SHAPES: Readonly<Record<LedgerEntry["kind"], Shape>> = {
  start: { at: "number", start: "object" },
  decision: { at: "number", call: "string", action: "object", decision: "object", targets: "string" },
  joined: { at: "number", decisionId: "string" },
  approval: { at: "number", approval: "object", decisionId: "string", by: "string" },
  prompt: { at: "number", text: "string" },
  ran: { at: "number", call: "string" },
  notice: { at: "number", text: "string" },
};

/** Undefined for what no version up to this one writes: such a record is not guessed at. */
export function sessionRecord(read: Read): SessionRecord | undefined {
  const { entry, after, session } = read.value;
  if (!isRecord(entry) || !isRecord(after)) return undefined;
  const { consecutive, total } = after;
  if (typeof consecutive !== "number" || typeof total !== "number") return undefined;
  if (!isEntry(entry)) return undefined;
  const named = typeof session === "string" ? session : undefined;
  return { seq: read.at.seq, entry, after: { consecutive, total }, session: named };
}

function isEntry(value: unknown): value is LedgerEntry {
  if (!isRecord(value) || typeof value.kind !== "string") return false;
  const shape = Object.entries(SHAPES).find(([kind]) => kind === value.kind)?.[1];
  if (shape === undefined) return false;
  for (const [field, type] of Object.entries(shape)) {
    if (typeof value[field] !== type || value[field] === null) return false;
  }
  return value.kind !== "decision" || isDecision(value.decision);
}

const isDecision = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.id === "string" &&
  BEHAVIORS.some((one) => one === value.behavior) &&
  [...STEPS, ...FORMER_STEPS].some((one) => one === value.by);
