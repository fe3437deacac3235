/** Sessions that live as long as the process: for use as a library. */
import type { LedgerEntry, Memory, SessionStart } from "../../contract/session.ts";
import { begin, remember } from "../session/remember.ts";
import type { Session, SessionStore } from "./store.ts";

export interface MemoryStoreOptions {
  readonly now?: () => number;
  /** Sees every entry after it was recorded. */
  readonly onEntry?: (session: string, entry: LedgerEntry, after: Memory) => void;
}

/** One process is the only writer and a transaction does not wait for anything, so transactions cannot interleave. */
export function memoryStore(options: MemoryStoreOptions = {}): SessionStore {
  const { now = Date.now, onEntry } = options;
  const sessions = new Map<string, Session>();
  return {
    open: async (id, start) => {
      const session = sessions.get(id) ?? beginSession(id, start, now(), onEntry);
      sessions.set(id, session);
      return session;
    },
  };
}

function beginSession(id: string, start: SessionStart, at: number, onEntry: MemoryStoreOptions["onEntry"]): Session {
  let memory = begin(start, at);
  onEntry?.(id, { kind: "start", at, start }, memory);
  return {
    id,
    memory: async () => memory,
    transact: async (body) => {
      const { entries, value } = body(memory);
      for (const entry of entries) {
        memory = remember(memory, entry);
        onEntry?.(id, entry, memory);
      }
      return value;
    },
  };
}
