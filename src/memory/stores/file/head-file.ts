/** The head of a chained file on the disk: where it has come to, kept apart. Under the caller's lock. */
import { constants } from "node:fs";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Position } from "../../record/index.ts";
import type { LedgerFs } from "./chained-types.ts";
import { errorCode } from "./failure.ts";
import { formatHead, HEAD_LENGTH, isUnfinishedHead, parseHead } from "./head.ts";
import { syncParent } from "./sync.ts";

const MODE = 0o600;
const FLAGS = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export class HeadFile {
  readonly #fs: LedgerFs;
  readonly #path: string;
  readonly #origin: Position;
  #fd: number | undefined;

  constructor(fs: LedgerFs, path: string, origin: Position) {
    this.#fs = fs;
    this.#path = path;
    this.#origin = origin;
  }

  /** Undefined where there is none, or only what an interrupted birth leaves of it; `size` is that of the chained file. */
  read(size: number): Result<Position | undefined> {
    const known = this.#fd === undefined ? undefined : this.#fs.fstatSync(this.#fd);
    // Whoever removed or replaced it is not to be followed by its old descriptor.
    if (known?.nlink === 0) this.close();
    const fd = this.#find();
    if (fd === undefined) return ok(undefined);
    const found = known === undefined || known.nlink === 0 ? this.#fs.fstatSync(fd) : known;
    if (!found.isFile()) return fail("its head is not a file");
    const buffer = Buffer.alloc(HEAD_LENGTH + 1);
    const text = buffer.toString("latin1", 0, this.#fs.readSync(fd, buffer, 0, buffer.length, 0));
    return text === "" || (size === 0 && isUnfinishedHead(text, this.#origin)) ? ok(undefined) : parseHead(text);
  }

  /** False: it was not written to its end. */
  write(position: Position): boolean {
    this.#fd ??= this.#fs.openSync(this.#path, FLAGS | constants.O_CREAT, MODE);
    const text = Buffer.from(formatHead(position), "latin1");
    return this.#fs.writeSync(this.#fd, text, 0, text.length, 0) === text.length;
  }

  /** At the origin, and on the disk with its name: from here on a file without a head is nobody's interrupted birth. */
  bear(): boolean {
    const isWritten = this.write(this.#origin);
    if (this.#fd !== undefined) this.#fs.fdatasyncSync(this.#fd);
    syncParent(this.#fs, this.#path);
    return isWritten;
  }

  close(): void {
    if (this.#fd !== undefined) this.#fs.closeSync(this.#fd);
    this.#fd = undefined;
  }

  #find(): number | undefined {
    try {
      this.#fd ??= this.#fs.openSync(this.#path, FLAGS, MODE);
      return this.#fd;
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
  }
}
