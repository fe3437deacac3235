/** Removes whole sessions that ended long ago, and says so in a chain of its own that no purge removes. */
import * as nodeFs from "node:fs";
import { basename, dirname, join } from "node:path";
import { Chain } from "./chain.ts";
import { ledgerFailure } from "./failure.ts";
import { acquire } from "./lock.ts";
import { preparePlace, purgePlace, type SessionPlace, sessionPlace } from "./place.ts";
import { userName } from "./process.ts";
import { type Checked, ledgerNames, verifySession } from "./verify.ts";

export interface PurgeOptions {
  readonly stateDir: string;
  /** Sessions whose newest record is older than this. */
  readonly before: number;
  readonly now: number;
  /** Also sessions whose record does not hold: what it could have shown is gone then. */
  readonly damaged?: boolean;
  /** Only say what would go. */
  readonly dryRun?: boolean;
}

export interface Purged {
  readonly name: string;
  readonly session: string | null;
  readonly records: number;
  /** When its newest record was made. */
  readonly ended: number;
}

export interface PurgeResult {
  readonly purged: readonly Purged[];
  /** Old enough, and left where it is: its record does not hold. */
  readonly left: readonly (Purged & { readonly why: string })[];
}

export async function purge(options: PurgeOptions): Promise<PurgeResult> {
  const { stateDir } = options;
  preparePlace(stateDir);
  const purged: Purged[] = [];
  const left: (Purged & { readonly why: string })[] = [];
  const place = purgePlace(stateDir);
  const release = await acquire(place.lock);
  const chain = new Chain(nodeFs, place, { restart: (_head, origin) => origin, take: () => undefined });
  try {
    chain.sync();
    for (const name of ledgerNames(stateDir)) {
      const session = sessionPlace(stateDir, name);
      const releaseSession = await acquire(session.lock);
      try {
        const checked = verifySession(stateDir, name);
        const found = { name, session: checked.session, records: checked.records, ended: endOf(session, checked) };
        if (found.ended >= options.before) continue;
        if (checked.finding !== undefined && options.damaged !== true) {
          left.push({ ...found, why: checked.finding.what });
          continue;
        }
        purged.push(found);
        if (options.dryRun === true) continue;
        chain.append([{ at: options.now, entry: { kind: "purged", ...found, by: userName() } }]);
        removeSession(session);
      } finally {
        releaseSession();
      }
    }
  } finally {
    chain.close();
    release();
  }
  return { purged, left };
}

/** A session that left no readable record ended when its files were last touched. */
function endOf(place: SessionPlace, checked: Checked): number {
  if (checked.newest !== undefined) return checked.newest;
  const times = [place.file, place.head].map((path) => nodeFs.lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(...times);
}

/** The ledger itself goes last: whatever is interrupted can be purged again. */
function removeSession(place: SessionPlace): void {
  const directory = dirname(place.file);
  const aside = nodeFs.readdirSync(directory).filter((name) => name.startsWith(`${basename(place.aside)}-`));
  const paths = [
    place.snapshot,
    `${place.snapshot}.new`,
    ...aside.map((name) => join(directory, name)),
    place.head,
    place.file,
  ];
  for (const path of paths) {
    try {
      nodeFs.rmSync(path, { force: true });
    } catch (error) {
      throw ledgerFailure("purged", path, error);
    }
  }
}
