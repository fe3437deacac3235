/** Where the record lives. A directory somebody else could change is no place for it. */
import { chmodSync, lstatSync, mkdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../../contract/key.ts";
import { LedgerError } from "../store.ts";
import type { ChainPlace } from "./chain.ts";
import { ledgerFailure } from "./failure.ts";

const OTHERS_MAY_WRITE = 0o022;
const OTHERS_MAY = 0o077;
const PRIVATE = 0o700;

export const ledgerDirectory = (stateDir: string): string => join(stateDir, "ledger");
export const headDirectory = (stateDir: string): string => join(stateDir, "heads");

export const lockDirectory = (stateDir: string): string => join(stateDir, "locks");

export interface SessionPlace extends ChainPlace {
  readonly lock: string;
  readonly snapshot: string;
}

export const sessionName = (id: string): string => sha256(id);

/** The files of one session; `name` is the hash of its id. */
export function sessionPlace(stateDir: string, name: string): SessionPlace {
  const base = join(ledgerDirectory(stateDir), name);
  return {
    name,
    file: `${base}.jsonl`,
    head: join(headDirectory(stateDir), name),
    aside: `${base}.torn`,
    lock: join(lockDirectory(stateDir), name),
    snapshot: `${base}.state`,
  };
}

/** The record of what was purged: a chain of its own, which no purge removes. */
export function purgePlace(stateDir: string): ChainPlace & { readonly lock: string } {
  const base = join(stateDir, "purges");
  return {
    name: "purges",
    file: `${base}.jsonl`,
    head: join(headDirectory(stateDir), "purges"),
    aside: `${base}.torn`,
    lock: join(lockDirectory(stateDir), "purges"),
  };
}

/** Makes the directories, or shows that those that are there are this user's alone. Throws a `LedgerError`. */
export function preparePlace(stateDir: string): void {
  try {
    for (const directory of [stateDir, ledgerDirectory(stateDir), headDirectory(stateDir), lockDirectory(stateDir)]) {
      inspect(directory, lstatSync(directory, { throwIfNoEntry: false }) ?? made(directory));
    }
  } catch (error) {
    throw ledgerFailure("opened", stateDir, error);
  }
}

function made(directory: string): Stats {
  mkdirSync(directory, { recursive: true, mode: PRIVATE });
  return lstatSync(directory);
}

function inspect(directory: string, found: Stats): void {
  if (found.isSymbolicLink()) throw refused(directory, "it is a link");
  if (!found.isDirectory()) throw refused(directory, "it is not a directory");
  if (process.getuid === undefined) return;
  if (found.uid !== process.getuid()) throw refused(directory, `it belongs to user ${found.uid}, not to this one`);
  if ((found.mode & OTHERS_MAY_WRITE) !== 0) throw refused(directory, "others may write to it");
  if ((found.mode & OTHERS_MAY) !== 0) chmodSync(directory, PRIVATE);
}

const refused = (directory: string, why: string): LedgerError =>
  new LedgerError(
    `The state directory is refused: ${directory}: ${why}. Make it a directory of this user with mode 0700, or set another one.`,
  );
