/** The files of the record. A directory somebody else could change is no place for it. */
import * as nodeFs from "node:fs";
import { chmodSync, lstatSync, mkdirSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { stateLayout } from "../../../contract/state-dir.ts";
import { LedgerError } from "../store.ts";
import type { ChainPlace } from "./chained-types.ts";
import { ledgerFailure } from "./failure.ts";
import { syncParent } from "./sync.ts";

const OTHERS_MAY_WRITE = 0o022;
const OTHERS_MAY = 0o077;
const PRIVATE = 0o700;

export interface LockedPlace extends ChainPlace {
  readonly lock: string;
}

export interface SessionPlace extends LockedPlace {
  readonly snapshot: string;
}

/** The files of one session; `name` is the hash of its id. */
export function sessionPlace(stateDir: string, name: string): SessionPlace {
  const base = join(stateLayout(stateDir).ledger, name);
  return { ...chainPlace(stateDir, name, base), snapshot: `${base}.state` };
}

/** The record of what was purged: a chain of its own, which no purge removes. */
export const purgePlace = (stateDir: string): LockedPlace =>
  chainPlace(stateDir, "purges", stateLayout(stateDir).purges);

const chainPlace = (stateDir: string, name: string, base: string): LockedPlace => ({
  name,
  file: `${base}.jsonl`,
  head: join(stateLayout(stateDir).heads, name),
  aside: `${base}.torn`,
  lock: join(stateLayout(stateDir).locks, name),
});

/** Makes the directories, or shows that those that are there are this user's alone. Throws a `LedgerError`. */
export function preparePlace(stateDir: string): void {
  try {
    const { ledger, heads, locks } = stateLayout(stateDir);
    for (const directory of [stateDir, ledger, heads, locks]) {
      inspect(directory, lstatSync(directory, { throwIfNoEntry: false }) ?? makeDirectory(directory));
    }
  } catch (error) {
    throw ledgerFailure("opened", stateDir, error);
  }
}

export const isPlaceThere = (stateDir: string): boolean => {
  const { ledger, heads, locks } = stateLayout(stateDir);
  return [ledger, heads, locks].every((one) => lstatSync(one, { throwIfNoEntry: false }) !== undefined);
};

function makeDirectory(directory: string): Stats {
  const first = mkdirSync(directory, { recursive: true, mode: PRIVATE }) ?? directory;
  for (let made = directory; made.length >= first.length; made = dirname(made)) syncParent(nodeFs, made);
  return lstatSync(directory);
}

/** Why whoever writes there refuses the place, as it stands; undefined where it does not, or nothing is there. */
export function refusedPlace(stateDir: string): string | undefined {
  const { ledger, heads, locks } = stateLayout(stateDir);
  try {
    for (const directory of [stateDir, ledger, heads, locks]) {
      const found = lstatSync(directory, { throwIfNoEntry: false });
      if (found !== undefined) refuse(directory, found);
    }
    return undefined;
  } catch (error) {
    return ledgerFailure("opened", stateDir, error).message;
  }
}

function inspect(directory: string, found: Stats): void {
  refuse(directory, found);
  if (process.getuid !== undefined && (found.mode & OTHERS_MAY) !== 0) chmodSync(directory, PRIVATE);
}

function refuse(directory: string, found: Stats): void {
  if (found.isSymbolicLink()) throw refusal(directory, "it is a link");
  if (!found.isDirectory()) throw refusal(directory, "it is not a directory");
  if (process.getuid === undefined) return;
  if (found.uid !== process.getuid()) throw refusal(directory, `it belongs to user ${found.uid}, not to this one`);
  if ((found.mode & OTHERS_MAY_WRITE) !== 0) throw refusal(directory, "others may write to it");
}

const refusal = (directory: string, why: string): LedgerError =>
  new LedgerError(
    `The state directory is refused: ${directory}: ${why}. Make it a directory of this user with mode 0700, or set another one.`,
  );
