/** Removes whole sessions that ended long ago, and says so in a chain of its own that no purge removes. */
import * as nodeFs from "node:fs";
import { basename, dirname, join } from "node:path";
import { type SessionCheck, verifySession } from "../../record/index.ts";
import type { PurgedSession, PurgeRequest, PurgeResult } from "../store.ts";
import { ChainedFile } from "./chained-file.ts";
import { ledgerFailure } from "./failure.ts";
import { readSession, sessionNames, touchedAt } from "./files.ts";
import { acquire, withLock } from "./lock.ts";
import { preparePlace, purgePlace, type SessionPlace, sessionPlace } from "./place.ts";
import { userName } from "./process.ts";

export async function purgeLedger(stateDir: string, request: PurgeRequest): Promise<PurgeResult> {
  preparePlace(stateDir);
  const purged: PurgedSession[] = [];
  const left: LeftSession[] = [];
  const place = purgePlace(stateDir);
  const release = await acquire(place.lock);
  const chain = new ChainedFile(nodeFs, place, { restart: (_head, origin) => origin, take: () => undefined });
  try {
    chain.sync();
    for (const name of sessionNames(stateDir)) {
      const session = sessionPlace(stateDir, name);
      await withLock(session.lock, () => {
        const found = findOld(session, request);
        if (found === undefined) return;
        if ("why" in found) return void left.push(found);
        purged.push(found);
        if (request.dryRun === true) return;
        chain.append([{ at: request.now, entry: { kind: "purged", ...found, by: userName() } }]);
        removeSession(session);
      });
    }
  } finally {
    chain.close();
    release();
  }
  return { purged, left };
}

type LeftSession = PurgeResult["left"][number];

/** The session if it ended before that time; with the reason if it has to stay. */
function findOld(place: SessionPlace, { before, damaged }: PurgeRequest): PurgedSession | LeftSession | undefined {
  const checked = verifySession(readSession(place));
  const { session, records } = checked;
  const found = { name: place.name, session, records, ended: endOf(place, checked) };
  if (found.ended >= before) return undefined;
  const why = checked.damage?.what ?? checked.newer?.what;
  return why === undefined || damaged === true ? found : { ...found, why };
}

/** A session that left no readable record ended when its files were last touched. */
const endOf = (place: SessionPlace, checked: SessionCheck): number =>
  checked.newest ?? Math.max(touchedAt(place.file), touchedAt(place.head));

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
