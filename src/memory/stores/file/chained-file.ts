/**
 * An append-only file of chained records, and its head in a file apart. Everything here runs under the caller's lock, except `peek`.
 *
 * The protocol, and what `kill -9` and a power loss can leave behind at each point:
 * 1. Birth: the head is written first, at record 0, and is on the disk with its name before the file is made. A head that is
 *    empty, blank or at 0, with no file or an empty one, is a birth that was interrupted.
 * 2. Append: whole lines in one write; then the file is synced; then the head; only then is the caller told. Killed
 *    - within the write: bytes after the head that do not end in a newline, or, after a power loss, that continue no chain.
 *      Nobody was told: they are kept aside and cut off.
 *    - before the head: whole lines after the head that continue the chain. They happened: the head is moved up to them.
 * 3. So on an honest disk the file is never shorter than its head says. Where it is, and the chain holds up to its end, the disk
 *    lost the last moments or somebody cut them off; the record cannot tell. The session goes on, and its next record says so.
 * 4. The chain always passes through the head. If it does not, somebody was at work, and nothing is written any more.
 *
 * Power loss: nothing is told before the file is synced, at birth with its name. The head is synced at birth alone: one that
 * was not on the disk yet is behind, as in the last case of 2.
 */
import { constants, type Stats } from "node:fs";
import { isBlank, origin, type Position, samePosition, sealAll, walkChain } from "../../record/index.ts";
import {
  type ChainFollower,
  type ChainPlace,
  type LedgerFs,
  nothingFound,
  notTheHead,
  type SyncResult,
  type TornLine,
  type WrongLine,
} from "./chained-types.ts";
import { damagedLedger, guardLedger } from "./failure.ts";
import { HeadFile } from "./head-file.ts";
import { syncAside, syncParent, writeAll } from "./sync.ts";
import { keepTorn, MAX_ASIDE } from "./torn.ts";

const MODE = 0o600;
/** No link, and a FIFO in a file's place keeps nobody waiting. */
const PLAINLY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const HEAD_UNWRITTEN = "its head could not be written";
const CHUNK_BYTES = 1 << 20;
/** More than a disk could hold back. */
const MAX_UNSYNCED_BYTES = 64 * CHUNK_BYTES;

export class ChainedFile {
  readonly #fs: LedgerFs;
  readonly #place: ChainPlace;
  readonly #follower: ChainFollower;
  readonly #origin: Position;
  readonly #head: HeadFile;
  #at: Position | undefined;
  #file: { readonly fd: number } | undefined;
  /** Lines are written and not synced yet: nobody else writes meanwhile, and what is to be closed is closed after it. */
  #onItsWay = false;
  #afterwards: "rest" | "close" | undefined;
  /** Of the file `#at` was read from. */
  #inode: number | undefined;

  constructor(fs: LedgerFs, place: ChainPlace, follower: ChainFollower) {
    this.#fs = fs;
    this.#place = place;
    this.#follower = follower;
    this.#origin = origin(place.name);
    this.#head = new HeadFile(fs, place.head, this.#origin);
  }

  /** Where this reader has come to. */
  get at(): Position {
    return this.#at ?? this.#origin;
  }

  /** It was read, and what it adds up to is known. */
  get isOpen(): boolean {
    return this.#at !== undefined;
  }

