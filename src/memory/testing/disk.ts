/**
 * A disk that loses power: what was not synced may be gone, write by write and name by name. It works on a real directory and
 * remembers beside it what is sure to be on the disk; `lose` makes the directory what a random power loss could leave of it.
 */
import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LedgerFs } from "../stores/file/chained-types.ts";

const SECTOR_BYTES = 512;

/** Thrown at the moment the power goes, and by everything after it. */
export class PowerLoss extends Error {}

type Change =
  | { readonly kind: "write"; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: "cut"; readonly length: number };

/** A file, whatever it is called. */
interface DiskFile {
  durable: Buffer;
  changes: Change[];
}

/** A name that was given or taken away, and is not sure yet. */
interface NameChange {
  readonly path: string;
  readonly file: DiskFile | undefined;
}

export interface LossyDisk {
  readonly fs: LedgerFs;
  /** Empties `directory` and leaves in it what survived. */
  lose(): void;
}

export function lossyDisk(directory: string, random: () => number, operations: number): LossyDisk {
  const files = new Map<string, DiskFile>();
  const sure = new Map<string, DiskFile>();
  const [names, later]: [NameChange[], NameChange[]] = [[], []];
  const opened = new Map<number, { readonly path: string; readonly file: DiskFile | undefined }>();
  let left = operations;
  for (const path of walk(directory)) {
    const file = { durable: fs.readFileSync(path), changes: [] };
    files.set(path, file);
    sure.set(path, file);
  }
  const tick = (): void => {
    left -= 1;
    if (left <= 0) throw new PowerLoss("the power is gone");
  };
  const alter = (fd: number, change: Change): void => void opened.get(fd)?.file?.changes.push(change);
  const rename = (path: string, file: DiskFile | undefined): void => {
    if (file === undefined) files.delete(path);
    else files.set(path, file);
    names.push({ path, file });
  };

  const syncFile = (fd: number): void => {
    tick();
    const file = opened.get(fd)?.file;
    if (file === undefined) return;
    for (const change of file.changes) file.durable = applyWhole(file.durable, change);
    file.changes = [];
  };

  const own: Partial<LedgerFs> = {
    openSync: (path, flags, mode) => {
      tick();
      const text = String(path);
      const isNew = !fs.existsSync(text);
      const fd = fs.openSync(text, flags, mode);
      if (isNew) rename(text, { durable: Buffer.alloc(0), changes: [] });
      opened.set(fd, { path: text, file: files.get(text) });
      if ((Number(flags) & fs.constants.O_TRUNC) !== 0) alter(fd, { kind: "cut", length: 0 });
      return fd;
    },
    closeSync: (fd) => {
      opened.delete(fd);
      fs.closeSync(fd);
    },
    writeSync: ((fd: number, bytes: Buffer, from: number, length: number, position?: number) => {
      tick();
      const offset = position ?? fs.fstatSync(fd).size;
      alter(fd, { kind: "write", offset, bytes: Buffer.from(bytes.subarray(from, from + length)) });
      return fs.writeSync(fd, bytes, from, length, position);
    }) as LedgerFs["writeSync"],
    ftruncateSync: (fd, length) => {
      tick();
      alter(fd, { kind: "cut", length: length ?? 0 });
      fs.ftruncateSync(fd, length);
    },
    fdatasyncSync: (fd) => syncFile(fd),
    fdatasync: Object.assign(
      (fd: number, done: fs.NoParamCallback) =>
        void setImmediate(() => {
          try {
            syncFile(fd);
            done(null);
          } catch (error) {
            done(error instanceof Error ? error : new Error(String(error)));
          }
        }),
      { __promisify__: fs.fdatasync.__promisify__ },
    ),
    fsyncSync: (fd) => {
      tick();
      const directory = opened.get(fd)?.path;
      for (const change of names.splice(0)) {
        if (dirname(change.path) === directory) applyName(sure, change);
        else later.push(change);
      }
      names.push(...later.splice(0));
    },
    renameSync: (from, to) => {
      tick();
      fs.renameSync(from, to);
      const file = files.get(String(from));
      rename(String(to), file);
      rename(String(from), undefined);
    },
    unlinkSync: (path) => {
      tick();
      fs.unlinkSync(path);
      rename(String(path), undefined);
    },
  };

  return {
    fs: { ...fs, ...own },
    lose: () => {
      left = 0;
      for (const fd of opened.keys()) fs.closeSync(fd);
      for (const change of names) if (random() < 0.5) applyName(sure, change);
      const survivors = new Map([...sure].map(([path, file]) => [path, survive(file, random)]));
      for (const path of walk(directory)) fs.rmSync(path);
      for (const [path, bytes] of survivors) fs.writeFileSync(path, bytes, { mode: 0o600 });
    },
  };
}

const walk = (directory: string): readonly string[] =>
  fs.existsSync(directory)
    ? fs
        .readdirSync(directory, { recursive: true, withFileTypes: true })
        .flatMap((one) =>
          one.isFile() && basename(one.parentPath) !== "locks" ? [join(one.parentPath, one.name)] : [],
        )
    : [];

function applyName(sure: Map<string, DiskFile>, { path, file }: NameChange): void {
  if (file === undefined) sure.delete(path);
  else sure.set(path, file);
}

function applyWhole(before: Buffer, change: Change): Buffer {
  if (change.kind === "cut")
    return Buffer.concat([before.subarray(0, change.length), blanks(change.length - before.length)]);
  const end = change.offset + change.bytes.length;
  const after = Buffer.concat([before, blanks(end - before.length)]);
  change.bytes.copy(after, change.offset);
  return after;
}

const blanks = (length: number): Buffer => Buffer.alloc(Math.max(length, 0));

/** Each change is there, or not, or in some of its sectors; where it made the file longer, the rest may be blank. */
function survive({ durable, changes }: DiskFile, random: () => number): Buffer {
  let bytes = durable;
  for (const change of changes) {
    const luck = random();
    if (luck < 0.3) continue;
    bytes = luck < 0.6 || change.kind === "cut" ? applyWhole(bytes, change) : applySectors(bytes, change, random);
  }
  return bytes;
}

function applySectors(
  before: Buffer,
  { offset, bytes }: Extract<Change, { readonly kind: "write" }>,
  random: () => number,
): Buffer {
  let after = random() < 0.5 ? Buffer.concat([before, blanks(offset + bytes.length - before.length)]) : before;
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + SECTOR_BYTES - ((offset + from) % SECTOR_BYTES));
    if (random() < 0.5)
      after = applyWhole(after, { kind: "write", offset: offset + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return after;
}
