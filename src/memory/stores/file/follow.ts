/**
 * Follows the ledgers of a state directory from where somebody came to, a piece at a time. Takes no lock and trusts no chain. Somebody who
 * kept a position goes on there only if the file still is what it was up to there; otherwise from its first line.
 */
import { closeSync, fstatSync, lstatSync, readSync, type Stats } from "node:fs";
import { join } from "node:path";
import { stateLayout } from "../../../contract/state-dir.ts";
import { parseFields, parseRecord, type SessionRecord, splitLines } from "../../record/index.ts";
import { LedgerError } from "../store.ts";
import { ledgerFailure } from "./failure.ts";
import { ledgerNames, openIfThere } from "./files.ts";

/** As much of the end of what was read as is kept, to know it again: the hash of the last record stands there. */
const TAIL_BYTES = 80;
const PIECE_BYTES = 1 << 18;

/** How far somebody came in one file. */
export interface LedgerPosition {
  /** Whole lines, and their bytes. */
  readonly lines: number;
  readonly length: number;
  /** The last bytes of them. */
  readonly tail: string;
  /** What the file system said of the file then: whoever finds the same has nothing to read. */
  readonly stamp: string;
}

export interface FollowedRecord {
  /** Counted from one, lines that are no records included. */
  readonly line: number;
  /** Where the line begins, in bytes. */
  readonly offset: number;
  readonly record: SessionRecord;
}

export interface FollowedPiece {
  /** The file is not what it was up to the position: this begins with its first line, and what was read before is void. */
  readonly anew: boolean;
  readonly records: readonly FollowedRecord[];
  /** Lines that are no records. */
  readonly unreadable: number;
  /** Records of a later version. */
  readonly newer: number;
  readonly position: LedgerPosition;
  /** There was nothing more when it was read. */
  readonly done: boolean;
}

export interface LedgerFollower {
  /** Every session that has a file, by the hash of its id. Throws a `LedgerError` where the directory cannot be read. */
  names(): readonly string[];
  /** Changes whenever the file does; undefined where there is none. */
  stamp(name: string): string | undefined;
  /** The next lines, of about so many bytes; undefined where there is no file. Throws a `LedgerError` where it cannot be read. */
  read(name: string, from: LedgerPosition | undefined, maxBytes: number): FollowedPiece | undefined;
  /** The records from a line on that is known to begin there, until the caller stops. What cannot be read ends it. */
  records(name: string, from: LineRange): Iterable<FollowedRecord>;
}

/** Where a line begins, in bytes. */
export interface LineRange {
  readonly line: number;
  readonly offset: number;
}

export function followLedger(stateDir: string): LedgerFollower {
  const { ledger } = stateLayout(stateDir);
  const fileOf = (name: string): string => join(ledger, `${name}.jsonl`);
  return {
    names: () => ledgerNames(ledger),
    stamp: (name) => {
      const found = lstatSync(fileOf(name), { throwIfNoEntry: false });
      return found?.isFile() === true ? formatStamp(found) : undefined;
    },
    read: (name, from, maxBytes) => readPiece(fileOf(name), from, maxBytes),
    records: (name, from) => recordsFrom(fileOf(name), from),
  };
}

const formatStamp = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

const BEGINNING: LedgerPosition = { lines: 0, length: 0, tail: "", stamp: "" };

function readPiece(file: string, from: LedgerPosition | undefined, maxBytes: number): FollowedPiece | undefined {
  const fd = openIfThere(file);
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd);
    const known = from !== undefined && from.length > 0;
    const anew = known && !continues(fd, stats, from);
    return { anew, ...readLines(fd, { stats, from: anew || !known ? BEGINNING : from, maxBytes }) };
  } catch (error) {
    throw ledgerFailure("read", file, error);
  } finally {
    closeSync(fd);
  }
}

/** A file that was touched and did not grow was written over. */
function continues(fd: number, stats: Stats, { length, tail, stamp }: LedgerPosition): boolean {
  if (stats.size < length || (stats.size === length && formatStamp(stats) !== stamp && stamp !== "")) return false;
  return readAt(fd, Math.max(0, length - TAIL_BYTES), Math.min(TAIL_BYTES, length)).toString("latin1") === tail;
}

interface ReadingPlan {
  readonly stats: Stats;
  readonly from: LedgerPosition;
  readonly maxBytes: number;
}

/** Whole lines; what follows the last of them is left for the next time. */
function readLines(fd: number, { stats, from, maxBytes }: ReadingPlan): Omit<FollowedPiece, "anew"> {
  const found = { records: [] as FollowedRecord[], unreadable: 0, newer: 0 };
  let { lines: line, length, tail } = from;
  let [open, at] = [Buffer.alloc(0), from.length];
  while (at < stats.size && (length - from.length < maxBytes || length === from.length)) {
    const piece = readAt(fd, at, Math.min(Math.max(PIECE_BYTES, open.length), stats.size - at));
    if (piece.length === 0) break;
    at += piece.length;
    const bytes = open.length === 0 ? piece : Buffer.concat([open, piece]);
    const { lines, rest } = splitLines(bytes);
    for (const one of lines) {
      line += 1;
      takeLine(found, { line, offset: length, bytes: one });
      length += one.length + 1;
    }
    const whole = bytes.subarray(0, bytes.length - rest.length);
    if (whole.length > 0) tail = (tail + whole.subarray(-TAIL_BYTES).toString("latin1")).slice(-TAIL_BYTES);
    open = Buffer.from(rest);
  }
  const done = at >= stats.size;
  return { ...found, position: { lines: line, length, tail, stamp: done ? formatStamp(stats) : "" }, done };
}

interface FoundLines {
  readonly records: FollowedRecord[];
  unreadable: number;
  newer: number;
}

function takeLine(found: FoundLines, { line, offset, bytes }: LineRange & { readonly bytes: Buffer }): void {
  const fields = parseFields(bytes.toString("utf8"));
  const parsed = typeof fields?.seq === "number" ? parseRecord(fields, fields.seq) : undefined;
  if (parsed?.kind === "record") found.records.push({ line, offset, record: parsed.record });
  else if (parsed?.kind === "newer") found.newer += 1;
  else found.unreadable += 1;
}

function readAt(fd: number, at: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let got = 0;
  while (got < size) {
    const more = readSync(fd, bytes, got, size - got, at + got);
    if (more === 0) break;
    got += more;
  }
  return bytes.subarray(0, got);
}

function* recordsFrom(file: string, from: LineRange): Generator<FollowedRecord> {
  let position: LedgerPosition = { lines: from.line - 1, length: from.offset, tail: "", stamp: "" };
  const fd = openQuietly(file);
  if (fd === undefined) return;
  try {
    for (let done = false; !done; ) {
      const page = readLines(fd, { stats: fstatSync(fd), from: position, maxBytes: PIECE_BYTES });
      yield* page.records;
      done = page.done || page.position.length === position.length;
      position = page.position;
    }
  } finally {
    closeSync(fd);
  }
}

function openQuietly(path: string): number | undefined {
  try {
    return openIfThere(path);
  } catch (error) {
    if (error instanceof LedgerError) return undefined;
    throw error;
  }
}
