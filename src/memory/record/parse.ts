/** What a record carries, and the one place where the bytes of a ledger become values again. */
import { BEHAVIORS, FORMER_STEPS, STEPS } from "../../contract/decision.ts";
import type { LedgerEntry } from "../../contract/session.ts";
import { isFields, type JsonFields } from "./chain.ts";

/** The counters after a record. */
export interface Counters {
  readonly consecutive: number;
  readonly total: number;
}

/** `after` comes last in a line, as it always has. */
export interface RecordBody {
  /** The id of the session; only in the first record of a chain. */
  readonly session?: string;
  readonly entry: LedgerEntry;
  readonly after: Counters;
}

export interface SessionRecord extends RecordBody {
  readonly seq: number;
}

export type ParsedRecord =
  | { readonly kind: "record"; readonly record: SessionRecord }
  /** Of a version that came later: not damaged, and not guessed at. */
  | { readonly kind: "newer"; readonly what: string }
  | { readonly kind: "malformed" };

const MALFORMED: ParsedRecord = { kind: "malformed" };
const newer = (what: string): ParsedRecord => ({ kind: "newer", what });

/** How each version is read. A record of the first version carries no `v`. */
const VERSIONS: ReadonlyMap<unknown, (value: JsonFields, seq: number) => ParsedRecord> = new Map([[1, parseFirst]]);

export function parseRecord(value: JsonFields, seq: number): ParsedRecord {
  const { v = 1 } = value;
  const parse = VERSIONS.get(v);
  if (parse !== undefined) return parse(value, seq);
  return typeof v === "number" ? newer(`version ${v}`) : MALFORMED;
}

type EntryShape = Readonly<Record<string, "string" | "number" | "object">>;
const SHAPES: Readonly<Record<LedgerEntry["kind"], EntryShape>> = {
  start: { at: "number", start: "object" },
  decision: { at: "number", call: "string", action: "object", decision: "object", targets: "string" },
  joined: { at: "number", decisionId: "string" },
  approval: { at: "number", approval: "object", decisionId: "string", by: "string" },
  refusal: { at: "number", decisionId: "string", by: "string", toolUseId: "string" },
  prompt: { at: "number", text: "string" },
  task: { at: "number", text: "string", why: "string" },
  ran: { at: "number", call: "string" },
  handoff: { at: "number" },
  handoffTold: { at: "number" },
  probe: { at: "number", find: "object", by: "string" },
  probeTold: { at: "number" },
  notice: { at: "number", text: "string" },
};

function parseFirst({ entry, after, session }: JsonFields, seq: number): ParsedRecord {
  if (!isFields(entry) || !isFields(after) || typeof entry.kind !== "string") return MALFORMED;
  const { consecutive, total } = after;
  if (typeof consecutive !== "number" || typeof total !== "number") return MALFORMED;
  if (!Object.hasOwn(SHAPES, entry.kind)) return newer(`a record of kind ${JSON.stringify(entry.kind)}`);
  if (!isEntry(entry)) return MALFORMED;
  const unknown = entry.kind === "decision" ? unknownWord(entry.decision) : undefined;
  if (unknown !== undefined) return newer(unknown);
  const named = typeof session === "string" ? { session } : {};
  return { kind: "record", record: { seq, ...named, entry, after: { consecutive, total } } };
}

/** The shape of its kind; what a decision's words mean is asked apart. */
function isEntry(value: JsonFields): value is JsonFields & LedgerEntry {
  const shape = Object.entries(SHAPES).find(([kind]) => kind === value.kind)?.[1] ?? {};
  const fits = Object.entries(shape).every(([field, type]) => typeof value[field] === type && value[field] !== null);
  if (!fits || value.kind !== "decision") return fits;
  const { decision } = value;
  return isFields(decision) && [decision.id, decision.behavior, decision.by].every((one) => typeof one === "string");
}

const KNOWN_STEPS: readonly string[] = [...STEPS, ...FORMER_STEPS];

function unknownWord({ by, behavior }: { readonly by: string; readonly behavior: string }): string | undefined {
  if (!KNOWN_STEPS.includes(by)) return `a decision by ${JSON.stringify(by)}`;
  return BEHAVIORS.some((one) => one === behavior) ? undefined : `a decision to ${JSON.stringify(behavior)}`;
}
