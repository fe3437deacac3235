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

export const samePosition = (a: Position, b: Position): boolean =>
  a.seq === b.seq && a.hash === b.hash && a.length === b.length;

export interface SealedLine {
  readonly line: Buffer;
  readonly at: Position;
}

/** A record whose seal holds and which follows the one before it; what it says is not looked at yet. */
export interface ChainedRecord {
  readonly value: JsonFields;
  readonly at: Position;
}

export type JsonFields = Readonly<Record<string, unknown>>;

/** Stands for a session where its id cannot: in names of files, and at the beginning of its chain. */
export const sessionName = (id: string): string => sha256(id);

/** Before the first record. `name` binds the chain to the file it is for. */
export const origin = (name: string): Position => ({ seq: 0, hash: sha256(`sallyport ledger 1\n${name}`), length: 0 });

/** `fields` are some, and not `seq`, `prev` or `hash`. */
export const seal = (before: Position, fields: object): SealedLine => sealAll(before, [fields]);

/** Records that follow one another, as one piece. */
export function sealAll(before: Position, records: readonly object[]): SealedLine {
  let at = before;
  let lines = "";
  for (const fields of records) {
    const seq = at.seq + 1;
    const body = `{"seq":${seq},"prev":"${at.hash}",${JSON.stringify(fields).slice(1, -1)}`;
    const hash = sha256(body);
    const line = `${body}${HASH_FIELD}${hash}"}\n`;
    lines += line;
    at = { seq, hash, length: at.length + Buffer.byteLength(line) };
  }
  return { line: Buffer.from(lines), at };
}

/** The fields and the hash of `line` (without its newline) if its own seal holds, or what is wrong with it. */
export function parseLine(line: Buffer): Result<{ readonly value: JsonFields; readonly hash: string }> {
  const cut = line.length - TAIL_LENGTH;
  const tail = cut < 0 ? "" : line.toString("latin1", cut);
  const hash = tail.slice(HASH_FIELD.length, -2);
  if (tail !== `${HASH_FIELD}${hash}"}` || !/^[0-9a-f]{64}$/.test(hash)) return fail("is not a record");
  const body = line.subarray(0, cut);
  if (sha256(body) !== hash) return fail("was changed");
  const value = parseFields(`${body.toString("utf8")}}`);
  return value === undefined ? fail("is not a record") : ok({ value, hash });
}

/** The record in `line` as the one after `before`, or what is wrong with it. */
export function unseal(before: Position, line: Buffer): Result<ChainedRecord> {
  const seq = before.seq + 1;
  const parsed = parseLine(line);
  if (!parsed.ok) return fail(`record ${seq} ${parsed.error}`);
  const { value, hash } = parsed.value;
  if (value.prev !== before.hash || value.seq !== seq) {
    return fail(`record ${seq} does not follow the one before it: a record was changed, removed or moved here`);
  }
  return ok({ value, at: { seq, hash, length: before.length + line.length + 1 } });
}

export interface WalkedLines {
  readonly at: Position;
  /** Bytes after the last newline: a line that was not written to its end. */
  readonly rest: Buffer;
}

/** Reads every whole line of `bytes`, which begin at `from`. Stops at the first that does not fit. */
export function walkChain(
  from: Position,
  bytes: Buffer,
  each: (record: ChainedRecord) => string | undefined,
): Result<WalkedLines> {
  let at = from;
  const { lines, rest } = splitLines(bytes);
  for (const line of lines) {
    const record = unseal(at, line);
    if (!record.ok) return record;
    const objection = each(record.value);
    if (objection !== undefined) return fail(objection);
    at = record.value.at;
  }
  return ok({ at, rest });
}

/** Whole lines without their newline, and what stands after the last. */
export function splitLines(bytes: Buffer): { readonly lines: readonly Buffer[]; readonly rest: Buffer } {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return { lines, rest: bytes.subarray(start) };
}

/** What a disk leaves of a write it did not get to. */
export const isBlank = (bytes: Buffer): boolean => bytes.length > 0 && bytes.every((byte) => byte === 0);

/** The object that `text` is in JSON; undefined where it is none. */
export function parseFields(text: string): JsonFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isFields = (value: unknown): value is JsonFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
