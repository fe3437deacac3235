/** Sessions on disk: one chained file each, in the state directory. */
import * as nodeFs from "node:fs";
import type { SessionStart } from "../../../contract/session.ts";
import type { Snapshot } from "../../record/index.ts";
import type { RecordStore } from "../store.ts";
import type { LedgerFs } from "./chained-types.ts";
import { errorCode } from "./failure.ts";
import { newestInLedger } from "./newest.ts";
import { preparePlace } from "./place.ts";
import { purgeLedger } from "./purge.ts";
import { ledgerReader } from "./reader.ts";
import { rehearseDecision } from "./rehearse.ts";
import { type LedgerOptions, LedgerSession } from "./session.ts";
import { verifyLedger } from "./verify.ts";
import { waitingInLedger } from "./waiting.ts";

/** Sessions whose files stay open in one process; the least recently used rests first. */
const MAX_OPEN = 128;
/** Sessions whose memory is kept, so that using them again costs no reading; the least recently used is dropped first. */
const MAX_KEPT = 1_024;

export function ledgerStore(options: LedgerOptions): RecordStore {
  const { stateDir } = options;
  const sessions = new Map<string, LedgerSession>();
  const open = new Map<string, LedgerSession>();
  const restBut = (id: string): void => {
    for (const [other, session] of open) if (other !== id) session.rest();
    open.clear();
    last = undefined;
  };
  let sums: ReadonlyMap<string, Snapshot> = new Map();
  const makeSession = (id: string, start: SessionStart): LedgerSession => {
    const fs = openingAgain(options.fs ?? nodeFs, () => restBut(id));
    return new LedgerSession({ id, start, sum: sums.get(id) }, { ...options, fs });
  };
  let prepared = false;
  /** The last in both lists. */
  let last: LedgerSession | undefined;
  return {
    open: async (id, start) => {
      if (!prepared) preparePlace(stateDir);
      prepared = true;
      const known = sessions.get(id);
      const session = known ?? makeSession(id, start);
      if (known === undefined || known !== last) {
        useLast(sessions, id, session, MAX_KEPT)?.close();
        useLast(open, id, session, MAX_OPEN)?.rest();
        last = session;
      }
      await session.open();
      return session;
    },
    close: async () => {
      for (const session of sessions.values()) session.close();
      sessions.clear();
      open.clear();
      last = undefined;
    },
    reader: () => ledgerReader(stateDir),
    waiting: async (now) => {
      const found = waitingInLedger(stateDir, now);
      sums = found.sums;
      return found.decisions;
    },
    newest: async (request) => newestInLedger(stateDir, request),
    verify: async (part) => verifyLedger(stateDir, part),
    rehearse: () => rehearseDecision({ ...options, fs: options.fs ?? nodeFs }),
    purge: (request) => purgeLedger({ stateDir, fs: options.fs ?? nodeFs }, request),
  };
}

/** Puts a session last in a list that is in the order of use; the one that has to go, if there is one too many. */
function useLast(
  list: Map<string, LedgerSession>,
  id: string,
  session: LedgerSession,
  most: number,
): LedgerSession | undefined {
  list.delete(id);
  list.set(id, session);
  const [first] = list;
  if (first === undefined || list.size <= most) return undefined;
  list.delete(first[0]);
  return first[1];
}

/** Where there are no descriptors left, others are given back and the file is opened once more. */
function openingAgain(fs: LedgerFs, giveBack: () => void): LedgerFs {
  const openSync: LedgerFs["openSync"] = (...how) => {
    try {
      return fs.openSync(...how);
    } catch (error) {
      if (errorCode(error) !== "EMFILE" && errorCode(error) !== "ENFILE") throw error;
      giveBack();
      return fs.openSync(...how);
    }
  };
  // A copy would look at everything Node's own has, and some of that takes long to load.
  return Object.create(fs, { openSync: { value: openSync, enumerable: true } });
}
