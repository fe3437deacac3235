/** What waits for a person in any session. Each file is read once: checked, folded and listed in one go. */
import { APPROVABLE_FOR_MS } from "../../../contract/session.ts";
import {
  listWaiting,
  type SessionRecord,
  type Snapshot,
  tellsWaiting,
  type WaitingDecision,
} from "../../record/index.ts";
import { sessionsByTime } from "./files.ts";
import { type SessionPlace, sessionPlace } from "./place.ts";
import { SessionLines } from "./reader.ts";
import { checkSession } from "./verify.ts";

export interface WaitingInLedger {
  readonly decisions: readonly WaitingDecision[];
  /** What each session that holds adds up to, by its id: whoever opens one need not read it again. */
  readonly sums: ReadonlyMap<string, Snapshot>;
}

export function waitingInLedger(stateDir: string, now: number): WaitingInLedger {
  const decisions: WaitingDecision[] = [];
  const sums = new Map<string, Snapshot>();
  for (const { name, touched } of sessionsByTime(stateDir)) {
    if (touched < now - APPROVABLE_FOR_MS) break;
    const place = sessionPlace(stateDir, name);
    const records: SessionRecord[] = [];
    const { session, sum, damage, newer } = checkSession(place, (record) => {
      if (tellsWaiting(record, now)) records.push(record);
    });
    if (session !== null && sum !== undefined) {
      sums.set(session, sum);
      decisions.push(...listWaiting({ session, start: sum.memory.start, records, memory: sum.memory }, now));
    } else {
      decisions.push(...refusedIn(place, damage?.what ?? newer?.what ?? "", now));
    }
  }
  return { decisions: decisions.sort((a, b) => b.at - a.at), sums };
}

/** What cannot be trusted is told, and not approved. */
function refusedIn({ file }: SessionPlace, why: string, now: number): readonly WaitingDecision[] {
  const lines = new SessionLines();
  const records = lines.readFile(file).records.filter((record) => tellsWaiting(record, now));
  const { start } = lines;
  const memory = `the ledger of that session does not hold (${why}): see sallyport log verify`;
  const [first] = records;
  return first === undefined || start === undefined
    ? []
    : listWaiting({ session: first.session, start, records, memory }, now);
}
