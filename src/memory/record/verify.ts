/** Shows that nothing in a record was changed, removed, moved or cut off, or names the first place where it was. Pure. */
import type { Result } from "../../contract/result.ts";
import { type ChainedRecord, origin, type Position, parseFields, splitLines, unseal, walkChain } from "./chain.ts";
import { type FoldedSession, foldRecord } from "./fold.ts";
import { parseRecord, type SessionRecord } from "./parse.ts";
import { formatSnapshot, isNewerSnapshot, parseSnapshot, type Snapshot } from "./snapshot.ts";

/** The lines of a chain, and what its head, which is kept apart, knows of them. Undefined: not there. */
export interface ChainBytes {
  readonly name: string;
  readonly bytes: Buffer | undefined;
  readonly head: Result<Position> | undefined;
}

export interface Damage {
  /** The first record that is not as it was written; 0 where it is not about a record. */
  readonly record: number;
  readonly what: string;
}

export interface ChainCheck {
  /** After the last record that holds. */
  readonly at: Position;
  readonly damage: Damage | undefined;
  /** Worth knowing, and no damage: a half-written line at the end. */
  readonly note: string | undefined;
}

/** `inspect` says what is wrong with a record whose chain holds. */
export function verifyChain(
  { name, bytes, head }: ChainBytes,
  inspect: (record: ChainedRecord) => string | undefined,
): ChainCheck {
  let at = origin(name);
  if (head?.ok === false) return { at, damage: { record: 0, what: head.error }, note: undefined };
  const known = head?.value;
  if (bytes === undefined) return { at, damage: removedFile(known), note: undefined };
  let objection: string | undefined;
  const walked = walkChain(at, bytes, (record) => {
    const other = known?.seq === record.at.seq && known.hash !== record.at.hash;
    objection = other ? "is not the one the head knows" : inspect(record);
    if (objection === undefined) at = record.at;
    return objection;
  });
  const next = at.seq + 1;
  if (objection !== undefined)
    return { at, damage: { record: next, what: `record ${next} ${objection}` }, note: undefined };
  if (!walked.ok)
    return { at, damage: { record: next, what: describeDamage(at, bytes.subarray(at.length)) }, note: undefined };
  const rest = walked.value.rest.length;
  const damage = againstHead(at, rest, known);
  const note = damage === undefined && rest > 0 ? `a half-written line of ${rest} bytes at the end` : undefined;
  return { at, damage, note };
}

const removedFile = (head: Position | undefined): Damage | undefined =>
  head === undefined || head.seq === 0
    ? undefined
    : { record: 1, what: `the whole file was removed; its head knows ${head.seq} records` };

/** Every whole line holds up to `at`, and `rest` bytes follow. */
function againstHead(at: Position, rest: number, head: Position | undefined): Damage | undefined {
  const next = at.seq + 1;
  if (head === undefined)
    return { record: at.seq, what: "the head is missing: whether records were cut off cannot be shown" };
  if (at.seq < head.seq && at.length + rest >= head.length) return { record: next, what: `record ${next} was changed` };
  if (at.seq < head.seq) return { record: next, what: `cut off: records ${next} to ${head.seq} are gone` };
  return at.seq === head.seq && at.length !== head.length ? { record: 0, what: "the head was changed" } : undefined;
}

/** The line after `at` does not fit. Is the right one still there, further down? */
function describeDamage(at: Position, bytes: Buffer): string {
  const seq = at.seq + 1;
  const { lines } = splitLines(bytes);
  const [first, ...later] = lines;
  if (later.some((line) => unseal(at, line).ok)) return `record ${seq} was moved, or lines were put in before it`;
  return first !== undefined && seqOf(first) > seq ? `record ${seq} was removed` : `record ${seq} was changed`;
}

function seqOf(line: Buffer): number {
  const seq = parseFields(line.toString("utf8"))?.seq;
  return typeof seq === "number" ? seq : 0;
}

export interface SessionCheck {
  readonly session: string | null;
  readonly records: number;
  /** When the newest record that is understood was made. */
  readonly newest: number | undefined;
  readonly damage: Damage | undefined;
  /** The first record that a later version wrote: the chain is checked beyond it, what it adds up to is not. */
  readonly newer: Damage | undefined;
  readonly note: string | undefined;
  /** What all of it adds up to; only of a record without damage that is understood to its end. */
  readonly sum: Snapshot | undefined;
}

const STATE_WRONG: Damage = { record: 0, what: "the state file does not say what its records add up to" };

/** `state` is the text of the snapshot beside the record. `each` sees every record that holds and is understood. */
export function verifySession(
  chain: ChainBytes & { readonly state: string | undefined },
  each: (record: SessionRecord) => void = () => {},
): SessionCheck {
  const { name, state } = chain;
  const snapshot = state === undefined ? undefined : parseSnapshot(state);
  const stateAt = snapshot?.at.seq;
  let stateRight = state === undefined || isNewerSnapshot(state);
  let folded: FoldedSession | undefined;
  let newest: number | undefined;
  let newer: Damage | undefined;
  const inspect = ({ value, at }: ChainedRecord): string | undefined => {
    const parsed = newer === undefined ? parseRecord(value, at.seq) : undefined;
    if (parsed === undefined) return undefined;
    if (parsed.kind === "malformed") return "is not what any version writes";
    if (parsed.kind === "newer") {
      newer = { record: at.seq, what: newerRecord(at.seq, parsed.what) };
      stateRight ||= stateAt !== undefined && stateAt >= at.seq;
      return undefined;
    }
    const next = foldRecord(folded, parsed.record, name);
    if (!next.ok) return next.error;
    folded = next.value;
    newest = parsed.record.entry.at;
    if (at.seq === stateAt) stateRight = isSame(snapshot, { at, memory: folded.memory });
    each(parsed.record);
    return undefined;
  };
  const { at, damage: broken, note } = verifyChain(chain, inspect);
  const damage = broken ?? (stateRight ? undefined : STATE_WRONG);
  const sum = damage === undefined && newer === undefined && folded ? { at, memory: folded.memory } : undefined;
  return { session: folded?.session ?? null, records: at.seq, newest, damage, newer, note, sum };
}

const isSame = (a: Snapshot | undefined, b: Snapshot): boolean =>
  a !== undefined && formatSnapshot(a) === formatSnapshot(b);

/** The same sentence wherever a record of a later version is met. */
export const newerRecord = (seq: number, what: string): string =>
  `record ${seq} was written by a newer version of Sallyport (${what})`;
