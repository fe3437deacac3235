/** Every ledger of a state directory, checked. Takes no lock. */
import { verifyChain, verifySession } from "../../record/index.ts";
import type { LedgerFinding, Verification } from "../store.ts";
import { readChain, readSession, sessionNames } from "./files.ts";
import { purgePlace, sessionPlace } from "./place.ts";

export function verifyLedger(stateDir: string): Verification {
  const findings: LedgerFinding[] = [];
  const notes: string[] = [];
  let records = 0;
  const names = sessionNames(stateDir);
  for (const name of names) {
    const checked = verifySession(readSession(sessionPlace(stateDir, name)));
    const { session, damage, newer, note } = checked;
    records += checked.records;
    if (damage !== undefined) findings.push({ name, session, ...damage });
    for (const text of [newer?.what, note]) if (text !== undefined) notes.push(`${session ?? name}: ${text}`);
  }
  const purges = verifyChain(readChain(purgePlace(stateDir)), () => undefined);
  if (purges.damage !== undefined) findings.push({ name: "purges", session: null, ...purges.damage });
  return { sessions: names.length, records: records + purges.at.seq, findings, notes };
}
