/** One session's file, and the memory folded from it. */
import * as nodeFs from "node:fs";
import { basename } from "node:path";
import type { LedgerEntry, Memory, SessionStart, Transaction } from "../../../contract/session.ts";
import {
  type ChainedRecord,
  type FoldedSession,
  foldRecord,
  newerRecord,
  type Position,
  parseRecord,
  type RecordedEntries,
  recordEntries,
  recordStart,
  type Snapshot,
  sessionName,
} from "../../record/index.ts";
import type { Session } from "../store.ts";
import { ChainedFile } from "./chained-file.ts";
import type { LedgerFs, LostRecords, TornLine } from "./chained-types.ts";
import { damagedLedger, isMissing, newerLedger } from "./failure.ts";
import { othersWait, withLock } from "./lock.ts";
import { isPlaceThere, preparePlace, type SessionPlace, sessionPlace } from "./place.ts";
import { SnapshotFile } from "./snapshot-file.ts";
import { type Gathered, TogetherQueue } from "./together.ts";

export interface LedgerOptions {
  readonly stateDir: string;
  readonly now?: () => number;
  readonly lockWaitMs?: number;
  /** For a process that serves many at once: calls of one session that come together are recorded together. */
  readonly together?: boolean;
  /** For tests of bad days. */
  readonly fs?: LedgerFs;
}

export interface OpenedSession {
  readonly id: string;
  /** How it begins if there is no record of it. */
  readonly start: SessionStart;
  /** What its record was found to add up to, if it was read before. */
  readonly sum?: Snapshot | undefined;
}

/** Closing it frees its descriptors; using it again opens them again. */
export class LedgerSession implements Session {
  readonly id: string;
  readonly #place: SessionPlace;
  readonly #options: LedgerOptions;
  readonly #chain: ChainedFile;
  readonly #snapshot: SnapshotFile;
  readonly #start: SessionStart;
  readonly #together: TogetherQueue;
  #locking: Promise<unknown> = Promise.resolve();
  /** How many in this process wait for the lock. */
  #queued = 0;
  #seen = false;
  /** Undefined until the record was read or begun. */
  #folded: FoldedSession | undefined;

