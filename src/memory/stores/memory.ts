/** Sessions that live as long as the process: for use as a library. Redacted, bound and folded like any other record. */
import type { LedgerEntry, Memory, SessionStart } from "../../contract/session.ts";
import {
  listWaiting,
  type RecordedEntries,
  recordEntries,
  recordStart,
  type SessionRecord,
  sessionName,
  tellsWaiting,
} from "../record/index.ts";
import { mergePages, nameRecord } from "./page.ts";
import type { NewestRequest, PurgeResult, RecordPage, RecordReader, RecordStore, Session } from "./store.ts";

export interface MemoryStoreOptions {
  readonly now?: () => number;
  /** Sees every entry after it was recorded. */
  readonly onEntry?: (session: string, entry: LedgerEntry, after: Memory) => void;
}

/** Records of a session that can be read back; older ones are forgotten, what they added up to is not. */
const MAX_KEPT_RECORDS = 1_000;

interface KeptSession {
  readonly id: string;
  memory: Memory;
  /** The newest, between one and two times as many as are kept. */
  readonly records: SessionRecord[];
  /** How many there were. */
  seq: number;
}

/** One process is the only writer and a transaction does not wait for anything, so transactions cannot interleave. */
export function memoryStore({ now = Date.now, onEntry }: MemoryStoreOptions = {}): RecordStore {
  const sessions = new Map<string, KeptSession>();
  const all = (): readonly KeptSession[] => [...sessions.values()];

  const keep = (kept: KeptSession, { bodies, memory }: RecordedEntries): KeptSession => {
    kept.memory = memory;
    for (const body of bodies) kept.records.push({ ...body, seq: ++kept.seq });
    if (kept.records.length > 2 * MAX_KEPT_RECORDS) kept.records.splice(0, kept.records.length - MAX_KEPT_RECORDS);
    for (const { entry } of bodies) onEntry?.(kept.id, entry, memory);
    return kept;
  };
  const beginSession = (id: string, start: SessionStart): KeptSession => {
    const first = recordStart(id, start, now());
    const kept = { id, memory: first.memory, records: [], seq: 0 };
    sessions.set(id, kept);
    return keep(kept, first);
  };
  const current = (id: string, start: SessionStart): KeptSession => sessions.get(id) ?? beginSession(id, start);

  const open = (id: string, start: SessionStart): Session => ({
    id,
    memory: async () => current(id, start).memory,
    transact: async (body) => {
      const kept = current(id, start);
      const { entries, value } = body(kept.memory);
      keep(kept, recordEntries(kept.memory, entries));
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
    newest: (request) => newestIn(readerOf(all), request),
    rehearse: async () => {},
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

async function newestIn(reader: RecordReader, request: NewestRequest): Promise<RecordPage> {
  const { limit, session, since = Number.NEGATIVE_INFINITY, matches } = request;
  const page = await reader.next();
  const wanted = page.records.filter((one) => (session ?? one.session) === one.session && one.entry.at >= since);
  return { ...page, records: wanted.filter(matches).slice(-limit) };
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
    { session: id, start: memory.start, records: records.filter((one) => tellsWaiting(one, now)), memory },
    now,
  );

const summarize = ({ id, memory, records, seq }: KeptSession): PurgeResult["purged"][number] => ({
  name: sessionName(id),
  session: id,
  records: seq,
  ended: records.at(-1)?.entry.at ?? memory.startedAt,
});
