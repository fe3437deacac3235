import type { LedgerEntry, Memory, SessionStart } from "../../contract/session.ts";

/** Where sessions live: in memory for a library, in the ledger for the command, in PostgreSQL for a fleet. */
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
  transact<T>(body: (memory: Memory) => { readonly entries: readonly LedgerEntry[]; readonly value: T }): Promise<T>;
}

/** The record cannot be read, written or trusted: the gate denies and says so. */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
}
