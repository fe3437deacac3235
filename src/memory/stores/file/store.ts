/** Sessions on disk: one chained file each, the memory folded from it. */

import * as nodeFs from "node:fs";
import { basename } from "node:path";
import { ticks } from "../../../contract/clock.ts";
import type { LedgerEntry, Memory, SessionStart } from "../../../contract/session.ts";
import { countersOf, firstRecordOf, recordOf, sessionRecord } from "../../record/entries.ts";
import type { Position, Read } from "../../record/record.ts";
import { redactEntry } from "../../record/redact.ts";
import { begin, bindTargets, remember } from "../../session/index.ts";
import type { Session, SessionStore } from "../store.ts";
import { Chain, type LedgerFs, type Torn } from "./chain.ts";
import { locked } from "./lock.ts";
import { preparePlace, type SessionPlace, sessionName, sessionPlace } from "./place.ts";
import { RECORD_END_BYTES, readSnapshot, type Snapshot, snapshotText } from "./snapshot.ts";

export interface LedgerOptions {
  readonly stateDir: string;
  readonly now?: () => number;
  readonly lockWaitMs?: number;
  /** For tests of bad days. */
  readonly fs?: LedgerFs;
}

/** Sessions whose files stay open in one process; the least recently used is closed first. */
const MAX_OPEN = 128;
/** Records between two snapshots: a new process reads at most about this many. */
const SNAPSHOT_EVERY = 32;
/** A process that decides much and fast writes them only so often, or after so many records. */
const SNAPSHOT_PAUSE_MS = 250;
const SNAPSHOT_AT_LATEST = 1_024;
/** A large snapshot is written less often: one more record apart for each so many bytes. */
const SNAPSHOT_BYTES_PER_RECORD = 4_096;

export function ledgerStore(options: LedgerOptions): SessionStore {
  const sessions = new Map<string, LedgerSession>();
  let prepared = false;
  return {
    open: async (id, start) => {
      if (!prepared) preparePlace(options.stateDir);
      prepared = true;
      const session = sessions.get(id) ?? new LedgerSession(id, options);
      sessions.delete(id);
      sessions.set(id, session);
      for (const [oldest, idle] of sessions) {
        if (sessions.size <= MAX_OPEN) break;
        idle.close();
        sessions.delete(oldest);
      }
      await session.open(start);
      return session;
    },
    close: async () => {
      for (const session of sessions.values()) session.close();
      sessions.clear();
    },
  };
}

/** One session's file. Closing it frees its descriptors; using it again opens them again. */
class LedgerSession implements Session {
  readonly id: string;
  readonly #place: SessionPlace;
  readonly #options: LedgerOptions;
  readonly #fs: LedgerFs;
  readonly #chain: Chain;
  #memory: Memory;
  #start: SessionStart;
  #snapshotAt = 0;
  #snapshotBytes = 0;
  #snapshotTime = Number.NEGATIVE_INFINITY;

