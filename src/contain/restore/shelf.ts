/**
 * Where restore points lie: one file each, contents first, then the head and one line an entry, then where the head
 * begins. A file has its name only when all of that is on the disk, so that half a point is never taken for one.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fail, ok, type Result } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { codeOf } from "./failure.ts";
import { parseEntry, parseHead } from "./parse.ts";
import type { PointHead, RestorePoint } from "./point.ts";

const MAGIC = "sallyport restore point 1\n";
const TRAILER_BYTES = MAGIC.length + 16;
const HEAD_READ = 64 << 10;
const MANIFEST_BYTES_MAX = 256 << 20;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const OLD_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** What a file of the shelf is, by the end of its name. */
export const SUFFIX = {
  /** A point. */
  point: ".point",
  /** No point any more, but later ones use its contents. */
  kept: ".kept",
  /** Being written; or left behind by who was killed. */
  draft: ".draft",
  /** What the call left behind. */
  after: ".after",
} as const;

/** Six random digits a person can type, and the time. */
export const newPointId = (now: number): string => `${randomBytes(3).toString("hex")}-${now.toString(36)}`;
const POINT_ID = /^[0-9a-f]{6}-[0-9a-z]{1,12}$/;
/** When a point was made; undefined for what is no id. */
export const timeOfId = (id: string): number | undefined =>
  POINT_ID.test(id) ? Number.parseInt(id.slice(7), 36) : undefined;

/** Makes the directory, or shows that it is this user's alone. Throws. */
export function openShelf(stateDir: string): string {
  const dir = stateLayout(stateDir).restore;
  makeDirectory(dir);
  const found = lstatSync(dir);
  const own = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !own || (process.platform !== "win32" && (found.mode & 0o077) !== 0))
    throw new Error(`${dir} must be a directory of this user with mode 0700`);
  return dir;
}

/** With what is missing above it. Node's own way of doing that never ends at a link that leads nowhere. */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
    makeDirectory(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

export interface PointFile {
  readonly id: string;
  readonly fd: number;
  /** Ends the file and gives it its name. */
  readonly commit: (point: RestorePoint, written: number) => void;
  readonly discard: () => void;
}

export function newDraft(dir: string, id: string): PointFile {
  const path = join(dir, id + SUFFIX.draft);
  const fd = openSync(path, NEW_FILE, 0o600);
  const commit: PointFile["commit"] = ({ head, entries }, written) => {
    const lines = [head, ...entries].map((line) => `${JSON.stringify(line)}\n`).join("");
    const end = Buffer.from(`${lines}${MAGIC}${written.toString(16).padStart(16, "0")}`);
    for (let at = 0; at < end.length; ) at += writeSync(fd, end, at, end.length - at, written + at);
    fsyncSync(fd);
    renameSync(path, join(dir, id + SUFFIX.point));
    closeSync(fd);
  };
  const discard = (): void => {
    closeSync(fd);
    unlinkSync(path);
  };
  return { id, fd, commit, discard };
}

/** Every name of one kind, without its end. */
export function idsOf(dir: string, suffix: string): readonly string[] {
  return namesIn(dir)
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .filter((id) => timeOfId(id) !== undefined);
}

export function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** The head alone, for lists. */
export const readHead = (file: string): Result<PointHead> =>
  reading(file, (fd) => {
    const from = manifestStart(fd);
    if (!from.ok) return from;
    const part = readAt(fd, from.value, HEAD_READ);
    const end = part.indexOf(0x0a);
    return end < 0
      ? readWhole(fd, from.value, (lines) => parseHead(lines[0] ?? ""))
      : parseHead(part.toString("utf8", 0, end));
  });

export const readPoint = (file: string): Result<RestorePoint> =>
  reading(file, (fd) => {
    const from = manifestStart(fd);
    return from.ok ? readWhole(fd, from.value, parsePoint) : from;
  });

/** The content of one entry, wherever it is kept. */
export function readContent(
  dir: string,
  from: { readonly data: string; readonly offset: number; readonly size: number },
): Result<Buffer> {
  for (const suffix of [SUFFIX.point, SUFFIX.kept]) {
    const read = reading(join(dir, from.data + suffix), (fd) => {
      const bytes = readAt(fd, from.offset, from.size);
      return bytes.length === from.size ? ok(bytes) : fail("cut short");
    });
    if (read.ok) return read;
  }
  return fail(`the content kept in ${from.data} is gone`);
}

function parsePoint(lines: readonly string[]): Result<RestorePoint> {
  const head = parseHead(lines[0] ?? "");
  if (!head.ok) return head;
  const entries = lines.slice(1).map(parseEntry);
  const wrong = entries.find((entry) => !entry.ok);
  if (wrong !== undefined && !wrong.ok) return wrong;
  if (entries.length !== head.value.entries) return fail("entries are missing");
  return ok({ head: head.value, entries: entries.flatMap((entry) => (entry.ok ? [entry.value] : [])) });
}

function readWhole<T>(fd: number, from: number, parse: (lines: readonly string[]) => Result<T>): Result<T> {
  const length = fstatSync(fd).size - TRAILER_BYTES - from;
  if (length < 0 || length > MANIFEST_BYTES_MAX) return fail("it has no form that is known");
  return parse(readAt(fd, from, length).toString("utf8").split("\n").slice(0, -1));
}

function manifestStart(fd: number): Result<number> {
  const { size } = fstatSync(fd);
  const trailer = size < TRAILER_BYTES ? "" : readAt(fd, size - TRAILER_BYTES, TRAILER_BYTES).toString("latin1");
  if (!trailer.startsWith(MAGIC) || !/^[0-9a-f]{16}$/.test(trailer.slice(MAGIC.length))) return fail("it is cut short");
  return ok(Number.parseInt(trailer.slice(MAGIC.length), 16));
}

function readAt(fd: number, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let got = 0;
  while (got < length) {
    const more = readSync(fd, buffer, got, length - got, offset + got);
    if (more === 0) break;
    got += more;
  }
  return buffer.subarray(0, got);
}

function reading<T>(file: string, read: (fd: number) => Result<T>): Result<T> {
  try {
    const fd = openSync(file, OLD_FILE);
    try {
      const answer = read(fd);
      return answer.ok ? answer : fail(`${file}: ${answer.error}`);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    return fail(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
