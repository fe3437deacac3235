/** The files of a record as they are now, read without a lock. What is not there is undefined. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { stateLayout } from "../../../contract/state-dir.ts";
import { type ChainSource, origin, splitLines } from "../../record/index.ts";
import { LedgerError } from "../store.ts";
import type { ChainPlace } from "./chained-types.ts";
import { errorCode, ledgerFailure } from "./failure.ts";
import { isUnfinishedHead, parseHead } from "./head.ts";
import type { SessionPlace } from "./place.ts";

const SUFFIX = ".jsonl";
const FILE = /^[0-9a-f]{64}\.jsonl$/;
const HEAD = /^[0-9a-f]{64}$/;
const PIECE_BYTES = 1 << 20;
const BACKWARD_BYTES = 1 << 13;

/** Every session that left a ledger or a head, by the hash of its id. */
export const sessionNames = (stateDir: string): readonly string[] => {
  const { files, removed } = sessionsIn(stateDir);
  return [...files, ...removed].sort();
};

/** The same, the one used last first; where only a head is left, by its time. */
export function sessionsByTime(stateDir: string): readonly { readonly name: string; readonly touched: number }[] {
  const { ledger, heads } = stateLayout(stateDir);
  const { files, removed } = sessionsIn(stateDir);
  return [
    ...files.map((name) => ({ name, touched: touchedAt(`${ledger}/${name}${SUFFIX}`) })),
    ...removed.map((name) => ({ name, touched: touchedAt(`${heads}/${name}`) })),
  ].sort((a, b) => b.touched - a.touched);
}

/** Every session that has a file in the directory of ledgers. */
export const ledgerNames = (ledger: string): readonly string[] =>
  namesIn(ledger).flatMap((base) => (FILE.test(base) ? [base.slice(0, -SUFFIX.length)] : []));

function sessionsIn(stateDir: string): { readonly files: readonly string[]; readonly removed: readonly string[] } {
  const { ledger, heads } = stateLayout(stateDir);
  const files = new Set(ledgerNames(ledger));
  return { files: [...files], removed: namesIn(heads).filter((name) => HEAD.test(name) && !files.has(name)) };
}

/** The head is read before the ledger, which is never behind its head: a writer at work looks like no damage. */
export function readChain(place: ChainPlace): ChainSource {
  const head = readText(place.head, "latin1");
  const found = lstatSync(place.file, { throwIfNoEntry: false });
  const isUnborn = head === "" || ((found?.size ?? 0) === 0 && isUnfinishedHead(head, origin(place.name)));
  return {
    name: place.name,
    head: isUnborn ? undefined : parseHead(head),
    pieces: found === undefined ? undefined : piecesOf(place.file),
  };
}

/** A snapshot is never ahead of the ledger either. */
export function readSession(place: SessionPlace): ChainSource & { readonly state: string | undefined } {
  const state =
    lstatSync(place.snapshot, { throwIfNoEntry: false }) === undefined ? undefined : readText(place.snapshot, "utf8");
  return { state, ...readChain(place) };
}

const readText = (path: string, encoding: "latin1" | "utf8"): string =>
  Buffer.concat([...piecesOf(path)]).toString(encoding);

/** What stands in the file from `from` on, in pieces: a file may be larger than any buffer. Nothing where there is none. */
export function* piecesOf(path: string, from = 0): Generator<Buffer> {
  const fd = openIfThere(path);
  if (fd === undefined) return;
  try {
    const { size } = fstatSync(fd);
    for (let at = from; at < size; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size - at));
      const got = readSync(fd, piece, 0, piece.length, at);
      if (got === 0) return;
      at += got;
      yield piece.subarray(0, got);
    }
  } catch (error) {
    throw ledgerFailure("read", path, error);
  } finally {
    closeSync(fd);
  }
}

/** The whole lines of a file from its first to its last, without their newlines. */
export function* linesFromStart(path: string): Generator<Buffer> {
  let open: Buffer = Buffer.alloc(0);
  for (const piece of piecesOf(path)) {
    const { lines, rest } = splitLines(Buffer.concat([open, piece]));
    yield* lines;
    open = rest;
  }
}

/** The whole lines of a file from its last to its first, without their newlines. */
export function* linesFromEnd(path: string): Generator<Buffer> {
  const fd = openIfThere(path);
  if (fd === undefined) return;
  try {
    // What follows the last newline was not written to its end: nothing is yielded before one was seen.
    let open: Buffer | undefined;
    let after: Buffer = Buffer.alloc(0);
    for (let end = fstatSync(fd).size; end > 0; ) {
      const size = Math.min(Math.max(BACKWARD_BYTES, after.length), end);
      const piece = Buffer.alloc(size);
      const got = readSync(fd, piece, 0, size, end - size);
      end -= size;
      const { lines, rest } = splitLines(Buffer.concat([piece.subarray(0, got), after]));
      const whole = open === undefined ? lines : [...lines, rest];
      after = whole[0] ?? rest;
      if (whole.length === 0) continue;
      open = after;
      for (const line of whole.slice(1).reverse()) yield line;
    }
    if (open !== undefined && open.length > 0) yield open;
  } catch (error) {
    throw ledgerFailure("read", path, error);
  } finally {
    closeSync(fd);
  }
}

/** Never waits and follows no link, as whoever writes it: what is no file, such as a FIFO, is an error. Undefined where there is none. */
export function openIfThere(path: string): number | undefined {
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    if (fstatSync(fd).isFile()) return fd;
    closeSync(fd);
    throw new LedgerError(`The ledger could not be read: ${path} is not a file. Remove it.`);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw ledgerFailure("read", path, error);
  }
}

/** Zero where there is no such file. */
export const touchedAt = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const namesIn = (directory: string): readonly string[] => readOr([], directory, () => readdirSync(directory));

/** `nothing` where there is no such file; any other failure is a `LedgerError`. */
function readOr<T>(nothing: T, path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return nothing;
    throw ledgerFailure("read", path, error);
  }
}