  constructor({ id, start, sum }: OpenedSession, options: LedgerOptions) {
    this.id = id;
    this.#start = start;
    this.#options = options;
    this.#place = sessionPlace(options.stateDir, sessionName(id));
    const fs = options.fs ?? nodeFs;
    this.#snapshot = new SnapshotFile(fs, this.#place, sum);
    this.#together = new TogetherQueue({
      whileLocked: (work) => this.#withLock(work),
      commit: (gather) => this.#commit(gather),
      mayGoOn: () => this.#queued === 0 && !othersWait(this.#place.lock),
    });
    this.#chain = new ChainedFile(fs, this.#place, {
      restart: (head, origin) => this.#restart(head, origin),
      take: (record) => this.#take(record),
    });
  }

  async open(): Promise<void> {
    if (!this.#chain.isOpen) await this.#withLock(() => this.#sync());
  }

  async memory(): Promise<Memory> {
    if (this.#folded === undefined || !(this.#seen || this.#look())) return this.#withLock(() => this.#sync());
    return this.#folded.memory;
  }

  /** Where calls are many, one look holds for all that came in at the same moment; what they record sees the newest anyway. */
  #look(): boolean {
    const isKnown = this.#chain.peek();
    if (isKnown && this.#options.together === true) {
      this.#seen = true;
      setImmediate(this.#forgetLook);
    }
    return isKnown;
  }

  readonly #forgetLook = (): void => {
    this.#seen = false;
  };

  transact<T>(body: Transaction<T>): Promise<T> {
    if (this.#options.together === true) return this.#together.add(body);
    return this.#withLock(() => {
      const before = this.#sync();
      const { entries, value } = body(before);
      this.#record(before, entries);
      return value;
    });
  }

  /** Gives its descriptors back and keeps its memory. */
  rest(): void {
    this.#chain.rest();
  }

  close(): void {
    this.#chain.close();
  }

  /** One after the other: within this process nobody has to look again and again whether the lock is free. */
  #withLock<T>(work: () => T | Promise<T>): Promise<T> {
    this.#queued++;
    const done = this.#locking.then(() => {
      this.#queued--;
      return this.#lockAndWork(work);
    });
    this.#locking = done.catch(() => undefined);
    return done;
  }

  /** A state directory that disappeared is made again, once; what was in it is gone, and the session begins anew. */
  async #lockAndWork<T>(work: () => T | Promise<T>): Promise<T> {
    const { stateDir, lockWaitMs } = this.#options;
    try {
      return await withLock(this.#place.lock, work, lockWaitMs);
    } catch (error) {
      if (!isMissing(error) || isPlaceThere(stateDir)) throw error;
      this.close();
      preparePlace(stateDir);
      return withLock(this.#place.lock, work, lockWaitMs);
    }
  }

  /** Under the lock: the newest memory, the session begun if it was not, a torn line reported. */
  #sync(): Memory {
    const { born, torn, lost } = this.#chain.sync();
    const memory = born ? this.#known() : this.#begin();
    if (lost === undefined && torn === undefined) return memory;
    const notices = [lost && this.#lostNotice(lost), torn && this.#notice(torn)].filter((one) => one !== undefined);
    const after = this.#record(memory, notices);
    if (lost !== undefined) this.#snapshot.replaceAhead({ at: this.#chain.at, memory: after });
    return after;
  }

  #known(): Memory {
    if (this.#folded === undefined) throw damagedLedger(this.#place.file, "its beginning was not read");
    return this.#folded.memory;
  }

  #begin(): Memory {
    const { bodies, memory } = recordStart(this.id, this.#start, this.#now());
    this.#chain.append(bodies);
    this.#folded = { session: this.id, memory };
    return memory;
  }

  #record(before: Memory, entries: readonly LedgerEntry[]): Memory {
    return this.#keep(recordEntries(before, entries));
  }

  #keep({ bodies, memory }: RecordedEntries): Memory {
    this.#chain.append(bodies);
    this.#folded = { session: this.id, memory };
    this.#snapshot.keep({ at: this.#chain.at, memory });
    return memory;
  }

  async #commit(gather: (before: Memory) => Gathered): Promise<void> {
    const { bodies, memory, tell } = gather(this.#sync());
    await this.#chain.appendAside(bodies);
    this.#folded = { session: this.id, memory };
    tell();
    await this.#snapshot.keepAside({ at: this.#chain.at, memory });
  }

  #take({ value, at }: ChainedRecord): string | undefined {
    const parsed = parseRecord(value, at.seq);
    if (parsed.kind === "newer") throw newerLedger(this.#place.file, newerRecord(at.seq, parsed.what));
    if (parsed.kind === "malformed") return `record ${at.seq} is not what any version writes`;
    const next = foldRecord(at.seq === 1 ? undefined : this.#folded, parsed.record, this.#place.name);
    if (!next.ok) return `record ${at.seq} ${next.error}`;
    this.#folded = next.value;
    return undefined;
  }

  #restart(head: Position, origin: Position): Position {
    const snapshot = this.#snapshot.find(head);
    this.#folded = snapshot === undefined ? undefined : { session: this.id, memory: snapshot.memory };
    return snapshot?.at ?? origin;
  }

  #lostNotice({ first, last }: LostRecords): LedgerEntry {
    const text = `Records ${first} to ${last} are gone from the end of this record: the machine lost power before they were on its disk, or somebody cut them off. The session goes on without them.`;
    return { kind: "notice", at: this.#now(), text, lost: last - first + 1 };
  }

  #notice(torn: TornLine): LedgerEntry {
    const text = `A half-written line of ${torn.bytes} bytes was kept aside in ${basename(torn.keptIn)}; nobody was told what it said.`;
    return { kind: "notice", at: this.#now(), text };
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}
