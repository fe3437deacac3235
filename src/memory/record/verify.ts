/** Shows that nothing in a record was changed, removed, moved or cut off, or names the first place where it was. Pure. */
import type { Result } from "../../contract/result.ts";
import {
  type ChainedRecord,
  isBlank,
  origin,
  type Position,
  parseFields,
  splitLines,
  unseal,
  walkChain,
} from "./chain.ts";
import { type FoldedSession, foldRecord } from "./fold.ts";
import { parseRecord, type SessionRecord } from "./parse.ts";
import { formatSnapshot, isOtherSnapshot, parseSnapshot, type Snapshot } from "./snapshot.ts";

/** The lines of a chain, piece by piece, and what its head, which is kept apart, knows of them. Undefined: not there. */
export interface ChainSource {
  readonly name: string;
  readonly pieces: Iterable<Buffer> | undefined;
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
  { name, pieces, head }: ChainSource,
  inspect: (record: ChainedRecord) => string | undefined,
): ChainCheck {
  const start = origin(name);
  if (head?.ok === false) return { at: start, damage: { record: 0, what: head.error }, note: undefined };
  const known = head?.value;
  if (pieces === undefined) return { at: start, damage: removedFile(known), note: undefined };
  const walk = walkPieces(start, pieces, (record) =>
    known?.seq === record.at.seq && known.hash !== record.at.hash ? "is not the one the head knows" : inspect(record),
  );
  const { at, objection, wrong, rest } = walk;
  const next = at.seq + 1;
  if (objection !== undefined)
    return { at, damage: { record: next, what: `record ${next} ${objection}` }, note: undefined };
  if (wrong !== undefined && !isUnsynced(walk, known))
    return { at, damage: { record: next, what: wrong }, note: undefined };
  const damage = againstHead(walk, known);
  return { at, damage, note: damage === undefined ? noteOf(at, rest.length, known) : undefined };
}

interface WalkedPieces {
  /** After the last record that holds. */
  readonly at: Position;
  /** What the caller has against the record after it. */
  readonly objection: string | undefined;
  /** Why the line after it is none of the chain. */
  readonly wrong: string | undefined;
  /** What follows `at`; where a line is wrong, as much of it as was read. */
  readonly rest: Buffer;
}

function walkPieces(
  start: Position,
  pieces: Iterable<Buffer>,
  inspect: (record: ChainedRecord) => string | undefined,
): WalkedPieces {
  let at = start;
  let objection: string | undefined;
  let open: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const bytes = open.length === 0 ? piece : Buffer.concat([open, piece]);
    const from = at.length;
    const walked = walkChain(at, bytes, (record) => {
      objection = inspect(record);
      if (objection === undefined) at = record.at;
      return objection;
    });
    const left = bytes.subarray(at.length - from);
    if (!walked.ok) return { at, objection, wrong: describeDamage(at, left), rest: left };
    open = walked.value.rest;
  }
  return { at, objection, wrong: undefined, rest: open };
}

/** Behind the head stands only what nobody was told: a power loss may leave anything there. */
const isUnsynced = ({ at }: WalkedPieces, head: Position | undefined): boolean =>
  head !== undefined && at.seq >= head.seq;

function noteOf(at: Position, rest: number, head: Position | undefined): string | undefined {
  if (head !== undefined && at.seq < head.seq)
    return `cut short: records ${at.seq + 1} to ${head.seq} are gone from its end (the machine lost power, or somebody cut them off)`;
  return rest > 0 ? `a half-written line of ${rest} bytes at the end` : undefined;
}

const removedFile = (head: Position | undefined): Damage | undefined =>
  head === undefined || head.seq === 0
    ? undefined
    : { record: 1, what: `the whole file was removed; its head knows ${head.seq} records` };

/** Every whole line holds up to `at`. */
function againstHead({ at, rest }: WalkedPieces, head: Position | undefined): Damage | undefined {
  const next = at.seq + 1;
  if (head === undefined)
    return at.seq + rest.length === 0
      ? undefined
      : { record: at.seq, what: "the head is missing: whether records were cut off cannot be shown" };
  if (at.seq < head.seq)
    return at.length + rest.length < head.length || isBlank(rest)
      ? undefined
      : { record: next, what: `record ${next} was changed` };
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
  chain: ChainSource & { readonly state: string | undefined },
  each: (record: SessionRecord) => void = () => {},
): SessionCheck {
  const { name, state } = chain;
  const snapshot = state === undefined ? undefined : parseSnapshot(state);
  const stateAt = snapshot?.at.seq;
  let stateRight = state === undefined || isOtherSnapshot(state);
  let folded: FoldedSession | undefined;
  let newest: number | undefined;
  let newer: Damage | undefined;
  let lost = 0;
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
    lost += lostBefore(parsed.record);
    if (at.seq === stateAt) stateRight = isSame(snapshot, { at, memory: folded.memory });
    each(parsed.record);
    return undefined;
  };
  const { at, damage: broken, note: atEnd } = verifyChain(chain, inspect);
  const note =
    atEnd ??
    (lost > 0
      ? `was cut short before: ${lost} record${lost === 1 ? " is" : "s are"} gone, as it says itself`
      : isEmpty(chain, at)
        ? EMPTY
        : undefined);
  const isAhead = stateAt !== undefined && stateAt > at.seq && atEnd !== undefined;
  const damage = broken ?? (stateRight || isAhead ? undefined : STATE_WRONG);
  const sum = damage === undefined && newer === undefined && folded ? { at, memory: folded.memory } : undefined;
  return { session: folded?.session ?? null, records: at.seq, newest, damage, newer, note, sum };
}

/** A process that ended before its first record leaves the same. */
const EMPTY =
  "is empty and has no head: it was never begun, or somebody emptied it and took its head; the record cannot tell";
const isEmpty = ({ pieces, head }: ChainSource, at: Position): boolean =>
  pieces !== undefined && head === undefined && at.seq === 0;

const lostBefore = ({ entry }: SessionRecord): number => (entry.kind === "notice" ? (entry.lost ?? 0) : 0);

const isSame = (a: Snapshot | undefined, b: Snapshot): boolean =>
  a !== undefined && formatSnapshot(a) === formatSnapshot(b);

/** The same sentence wherever a record of a later version is met. */
export const newerRecord = (seq: number, what: string): string =>
  `record ${seq} was written by a newer version of Sallyport (${what})`;
