/** Records of sessions as pages to be read. */
import type { SessionStart } from "../../contract/session.ts";
import type { LoggedRecord, SessionRecord } from "../record/index.ts";
import type { RecordPage } from "./store.ts";

/** A decision names the host it came from; anything else is the host's that the session began with. */
export function nameRecord(session: string, start: SessionStart | undefined, record: SessionRecord): LoggedRecord {
  const { seq, entry, after } = record;
  const own = entry.kind === "decision" ? entry.action.host : undefined;
  return { session, host: own ?? start?.host ?? null, byHand: start?.byHand === true, seq, entry, after };
}

/** In the order of time; records of one session stay in their own order, whatever the clock did. */
export function mergePages(sessions: readonly RecordPage[]): RecordPage {
  const timed = sessions.flatMap(({ records }) => {
    let time = Number.NEGATIVE_INFINITY;
    return records.map((record) => {
      time = Math.max(time, record.entry.at);
      return { time, record };
    });
  });
  return {
    records: timed.sort((a, b) => a.time - b.time).map(({ record }) => record),
    unreadable: sessions.reduce((sum, { unreadable }) => sum + unreadable, 0),
    newer: sessions.reduce((sum, { newer }) => sum + newer, 0),
  };
}
