/** For tests: a state directory of their own, filled through the real store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { DecisionRecord } from "../../contract/decision.ts";
import type { LedgerEntry, Memory } from "../../contract/session.ts";
import { sessionName } from "../record/index.ts";
import { sessionPlace } from "../stores/file/place.ts";
import type { LedgerOptions } from "../stores/file/session.ts";
import { ledgerStore } from "../stores/file/store.ts";
import type { Session } from "../stores/store.ts";
import { SAMPLE_START, sampleEntry } from "./samples.ts";

/** Goes away when the test ends. */
export function scratchState(): string {
  const base = mkdtempSync(join(tmpdir(), "sallyport-ledger-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  return join(base, "state");
}

export const placeOf = (stateDir: string, id: string) => sessionPlace(stateDir, sessionName(id));

export const openSession = (stateDir: string, id: string, more: Partial<LedgerOptions> = {}): Promise<Session> =>
  ledgerStore({ stateDir, ...more }).open(id, SAMPLE_START);

export const record = (session: Session, ...entries: readonly LedgerEntry[]): Promise<Memory> =>
  session.transact((memory) => ({ entries, value: memory }));

export const decided = (id: string, more: Partial<DecisionRecord> = {}): LedgerEntry =>
  sampleEntry({ id, behavior: "deny", by: "classifier", ...more }, { call: `call-${id}` });
