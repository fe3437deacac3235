/** Sessions that live as long as the process: for use as a library. Redacted, bound and folded like any other record. */
import type { LedgerEntry, Memory, SessionStart } from "../../contract/session.ts";
import {
  isRecentRefusal,
  listWaiting,
  type RecordedEntries,
  recordEntries,
  recordStart,
  type SessionRecord,
  sessionName,
} from "../record/index.ts";
import { mergePages, nameRecord } from "./page.ts";
import type { PurgeResult, RecordReader, RecordStore, Session } from "./store.ts";

export interface MemoryStoreOptions {
  readonly now?: () => number;
  /** Sees every entry after it was recorded. */
  readonly onEntry?: (session: string, entry: LedgerEntry, after: Memory) => void;
}

/** Records of a session that can be read back; older ones are forgotten, what they added up to is not. */
const MAX_KEPT_RECORDS = 1_000;

interface KeptSession {
  readonly id: string;
  readonly memory: Memory;
  readonly records: readonly SessionRecord[];
  /** How many there were. */
  readonly seq: number;
}

/** One process is the only writer and a transaction does not wait for anything, so transactions cannot interleave. */
export function memoryStore({ now = Date.now, onEntry }: MemoryStoreOptions = {}): RecordStore {
  const sessions = new Map<string, KeptSession>();
  const all = (): readonly KeptSession[] => [...sessions.values()];

  const keep = (id: string, before: KeptSession | undefined, { bodies, memory }: RecordedEntries): KeptSession => {
    const seq = before?.seq ?? 0;
    const added = bodies.map((body, n) => ({ seq: seq + n + 1, ...body }));
    const records = [...(before?.records ?? []), ...added].slice(-MAX_KEPT_RECORDS);
    const kept = { id, memory, records, seq: seq + added.length };
    sessions.set(id, kept);
    for (const { entry } of bodies) onEntry?.(id, entry, memory);
    return kept;
  };
  const current = (id: string, start: SessionStart): KeptSession =>
    sessions.get(id) ?? keep(id, undefined, recordStart(id, start, now()));

  const open = (id: string, start: SessionStart): Session => ({
    id,
    memory: async () => current(id, start).memory,
    transact: async (body) => {
      const before = current(id, start);
      const { entries, value } = body(before.memory);
      keep(id, before, recordEntries(before.memory, entries));
      return value;
    },
  });

  return {
    open: async (id, start) => {
      current(id, start);
      return open(id, start);
    },
    close: async () => {},
    reader: () => readerOf(all),
    waiting: async (at) =>
      all()
        .flatMap((one) => waitingIn(one, at))
        .sort((a, b) => b.at - a.at),
    verify: async () => ({
      sessions: sessions.size,
      records: all().reduce((sum, { seq }) => sum + seq, 0),
      findings: [],
      notes: [],
    }),
    purge: async ({ before, dryRun }) => {
      const purged = all()
        .map(summarize)
        .filter(({ ended }) => ended < before);
      if (dryRun !== true) for (const { session } of purged) sessions.delete(session ?? "");
      return { purged, left: [] };
    },
  };
}

function readerOf(all: () => readonly KeptSession[]): RecordReader {
  const seen = new Map<string, number>();
  const next = ({ id, memory, records, seq }: KeptSession) => {
    const from = seen.get(id) ?? 0;
    seen.set(id, seq);
    const fresh = records.filter((record) => record.seq > from);
    return { records: fresh.map((record) => nameRecord(id, memory.start, record)), unreadable: 0, newer: 0 };
  };
  return { next: async () => mergePages(all().map(next)) };
}

const waitingIn = ({ id, memory, records }: KeptSession, now: number) =>
  listWaiting(
    { session: id, start: memory.start, records: records.filter((one) => isRecentRefusal(one, now)), memory },
    now,
  );

const summarize = ({ id, memory, records, seq }: KeptSession): PurgeResult["purged"][number] => ({
  name: sessionName(id),
  session: id,
  records: seq,
  ended: records.at(-1)?.entry.at ?? memory.startedAt,
});