  /** Reads what others appended and repairs what a killed writer left. Throws a `LedgerError` if the file cannot be trusted. */
  sync(): SyncResult {
    return guardLedger("read", this.#place.file, () => {
      const found = this.#fs.lstatSync(this.#place.file, { throwIfNoEntry: false });
      if (found?.isSymbolicLink() === true) throw damagedLedger(this.#place.file, "it is a link now");
      if (found !== undefined && !found.isFile()) throw damagedLedger(this.#place.file, "it is not a file");
      if (this.#inode !== undefined && found?.ino !== this.#inode) this.close();
      const head = this.#readHead(found?.size ?? 0);
      if (found === undefined || head === undefined) return this.#unborn(found, head);
      const at = this.#at;
      if (at !== undefined && at.length === found.size && at.hash === head.hash) return nothingFound(at.seq > 0);
      return this.#catchUp(head, found.size);
    });
  }

  /** Reads whole records that others appended, without the lock. False: only `sync` can tell what is there. */
  peek(): boolean {
    if (this.#onItsWay) return true;
    return guardLedger("read", this.#place.file, () => {
      const found = this.#fs.lstatSync(this.#place.file, { throwIfNoEntry: false });
      const at = this.#at;
      if (found === undefined || at === undefined || found.ino !== this.#inode) return false;
      if (found.size === at.length) return true;
      if (found.size < at.length) return false;
      return Buffer.isBuffer(this.#walkTo(found.size, undefined));
    });
  }

  /** Appends in order and moves the head. Either all is on record or it throws. */
  append(records: readonly object[]): void {
    guardLedger("written", this.#place.file, () => {
      const end = this.#write(records);
      if (end === undefined) return;
      this.#orUndo(() => this.#fs.fdatasyncSync(this.#openFile().fd));
      this.#settle(end);
    });
  }

  /**
   * `append` for a process that has other things to do while its disk works. Until it is settled the caller keeps the lock and
   * uses nothing here but `peek`, which does not see what is on its way.
   */
  async appendAside(records: readonly object[]): Promise<void> {
    // A birth is rare, and takes more than one sync.
    if (this.#at === undefined) return this.append(records);
    this.#onItsWay = true;
    try {
      const end = guardLedger("written", this.#place.file, () => this.#write(records));
      if (end === undefined) return;
      const failure = await syncAside(this.#fs, this.#openFile().fd);
      guardLedger("written", this.#place.file, () => {
        this.#orUndo(() => {
          if (failure !== null) throw failure;
        });
        this.#settle(end);
      });
    } finally {
      this.#onItsWay = false;
      if (this.#afterwards !== undefined) this[this.#afterwards]();
      this.#afterwards = undefined;
    }
  }

  /** Writes whole lines in one go; where they end. */
  #write(records: readonly object[]): Position | undefined {
    if (records.length === 0) return undefined;
    const { line, at } = sealAll(this.at, records);
    if (this.#at === undefined) this.#bearHead();
    this.#orUndo(() => writeAll(this.#fs, this.#openFile().fd, line));
    return at;
  }

  /** What was written is on the disk: it counts. */
  #settle(end: Position): void {
    if (this.#at === undefined) syncParent(this.#fs, this.#place.file);
    this.#writeHead(end);
    this.#at = end;
  }

  /** Gives its descriptors back and keeps what it knows: the next use opens them again. */
  rest(): void {
    if (this.#postpone("rest")) return;
    if (this.#file !== undefined) this.#fs.closeSync(this.#file.fd);
    this.#head.close();
    this.#file = undefined;
  }

  /** Before the file is removed: its head knows nothing any more, so that whatever an interruption leaves is a whole record. */
  forget(): void {
    guardLedger("purged", this.#place.file, () => this.#bearHead());
  }

  /** Rests, and forgets what it has read. */
  close(): void {
    if (this.#postpone("close")) return;
    this.rest();
    this.#at = undefined;
    this.#inode = undefined;
  }

  #postpone(what: "rest" | "close"): boolean {
    if (this.#onItsWay && this.#afterwards !== "close") this.#afterwards = what;
    return this.#onItsWay;
  }

  #unborn(found: Stats | undefined, head: Position | undefined): SyncResult {
    this.close();
    if (found !== undefined && found.size > 0) throw damagedLedger(this.#place.file, "its head is missing");
    if (head !== undefined && head.seq > 0) {
      throw damagedLedger(this.#place.file, `the file was removed, but its head knows ${head.seq} records`);
    }
    return nothingFound(false);
  }

  #catchUp(head: Position, size: number): SyncResult {
    const stale = this.#at === undefined || this.#at.length > size || this.#at.seq > head.seq;
    if (stale) this.#at = this.#follower.restart(head, this.#origin);
    let walked = this.#walkTo(size, head);
    if (!Buffer.isBuffer(walked) && !stale) {
      // Without the lock one may have read lines that their writer took back: begin again before anything is called damaged.
      this.#at = this.#follower.restart(head, this.#origin);
      walked = this.#walkTo(size, head);
    }
    const rest = Buffer.isBuffer(walked) ? walked : this.#unsynced(walked, head, size);
    const { seq } = this.at;
    if (seq < head.seq && size >= head.length && !isBlank(rest))
      throw this.#distrust(`it was cut off after record ${seq} of ${head.seq}`);
    const torn = rest.length === 0 ? undefined : this.#keepAside(rest);
    if (seq !== head.seq) {
      // Whoever wrote it may have been killed before it was on the disk.
      this.#fs.fdatasyncSync(this.#openFile().fd);
      this.#writeHead(this.at);
    }
    return { born: seq > 0, torn, lost: seq < head.seq ? { first: seq + 1, last: head.seq } : undefined };
  }

  /** What follows the head and continues no chain was never told to anybody. */
  #unsynced({ why, kind }: WrongLine, head: Position, size: number): Buffer {
    const { length, seq } = this.at;
    if (kind === "objection" || seq < head.seq || size - length > MAX_UNSYNCED_BYTES) throw this.#distrust(why);
    const rest = Buffer.alloc(size - length);
    const got = this.#fs.readSync(this.#openFile().fd, rest, 0, rest.length, length);
    return rest.subarray(0, got);
  }

  /** The bytes after the last whole record, or what is wrong. */
  #walkTo(size: number, head: Position | undefined): Buffer | WrongLine {
    const { fd } = this.#openFile();
    let kind: WrongLine["kind"] = "line";
    const object = (why: string): string => {
      kind = "objection";
      return why;
    };
    if (head !== undefined && this.at.seq === head.seq && !samePosition(this.at, head))
      return { kind: "objection", why: notTheHead(head) };
    let rest: Buffer = Buffer.alloc(0);
    for (let from = this.at.length; from < size; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - from));
      const got = this.#fs.readSync(fd, chunk, 0, chunk.length, from);
      if (got === 0) return { kind: "objection", why: "it became shorter while it was read" };
      from += got;
      const walked = walkChain(this.at, Buffer.concat([rest, chunk.subarray(0, got)]), (record) => {
        if (head !== undefined && record.at.seq === head.seq && !samePosition(record.at, head))
          return object(notTheHead(head));
        const objection = this.#follower.take(record);
        if (objection !== undefined) return object(objection);
        this.#at = record.at;
        return undefined;
      });
      if (!walked.ok) return { kind, why: walked.error };
      rest = walked.value.rest;
    }
    return rest;
  }

  #distrust(what: string): Error {
    this.close();
    return damagedLedger(this.#place.file, what);
  }

  #keepAside(rest: Buffer): TornLine {
    const torn = keepTorn(this.#fs, this.#place.aside, rest);
    if (torn === undefined) throw this.#distrust(`more than ${MAX_ASIDE} half-written lines were kept aside`);
    this.#fs.ftruncateSync(this.#openFile().fd, this.at.length);
    return torn;
  }

  #readHead(size: number): Position | undefined {
    const head = this.#head.read(size);
    if (!head.ok) throw this.#distrust(head.error);
    return head.value;
  }

  #writeHead(position: Position): void {
    if (!this.#head.write(position)) throw this.#distrust(HEAD_UNWRITTEN);
  }

  #openFile(): { readonly fd: number } {
    if (this.#file === undefined) {
      const { O_RDWR, O_APPEND, O_CREAT } = constants;
      const fd = this.#fs.openSync(this.#place.file, O_RDWR | O_APPEND | O_CREAT | PLAINLY, MODE);
      this.#file = { fd };
      const { ino } = this.#fs.fstatSync(fd);
      if (this.#inode !== undefined && this.#inode !== ino) throw this.#distrust("it was replaced while it was used");
      this.#inode = ino;
    }
    return this.#file;
  }

  /** A line that does not fit on the disk is taken back, so that the file ends where its head says. */
  #orUndo(work: () => void): void {
    const { length } = this.at;
    const { fd } = this.#openFile();
    try {
      work();
    } catch (error) {
      this.#fs.ftruncateSync(fd, length);
      throw error;
    }
  }

  #bearHead(): void {
    if (!this.#head.bear()) throw this.#distrust(HEAD_UNWRITTEN);
  }
}
