/** The file beside a ledger that spares a short-lived process most of it: when it is written, and whether it can be used. */
import { constants } from "node:fs";
import { ticks } from "../../../contract/clock.ts";
import { agreesWith, formatSnapshot, type Position, parseSnapshot, type Snapshot } from "../../record/index.ts";
import type { LedgerFs } from "./chained-types.ts";
import type { SessionPlace } from "./place.ts";
import { syncAside, writeAll } from "./sync.ts";

/** Records between two snapshots: a new process reads at most about this many. */
const SNAPSHOT_EVERY = 32;
/** A process that decides much and fast writes them only so often, or after so many records. */
const SNAPSHOT_PAUSE_MS = 1_000;
const SNAPSHOT_AT_LATEST = 1_024;
/** A large snapshot is written less often: one more record apart for each so many bytes. */
const SNAPSHOT_BYTES_PER_RECORD = 4_096;
/** How much of the ledger is read at once to find where a line begins. */
const LINE_CHUNK_BYTES = 4_096;
const NEWLINE = 0x0a;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NO_WAIT = constants.O_NONBLOCK ?? 0;

export class SnapshotFile {
  readonly #fs: LedgerFs;
  readonly #place: SessionPlace;
  /** What the record was found to add up to in this process, if it was read before. */
  readonly #sum: Snapshot | undefined;
  #seq = 0;
  #bytes = 0;
  #time = Number.NEGATIVE_INFINITY;

  constructor(fs: LedgerFs, place: SessionPlace, sum: Snapshot | undefined) {
    this.#fs = fs;
    this.#place = place;
    this.#sum = sum;
  }

  /** The newest that is not ahead of `head` and that the ledger bears out. */
  find(head: Position): Snapshot | undefined {
    const fitting = (one: Snapshot | undefined) =>
      one !== undefined && one.at.seq <= head.seq && this.#isBorneOut(one) ? one : undefined;
    const found = fitting(this.#sum) ?? fitting(this.#read());
    this.#seq = found?.at.seq ?? 0;
    return found;
  }

  /** Writes it if it is time to. One that cannot be written costs the next process time, nothing else. */
  keep(snapshot: Snapshot): void {
    if (!this.#isDue(snapshot.at.seq - this.#seq)) return;
    try {
      const fd = this.#write(this.#take(snapshot));
      this.#putInPlace(
        fd,
        attempt(() => this.#fs.fdatasyncSync(fd)),
      );
    } catch {
      return;
    }
  }

  /** The same while this process goes on; the caller keeps its lock. Never rejects. */
  async keepAside(snapshot: Snapshot): Promise<void> {
    if (!this.#isDue(snapshot.at.seq - this.#seq)) return;
    try {
      const fd = this.#write(this.#take(snapshot));
      this.#putInPlace(fd, await syncAside(this.#fs, fd));
    } catch {
      return;
    }
  }

  #take(snapshot: Snapshot): string {
    const text = formatSnapshot(snapshot);
    this.#seq = snapshot.at.seq;
    this.#bytes = text.length;
    this.#time = ticks();
    return text;
  }

  /** After records were lost: what was kept of them must not stand beside those that take their place. */
  replaceAhead(snapshot: Snapshot): void {
    this.#seq = Number.NEGATIVE_INFINITY;
    this.#time = Number.NEGATIVE_INFINITY;
    this.keep(snapshot);
  }

  #isDue(records: number): boolean {
    if (records < SNAPSHOT_EVERY + this.#bytes / SNAPSHOT_BYTES_PER_RECORD) return false;
    return records >= SNAPSHOT_AT_LATEST || ticks() - this.#time >= SNAPSHOT_PAUSE_MS;
  }

  #read(): Snapshot | undefined {
    try {
      const text = this.#readText();
      this.#bytes = text.length;
      return parseSnapshot(text);
    } catch {
      return undefined;
    }
  }

  /** Never waits: what is no file is not read. */
  #readText(): string {
    const fd = this.#fs.openSync(this.#place.snapshot, constants.O_RDONLY | NO_WAIT);
    try {
      return this.#fs.fstatSync(fd).isFile() ? this.#fs.readFileSync(fd, "utf8") : "";
    } finally {
      this.#fs.closeSync(fd);
    }
  }

  #isBorneOut(snapshot: Snapshot): boolean {
    try {
      const line = this.#lineBefore(snapshot.at.length);
      return line !== undefined && agreesWith(snapshot, line);
    } catch {
      return false;
    }
  }

  /** The whole line of the ledger that ends at `end`, without its newline. */
  #lineBefore(end: number): Buffer | undefined {
    const fd = this.#fs.openSync(this.#place.file, constants.O_RDONLY);
    try {
      let line = Buffer.alloc(0);
      for (let from = end; from > 0; ) {
        const wanted = Math.min(Math.max(LINE_CHUNK_BYTES, line.length), from);
        const chunk = Buffer.alloc(wanted);
        if (this.#fs.readSync(fd, chunk, 0, wanted, from - wanted) !== wanted) return undefined;
        from -= wanted;
        line = Buffer.concat([chunk, line]);
        const before = line.lastIndexOf(NEWLINE, -2);
        if (before >= 0 || from === 0) return line.at(-1) === NEWLINE ? line.subarray(before + 1, -1) : undefined;
      }
      return undefined;
    } finally {
      this.#fs.closeSync(fd);
    }
  }

  /** Beside the one that is there. Under the session's lock, so one temporary name is enough. */
  #write(text: string): number {
    const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
    const fd = this.#fs.openSync(this.#temporary, O_WRONLY | O_CREAT | O_TRUNC | NO_FOLLOW | NO_WAIT, 0o600);
    try {
      writeAll(this.#fs, fd, Buffer.from(text));
      return fd;
    } catch (error) {
      this.#fs.closeSync(fd);
      throw error;
    }
  }

  /** Whole or not at all: its new name must never reach the disk before what it says. */
  #putInPlace(fd: number, failure: unknown): void {
    this.#fs.closeSync(fd);
    if (failure === null) this.#fs.renameSync(this.#temporary, this.#place.snapshot);
  }

  get #temporary(): string {
    return `${this.#place.snapshot}.new`;
  }
}

/** What it threw; null where it did not. */
function attempt(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}
