/** Copies into one file: contents first, one behind the other. Links are kept as links, and a file that changes meanwhile is a failure. */
import { createHash } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  writeSync,
} from "node:fs";
import { ticks } from "../../contract/clock.ts";
import { ok, type Result } from "../../contract/result.ts";
import { isGarbled } from "../../machine/index.ts";
import { DirectoryKeeper } from "./beneath.ts";
import { codeOf, failureAt, refuse, tooLarge, tooMany, tooSlow } from "./failure.ts";
import type { RestoreFailure, RestoreLimits, SavedEntry, SavedFile } from "./point.ts";

const BUFFER_BYTES = 1 << 20;
/** Never a pipe that blocks, never what a link leads to. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** A file's clock ticks this coarsely: what changed within it may look the same. */
const TICK_MS = 100;

/** An earlier point of the same places: what nobody touched since is not copied again. */
export interface EarlierPoint {
  readonly at: number;
  readonly files: ReadonlyMap<string, SavedFile>;
}

export interface CopyJob {
  readonly id: string;
  readonly fd: number;
  readonly limits: RestoreLimits;
  readonly startedAt: number;
  readonly earlier: EarlierPoint | undefined;
}

export class Copier {
  readonly #job: CopyJob;
  readonly #keeper = new DirectoryKeeper();
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  readonly entries: SavedEntry[] = [];
  /** Written so far: where the next content begins. */
  written = 0;
  /** Content of all entries, copied now or before. */
  bytes = 0;

  constructor(job: CopyJob) {
    this.#job = job;
  }

  /** What is no longer there is skipped: it cannot be lost any more. */
  add(path: string): Result<void, RestoreFailure> {
    const { limits, startedAt } = this.#job;
    if (ticks() - startedAt > limits.maxMs) return tooSlow(limits.maxMs);
    if (this.entries.length >= limits.maxFiles) return tooMany(limits.maxFiles);
    try {
      const { directory, name } = this.#keeper.parentOf(path);
      const found = lstatSync(directory.at(name), { bigint: true });
      const mode = Number(found.mode) & 0o7777;
      if (found.isSymbolicLink()) return this.#addLink(path, directory.at(name), mode);
      if (found.isDirectory()) this.entries.push({ kind: "directory", path, mode });
      else if (found.isFile()) return this.#addFile(path, directory.at(name), found);
      return ok(undefined);
    } catch (error) {
      return codeOf(error) === "ENOENT" ? ok(undefined) : failureAt(path, error);
    }
  }

  close(): void {
    this.#keeper.close();
  }

  #addLink(path: string, way: string, mode: number): Result<void, RestoreFailure> {
    const to = readlinkSync(way);
    if (isGarbled(to)) return refuse(`${path}: where it leads cannot be read as text`);
    this.entries.push({ kind: "link", path, mode, to });
    return ok(undefined);
  }

  #addFile(path: string, way: string, found: BigIntStats): Result<void, RestoreFailure> {
    const { limits, id } = this.#job;
    this.bytes += Number(found.size);
    if (this.bytes > limits.maxBytes) return tooLarge(limits.maxBytes);
    const stamp = stampOf(found);
    const known = this.#known(path, stamp, found);
    if (known !== undefined) {
      this.entries.push(known);
      return ok(undefined);
    }
    const offset = this.written;
    const copied = this.#copy(path, way, stamp);
    if (!copied.ok) return copied;
    const { size, mtimeMs, mode } = found;
    this.entries.push({
      kind: "file",
      path,
      mode: Number(mode) & 0o7777,
      size: Number(size),
      mtimeMs: Number(mtimeMs),
      sha256: copied.value,
      data: id,
      offset,
      stamp,
    });
    return ok(undefined);
  }

  #known(path: string, stamp: string, found: BigIntStats): SavedFile | undefined {
    const { earlier } = this.#job;
    const before = earlier?.files.get(path);
    if (earlier === undefined || before?.stamp !== stamp) return undefined;
    if (Number(found.ctimeMs) > earlier.at - TICK_MS) return undefined;
    const { expected: _, ...saved } = before;
    return { ...saved, mode: Number(found.mode) & 0o7777 };
  }

  #copy(path: string, way: string, stamp: string): Result<string, RestoreFailure> {
    const { limits, startedAt, fd: to } = this.#job;
    const fd = openSync(way, READ);
    try {
      const before = fstatSync(fd, { bigint: true });
      if (!before.isFile() || stampOf(before) !== stamp) return changing(path);
      const hash = createHash("sha256");
      let left = Number(before.size);
      for (;;) {
        const got = readSync(fd, this.#buffer, 0, BUFFER_BYTES, null);
        if (got === 0) break;
        left -= got;
        if (left < 0) return changing(path);
        const part = this.#buffer.subarray(0, got);
        hash.update(part);
        for (let at = 0; at < got; ) at += writeSync(to, part, at, got - at);
        this.written += got;
        if (ticks() - startedAt > limits.maxMs) return tooSlow(limits.maxMs);
      }
      if (left !== 0 || stampOf(fstatSync(fd, { bigint: true })) !== stamp) return changing(path);
      return ok(hash.digest("hex"));
    } finally {
      closeSync(fd);
    }
  }
}

const changing = (path: string) => refuse(`${path} changed while it was copied`);

/** Equal only for the same file with nothing done to it; the time of last change cannot be set by hand. */
export const stampOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;

/** Places as they were listed, in the order of a walk. */
export function copyAll(paths: readonly string[], copier: Copier): Result<void, RestoreFailure> {
  try {
    for (const path of paths) {
      const added = copier.add(path);
      if (!added.ok) return added;
    }
    return ok(undefined);
  } finally {
    copier.close();
  }
}
