/** The files of a record as they are now, read without a lock. What is not there is undefined. */
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { stateLayout } from "../../../contract/state-dir.ts";
import type { ChainBytes } from "../../record/index.ts";
import type { ChainPlace } from "./chained-file.ts";
import { errorCode, ledgerFailure } from "./failure.ts";
import { parseHead } from "./head.ts";
import type { SessionPlace } from "./place.ts";

const SUFFIX = ".jsonl";

/** Every session that left a ledger or a head, by the hash of its id. */
export function sessionNames(stateDir: string): readonly string[] {
  const { ledger, heads } = stateLayout(stateDir);
  const files = namesIn(ledger).filter((file) => file.endsWith(SUFFIX));
  const names = new Set([...files.map((file) => file.slice(0, -SUFFIX.length)), ...namesIn(heads)]);
  return [...names].filter((name) => /^[0-9a-f]{64}$/.test(name)).sort();
}

/** The head is read before the ledger, which is never behind its head: a writer at work looks like no damage. */
export function readChain(place: ChainPlace): ChainBytes {
  const head = readIfThere(place.head)?.toString("latin1") ?? "";
  return {
    name: place.name,
    head: head === "" ? undefined : parseHead(head),
    bytes: readIfThere(place.file),
  };
}

/** A snapshot is never ahead of the ledger either. */
export function readSession(place: SessionPlace): ChainBytes & { readonly state: string | undefined } {
  const state = readIfThere(place.snapshot)?.toString("utf8");
  return { state, ...readChain(place) };
}

/** What stands in the file from `from` on. */
export const readTail = (path: string, from: number): Buffer =>
  readOr(Buffer.alloc(0), path, () => {
    const fd = openSync(path, "r");
    try {
      const buffer = Buffer.alloc(Math.max(fstatSync(fd).size - from, 0));
      return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, from));
    } finally {
      closeSync(fd);
    }
  });

/** Zero where there is no such file. */
export const touchedAt = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const readIfThere = (path: string): Buffer | undefined => readOr(undefined, path, () => readFileSync(path));
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
