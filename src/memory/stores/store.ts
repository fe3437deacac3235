/** Where sessions are kept. Every store passes `contract.test.ts`; what a record is stands above them, in `record/`. */
import type { Memory, SessionStart, Transaction } from "../../contract/session.ts";
import type { Damage, LoggedRecord, WaitingDecision } from "../record/index.ts";

/** What the gate needs of a store: in memory for a library, in the ledger for the command, in PostgreSQL for a fleet. */
export interface SessionStore {
  /** Opens a session, or begins it with `start`. Rejects with a `LedgerError` when the record cannot be trusted or written. */
  open(id: string, start: SessionStart): Promise<Session>;
  close?(): Promise<void>;
}

export interface Session {
  readonly id: string;
  /** As of now, entries of other processes included. Without the lock. */
  memory(): Promise<Memory>;
  /**
   * Runs `body` under the session's lock with the newest memory. What it returns in `entries` is recorded, in order,
   * before the promise resolves; nothing is recorded if it throws. Never held across a model call.
   */
  transact<T>(body: Transaction<T>): Promise<T>;
}

/** What people need of one besides: to read the record, check it, approve from it and clear it. */
export interface RecordStore extends SessionStore {
  close(): Promise<void>;
  /** A reader of its own, which begins with the first record. */
  reader(): RecordReader;
  /** The last records that match, oldest first, without reading all of them. Trusts no chain. */
  newest(request: NewestRequest): Promise<RecordPage>;
  /** What was asked or denied lately in any session, newest first; each session is checked while it is read. */
  waiting(now: number): Promise<readonly WaitingDecision[]>;
  /** All of it, or only the sessions used last. */
  verify(part?: VerifiedPart): Promise<Verification>;
  /** Does what a decision does, on a session of its own that does not stay. Rejects with a `LedgerError` where it cannot. */
  rehearse(): Promise<void>;
  /** Removes whole sessions that ended long ago, and records that it did. */
  purge(request: PurgeRequest): Promise<PurgeResult>;
}

export interface RecordReader {
  /** The records since the last call: in the order of time, those of one session in their own order. Trusts no chain. */
  next(): Promise<RecordPage>;
}

export interface NewestRequest {
  readonly limit: number;
  /** Nothing older is looked at. */
  readonly since?: number | undefined;
  readonly session?: string | undefined;
  readonly matches: (record: LoggedRecord) => boolean;
}

export interface VerifiedPart {
  readonly newest: number;
  /** Longer records are left out, and a note says so. */
  readonly maxBytes: number;
}

export interface RecordPage {
  readonly records: readonly LoggedRecord[];
  /** Lines that are no records. */
  readonly unreadable: number;
  /** Records of a later version. */
  readonly newer: number;
}

export interface LedgerFinding extends Damage {
  /** The hash of the session's id. */
  readonly name: string;
  readonly session: string | null;
}

export interface Verification {
  readonly sessions: number;
  readonly records: number;
  /** Empty: everything is as it was written. */
  readonly findings: readonly LedgerFinding[];
  /** Worth knowing, and no damage: half-written lines, records of a later version. */
  readonly notes: readonly string[];
}

export interface PurgeRequest {
  /** Sessions whose newest record is older than this. */
  readonly before: number;
  readonly now: number;
  /** Also sessions whose record does not hold: what it could have shown is gone then. */
  readonly damaged?: boolean;
  /** Only say what would go. */
  readonly dryRun?: boolean;
}

export interface PurgedSession {
  readonly name: string;
  readonly session: string | null;
  readonly records: number;
  /** When its newest record was made. */
  readonly ended: number;
}

export interface PurgeResult {
  readonly purged: readonly PurgedSession[];
  /** Old enough, and left where it is: its record does not hold, or a later version wrote it. */
  readonly left: readonly (PurgedSession & { readonly why: string })[];
}

/** The record cannot be read, written or trusted: the gate denies and says so. */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
}
