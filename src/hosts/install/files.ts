/** A person's own file: read with its bytes kept, replaced whole or not at all. Links and other people's files are not touched. */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { fail, ok, type Result } from "../../contract/result.ts";

/** The bytes, or null when there is no such file. */
export function readOwn(path: string): Result<Buffer | null> {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return ok(null);
    if (found.isSymbolicLink())
      return fail(`${path} is a link; make the change where it leads, or replace it by a file`);
    if (!found.isFile()) return fail(`${path} is not a file`);
    if (isForeign(found.uid)) return fail(`${path} belongs to another user`);
    return ok(readFileSync(path));
  } catch (error) {
    return fail(`${path}: ${error instanceof Error ? error.message : "cannot be read"}`);
  }
}

/** Null removes the file. `expected` is what was shown: if the file has changed since, nothing is written. */
export function replaceOwn(path: string, bytes: Uint8Array | null, expected: Buffer | null): Result<void> {
  const now = readOwn(path);
  if (!now.ok) return now;
  if (!same(now.value, expected)) return fail(`${path} has changed in the meantime; try again`);
  try {
    if (bytes === null) rmSync(path, { force: true });
    else writeWhole(path, bytes);
    return ok(undefined);
  } catch (error) {
    return fail(`${path}: ${error instanceof Error ? error.message : "cannot be written"}`);
  }
}

/** Whether a file could be written, made or removed here; the error names the place that is in the way. */
export function mayWrite(path: string): Result<void> {
  const place = standingAbove(dirname(path));
  try {
    if (!statSync(place).isDirectory()) return fail(`${place} is not a folder, so ${path} cannot be written`);
    accessSync(place, constants.W_OK);
    return ok(undefined);
  } catch (error) {
    return fail(`${place} ${whyNot(error)}, so ${path} cannot be written`);
  }
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EROFS") return "is read-only";
  if (code === "EACCES" || code === "EPERM") return "may not be written to by you";
  return error instanceof Error ? `cannot be used (${error.message})` : "cannot be used";
}

function standingAbove(path: string): string {
  try {
    return dirname(path) === path || lstatSync(path, { throwIfNoEntry: false }) !== undefined
      ? path
      : standingAbove(dirname(path));
  } catch {
    return standingAbove(dirname(path));
  }
}

function writeWhole(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (isForeign(statSync(dirname(path)).uid)) throw new Error("its folder belongs to another user");
  const mode = (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;
  const temporary = `${path}.${process.pid}.new`;
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  const fd = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | (constants.O_NOFOLLOW ?? 0), mode);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
    fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
}

const isForeign = (uid: number): boolean => process.getuid !== undefined && uid !== process.getuid();

const same = (a: Buffer | null, b: Buffer | null): boolean => (a === null || b === null ? a === b : a.equals(b));
