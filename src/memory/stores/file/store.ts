/** Sessions on disk: one chained file each, in the state directory. */
import type { Snapshot } from "../../record/index.ts";
import type { RecordStore } from "../store.ts";
import { preparePlace } from "./place.ts";
import { purgeLedger } from "./purge.ts";
import { ledgerReader } from "./reader.ts";
import { type LedgerOptions, LedgerSession } from "./session.ts";
import { verifyLedger } from "./verify.ts";
import { waitingInLedger } from "./waiting.ts";

/** Sessions whose files stay open in one process; the least recently used is closed first. */
const MAX_OPEN = 128;

export function ledgerStore(options: LedgerOptions): RecordStore {
  const { stateDir } = options;
  const sessions = new Map<string, LedgerSession>();
  let sums: ReadonlyMap<string, Snapshot> = new Map();
  let prepared = false;
  return {
    open: async (id, start) => {
      if (!prepared) preparePlace(stateDir);
      prepared = true;
      const session = sessions.get(id) ?? new LedgerSession({ id, start, sum: sums.get(id) }, options);
      sessions.delete(id);
      sessions.set(id, session);
      for (const [oldest, idle] of sessions) {
        if (sessions.size <= MAX_OPEN) break;
        idle.close();
        sessions.delete(oldest);
      }
      await session.open();
      return session;
    },
    close: async () => {
      for (const session of sessions.values()) session.close();
      sessions.clear();
    },
    reader: () => ledgerReader(stateDir),
    waiting: async (now) => {
      const found = waitingInLedger(stateDir, now);
      sums = found.sums;
      return found.decisions;
    },
    verify: async () => verifyLedger(stateDir),
    purge: (request) => purgeLedger(stateDir, request),
  };
}
