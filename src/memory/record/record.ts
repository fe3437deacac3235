/**
 * One line of the ledger.
 *
 *     {"seq":2,"prev":"<hash of record 1>", …,"hash":"<sha256 of everything before this field>"}
 *
 * The hash is over the exact bytes of the line up to `,"hash"`, and those contain the hash before it: no byte can change, and
 * no line can go, come or move, without the next one disagreeing. `prev` of the first record stands for the file itself.
 */

import { sha256 } from "../../contract/key.ts";
import { fail, ok, type Result } from "../../contract/result.ts";

const HASH_FIELD = ',"hash":"';
const HASH_LENGTH = 64;
const TAIL_LENGTH = HASH_FIELD.length + HASH_LENGTH + 2;
const NEWLINE = 0x0a;

/** Where the chain has come to: after record `seq`, `length` bytes into the file. */
export interface Position {
  readonly seq: number;
  readonly hash: string;
  readonly length: number;
}

export interface Sealed {
  readonly line: Buffer;
  readonly at: Position;
}

export interface Read {
  readonly value: Readonly<Record<string, unknown>>;
  readonly at: Position;
}

/** Before the first record. `name` binds the chain to the file it is for. */
export const origin = (name: string): Position => ({ seq: 0, hash: sha256(`sallyport ledger 1\n${name}`), length: 0 });

/** `fields` must not contain `seq`, `prev` or `hash`. */
export function seal(before: Position, fields: Readonly<Record<string, unknown>>): Sealed {
  const seq = before.seq + 1;
  const text = JSON.stringify({ seq, prev: before.hash, ...fields });
  const body = text.slice(0, -1);
  const hash = sha256(body);
  const line = Buffer.from(`${body}${HASH_FIELD}${hash}"}\n`);
  return { line, at: { seq, hash, length: before.length + line.length } };
}

/** The record in `line` (without its newline) as the one after `before`, or what is wrong with it. */
export function unseal(before: Position, line: Buffer): Result<Read> {
  const seq = before.seq + 1;
  const cut = line.length - TAIL_LENGTH;
  const tail = cut < 0 ? "" : line.toString("latin1", cut);
  const hash = tail.slice(HASH_FIELD.length, -2);
  if (tail !== `${HASH_FIELD}${hash}"}` || !/^[0-9a-f]{64}$/.test(hash)) return fail(`record ${seq} is not a record`);
  const body = line.subarray(0, cut);
  if (sha256(body) !== hash) return fail(`record ${seq} was changed`);
  const value = parsed(`${body.toString("utf8")}}`);
  if (value === undefined) return fail(`record ${seq} is not a record`);
  if (value.prev !== before.hash || value.seq !== seq) {
    return fail(`record ${seq} does not follow the one before it: a record was changed, removed or moved here`);
  }
  return ok({ value, at: { seq, hash, length: before.length + line.length + 1 } });
}

export interface Walked {
  readonly at: Position;
  /** Bytes after the last newline: a line that was not written to its end. */
  readonly rest: Buffer;
}

/** Reads every whole line of `bytes`, which begin at `from`. Stops at the first that does not fit. */
export function walk(from: Position, bytes: Buffer, each: (read: Read) => string | undefined): Result<Walked> {
  let at = from;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    const read = unseal(at, bytes.subarray(start, end));
    if (!read.ok) return read;
    const objection = each(read.value);
    if (objection !== undefined) return fail(objection);
    at = read.value.at;
    start = end + 1;
  }
  return ok({ at, rest: bytes.subarray(start) });
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