  constructor(id: string, options: LedgerOptions) {
    this.id = id;
    this.#options = options;
    this.#fs = options.fs ?? nodeFs;
    this.#place = sessionPlace(options.stateDir, sessionName(id));
    this.#start = NOWHERE;
    this.#memory = begin(NOWHERE, 0);
    this.#chain = new Chain(this.#fs, this.#place, {
      restart: (head, origin) => this.#restart(head, origin),
      take: (read) => this.#take(read),
    });
  }

  async open(start: SessionStart): Promise<void> {
    if (this.#start === NOWHERE) this.#start = start;
    if (!this.#chain.isOpen) await this.#locked(() => this.#sync());
  }

  async memory(): Promise<Memory> {
    if (!this.#chain.peek()) await this.#locked(() => this.#sync());
    return this.#memory;
  }

  async transact<T>(
    body: (memory: Memory) => { readonly entries: readonly LedgerEntry[]; readonly value: T },
  ): Promise<T> {
    return this.#locked(() => {
      this.#sync();
      const { entries, value } = body(this.#memory);
      this.#record(entries);
      return value;
    });
  }

  close(): void {
    this.#chain.close();
  }

  #locked<T>(work: () => T): Promise<T> {
    return locked(this.#place.lock, work, this.#options.lockWaitMs);
  }

  /** Under the lock: the newest memory, the session begun if it was not, a torn line reported. */
  #sync(): void {
    const { born, torn } = this.#chain.sync();
    if (!born) this.#begin();
    if (torn !== undefined) this.#record([this.#notice(torn)]);
  }

  #begin(): void {
    const at = this.#now();
    const entry = redactEntry({ kind: "start", at, start: this.#start });
    if (entry.kind !== "start") return;
    this.#memory = begin(entry.start, at);
    this.#chain.append([firstRecordOf(this.id, entry, countersOf(this.#memory))]);
  }

  #record(entries: readonly LedgerEntry[]): void {
    let memory = this.#memory;
    const records = entries.map((entry) => {
      const kept = redactEntry(bound(entry));
      memory = remember(memory, kept);
      return recordOf(kept, countersOf(memory));
    });
    this.#chain.append(records);
    this.#memory = memory;
    if (this.#snapshotDue(this.#chain.at.seq - this.#snapshotAt)) this.#writeSnapshot();
  }

  #snapshotDue(records: number): boolean {
    if (records < SNAPSHOT_EVERY + this.#snapshotBytes / SNAPSHOT_BYTES_PER_RECORD) return false;
    return records >= SNAPSHOT_AT_LATEST || ticks() - this.#snapshotTime >= SNAPSHOT_PAUSE_MS;
  }

  /** What the ledger says the counters are, they are: a later version may count otherwise, but not what is past. */
  #take(read: Read): string | undefined {
    const record = sessionRecord(read);
    if (record === undefined) return `record ${read.at.seq} is none this version knows`;
    const { entry, after } = record;
    if (read.at.seq === 1) {
      if (entry.kind !== "start" || record.session !== this.id) return "its first record does not begin this session";
      this.#memory = begin(entry.start, entry.at);
      return undefined;
    }
    const memory = remember(this.#memory, entry);
    this.#memory = { ...memory, consecutiveDenials: after.consecutive, totalDenials: after.total };
    return undefined;
  }

  #restart(head: Position, origin: Position): Position {
    this.#snapshotAt = 0;
    const snapshot = this.#readSnapshot();
    if (snapshot === undefined || snapshot.at.seq > head.seq) return origin;
    this.#snapshotAt = snapshot.at.seq;
    this.#memory = snapshot.memory;
    return snapshot.at;
  }

  #readSnapshot(): Snapshot | undefined {
    try {
      const text = this.#fs.readFileSync(this.#place.snapshot, "utf8");
      this.#snapshotBytes = text.length;
      return readSnapshot(text, (length) => endOf(this.#fs, this.#place.file, length));
    } catch {
      return undefined;
    }
  }

  /** A snapshot that cannot be written costs the next process time, nothing else. */
  #writeSnapshot(): void {
    const text = snapshotText({ at: this.#chain.at, memory: this.#memory });
    this.#snapshotAt = this.#chain.at.seq;
    this.#snapshotBytes = text.length;
    this.#snapshotTime = ticks();
    try {
      replaceFile(this.#fs, this.#place.snapshot, text);
    } catch {
      return;
    }
  }

  #notice(torn: Torn): LedgerEntry {
    const text = `A half-written line of ${torn.bytes} bytes was kept aside in ${basename(torn.keptIn)}; nobody was told what it said.`;
    return { kind: "notice", at: this.#now(), text };
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

const NOWHERE: SessionStart = { projectRoot: "", host: null };

/** Targets are bound before secrets are taken out of them. */
const bound = (entry: LedgerEntry): LedgerEntry =>
  entry.kind === "decision" && entry.decision.behavior !== "allow"
    ? { ...entry, bound: bindTargets(entry.targets) }
    : entry;

function endOf(fs: LedgerFs, file: string, length: number): string {
  const fd = fs.openSync(file, nodeFs.constants.O_RDONLY);
  try {
    const from = Math.max(0, length - RECORD_END_BYTES);
    const buffer = Buffer.alloc(length - from);
    return buffer.toString("latin1", 0, fs.readSync(fd, buffer, 0, buffer.length, from));
  } finally {
    fs.closeSync(fd);
  }
}

/** Whole or not at all. Under the session's lock, so one temporary name is enough. */
function replaceFile(fs: LedgerFs, path: string, text: string): void {
  const temporary = `${path}.new`;
  const { O_WRONLY, O_CREAT, O_TRUNC } = nodeFs.constants;
  const fd = fs.openSync(temporary, O_WRONLY | O_CREAT | O_TRUNC | (nodeFs.constants.O_NOFOLLOW ?? 0), 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) done += fs.writeSync(fd, bytes, done, bytes.length - done);
  } finally {
    fs.closeSync(fd);
  }
  fs.renameSync(temporary, path);
}
