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
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { fail, ok, type Result } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { isObject, textIn } from "../json.ts";
import type { FileChange } from "./index.ts";

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

// What was made on the person's machine beside the hooks: folders that were not there, and what stood in the person's own settings
// before. Kept in the state directory, so that leaving can put all of it back. A folder goes again only while it is empty.

interface MadeThings {
  readonly folders: readonly string[];
  /** What stood in the person's settings before they were first written here; undefined where they never were. */
  readonly settings: Buffer | null | undefined;
}

const NOTHING: MadeThings = { folders: [], settings: undefined };

/** Folders above a path that would have to be made, the innermost first. */
export function missingFolders(path: string): readonly string[] {
  const above = dirname(path);
  return above === path || lookAt(above) !== undefined ? [] : [above, ...missingFolders(above)];
}

/** Undefined where nothing is, a place below a file among them. */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Of these, what is there now; the state directory's own go with it. Throws where it cannot be written. */
export function noteMade(stateDir: string, folders: readonly string[], settings?: FileChange): void {
  const known = readMade(stateDir);
  const own = (path: string): boolean => `${path}/`.startsWith(`${stateDir}/`);
  const all = [...new Set([...known.folders, ...folders])].filter(
    (path) => !own(path) && lookAt(path)?.isDirectory() === true,
  );
  const before = known.settings === undefined ? settings?.before : known.settings;
  if (all.join("\n") === known.folders.join("\n") && before === known.settings) return;
  // Of this directory too, where it is the first thing in it.
  const above = missingFolders(stateDir);
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const kept = before === undefined ? {} : { settings: before === null ? null : before.toString("base64") };
  writeFileSync(stateLayout(stateDir).made, `${JSON.stringify({ folders: [...all, ...above], ...kept })}\n`, {
    mode: 0o600,
  });
}

/** Never throws: what cannot be read was not noted. */
export function readMade(stateDir: string): MadeThings {
  try {
    const value: unknown = JSON.parse(readFileSync(stateLayout(stateDir).made, "utf8"));
    if (!isObject(value) || !Array.isArray(value.folders)) return NOTHING;
    const folders = value.folders.filter((path) => typeof path === "string" && path.startsWith("/"));
    const text = textIn(value, "settings");
    const settings = value.settings === null ? null : value.settings === "" ? Buffer.alloc(0) : undefined;
    return { folders, settings: text === null ? settings : Buffer.from(text, "base64") };
  } catch {
    return NOTHING;
  }
}

/** Those that went: an empty one, and one that is empty without it. */
export function removeEmptyFolders(folders: readonly string[]): readonly string[] {
  const inner = [...folders].sort((a, b) => b.length - a.length);
  return inner.filter((path) => {
    try {
      rmdirSync(path);
      return true;
    } catch {
      return false;
    }
  });
}
