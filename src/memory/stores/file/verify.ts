/** Every ledger of a state directory, checked. Takes no lock. */
import { lstatSync } from "node:fs";
import { type SessionCheck, type SessionRecord, verifyChain, verifySession } from "../../record/index.ts";
import { LedgerError, type LedgerFinding, type Verification, type VerifiedPart } from "../store.ts";
import { readChain, readSession, sessionNames, sessionsByTime } from "./files.ts";
import { purgePlace, refusedPlace, type SessionPlace, sessionPlace } from "./place.ts";

export function verifyLedger(stateDir: string, part?: VerifiedPart): Verification {
  const findings: LedgerFinding[] = [];
  const notes: string[] = [];
  let records = 0;
  const names = namesOf(stateDir, part);
  for (const name of names) {
    const place = sessionPlace(stateDir, name);
    const size = lstatSync(place.file, { throwIfNoEntry: false })?.size ?? 0;
    if (part !== undefined && size > part.maxBytes) {
      notes.push(`${name}: ${size} bytes were not read; log verify reads everything`);
      continue;
    }
    const checked = checkSession(place);
    const { session, damage, newer, note } = checked;
    records += checked.records;
    if (damage !== undefined) findings.push({ name, session, ...damage });
    for (const text of [newer?.what, note]) if (text !== undefined) notes.push(`${session ?? name}: ${text}`);
  }
  const refused = refusedPlace(stateDir);
  if (refused !== undefined) findings.push({ name: "state", session: null, record: 0, what: refused });
  const purges = verifyChain(readChain(purgePlace(stateDir)), () => undefined);
  if (purges.damage !== undefined) findings.push({ name: "purges", session: null, ...purges.damage });
  return { sessions: names.length, records: records + purges.at.seq, findings, notes };
}

const namesOf = (stateDir: string, part: VerifiedPart | undefined): readonly string[] =>
  part === undefined
    ? sessionNames(stateDir)
    : sessionsByTime(stateDir)
        .slice(0, part.newest)
        .map(({ name }) => name);

/** One session that cannot be read is a finding, and keeps nobody from the others. */
export function checkSession(place: SessionPlace, each?: (record: SessionRecord) => void): SessionCheck {
  try {
    return verifySession(readSession(place), each);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    const damage = { record: 0, what: error.message };
    return { session: null, records: 0, newest: undefined, damage, newer: undefined, note: undefined, sum: undefined };
  }
}
