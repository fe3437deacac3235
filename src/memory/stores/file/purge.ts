/** Removes whole sessions that ended long ago, and says so in a chain of its own that no purge removes. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../../contract/result.ts";
import { stateLayout } from "../../../contract/state-dir.ts";
import { parseFields, parseRecord, type SessionCheck } from "../../record/index.ts";
import { LedgerError, type PurgedSession, type PurgeRequest, type PurgeResult } from "../store.ts";
import { ChainedFile } from "./chained-file.ts";
import type { ChainFollower, LedgerFs } from "./chained-types.ts";
import { errorCode, ledgerFailure } from "./failure.ts";
import { linesFromEnd, sessionNames, touchedAt } from "./files.ts";
import { acquire } from "./lock.ts";
import { preparePlace, purgePlace, type SessionPlace, sessionPlace } from "./place.ts";
import { userName } from "./process.ts";
import { syncParent } from "./sync.ts";
import { checkSession } from "./verify.ts";

const LOCKED_MS = 1_000;

interface PurgedLedger {
  readonly stateDir: string;
  readonly fs: LedgerFs;
}

export async function purgeLedger({ stateDir, fs }: PurgedLedger, request: PurgeRequest): Promise<PurgeResult> {
  preparePlace(stateDir);
  const purged: PurgedSession[] = [];
  const left: LeftSession[] = [];
  const place = purgePlace(stateDir);
  const release = await acquire(place.lock);
  const chain = new ChainedFile(fs, place, NOBODY);
  try {
    chain.sync();
    const asideOf = asideNames(stateDir);
    for (const name of sessionNames(stateDir)) {
      const session = sessionPlace(stateDir, name);
      if (isYoung(session, request.before)) continue;
      const found = await whileLocked(session, () => {
        const old = findOld(session, request);
        if (old === undefined || "why" in old || request.dryRun === true) return old;
        chain.append([{ at: request.now, entry: { kind: "purged", ...old, by: userName() } }]);
        removeSession(fs, session, asideOf.get(name) ?? []);
        removeBeside(stateDir, name);
        return old;
      });
      if (found === undefined) continue;
      if ("why" in found) left.push(found);
      else purged.push(found);
    }
  } finally {
    chain.close();
    release();
  }
  return { purged, left };
}

/** The chain alone counts. */
const NOBODY: ChainFollower = { restart: (_head, origin) => origin, take: () => undefined };

type LeftSession = PurgeResult["left"][number];
type OldSession = PurgedSession | LeftSession | undefined;

/** One session that is locked for long keeps nobody from the others. */
async function whileLocked(place: SessionPlace, work: () => OldSession): Promise<OldSession> {
  const release = await acquire(place.lock, LOCKED_MS).catch(messageOf);
  if (typeof release === "string")
    return { name: place.name, session: null, records: 0, ended: touchedAt(place.file), why: release };
  try {
    return work();
  } finally {
    release();
  }
}

/** By its last record alone: what is not old is not read. */
function isYoung({ file }: SessionPlace, before: number): boolean {
  try {
    const [line] = linesFromEnd(file);
    const fields = line === undefined ? undefined : parseFields(line.toString("utf8"));
    const parsed = fields === undefined ? undefined : parseRecord(fields, 0);
    return parsed?.kind === "record" && parsed.record.entry.at >= before;
  } catch (error) {
    // What is no file is looked at under the lock.
    if (error instanceof LedgerError) return false;
    throw error;
  }
}

/** The session if it ended before that time; with the reason if it has to stay. */
function findOld(place: SessionPlace, { before, damaged }: PurgeRequest): OldSession {
  const checked = checkSession(place);
  const { session, records } = checked;
  const found = { name: place.name, session, records, ended: endOf(place, checked) };
  if (found.ended >= before) return undefined;
  const why = checked.damage?.what ?? checked.newer?.what;
  return why === undefined || damaged === true ? found : { ...found, why };
}

/** A session that left no readable record ended when its files were last touched. */
const endOf = (place: SessionPlace, checked: SessionCheck): number =>
  checked.newest ?? Math.max(touchedAt(place.file), touchedAt(place.head));

/** The half-written lines that were kept aside, by session. */
function asideNames(stateDir: string): ReadonlyMap<string, readonly string[]> {
  const { ledger } = stateLayout(stateDir);
  const found = new Map<string, string[]>();
  for (const name of readdirSync(ledger)) {
    const [, session] = /^(.+)\.torn-\d+$/.exec(name) ?? [];
    if (session === undefined) continue;
    const names = found.get(session) ?? [];
    names.push(join(ledger, name));
    found.set(session, names);
  }
  return found;
}

/** Whatever interrupts it, what is left is a whole session that can be purged again, or nothing. */
export function removeSession(fs: LedgerFs, place: SessionPlace, aside: readonly string[]): void {
  const chain = new ChainedFile(fs, place, NOBODY);
  chain.forget();
  chain.close();
  for (const path of [place.snapshot, `${place.snapshot}.new`, ...aside, place.file]) remove(fs, path);
  syncParent(fs, place.file);
  remove(fs, place.head);
}

/** What others kept of the session, under the same hash; they make it again where they need it. */
function removeBeside(stateDir: string, name: string): void {
  const { instructions, marks } = stateLayout(stateDir);
  for (const path of [join(instructions, `${name}.md`), join(marks, `${name.slice(0, 32)}.marks`)])
    rmSync(path, { force: true });
}

function remove(fs: LedgerFs, path: string): void {
  try {
    fs.unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw ledgerFailure("purged", path, error);
  }
}
