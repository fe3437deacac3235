/** What a call left behind: noted when it has run, so that what changes later can be told from it. */
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../contract/key.ts";
import { DirectoryKeeper } from "./beneath.ts";
import { stampOf } from "./copy.ts";
import { codeOf } from "./failure.ts";
import type { PointCall, SavedEntry } from "./point.ts";
import { makeDirectory, openShelf, readPoint, SUFFIX } from "./shelf.ts";

const CHUNK_BYTES = 1 << 20;
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * What stands at a place, in one word: "absent", "directory", "other", or what kind it is and its content. "cut off": a
 * directory on the way to it has become something else.
 */
export type PlaceState = string;

/** Throws where it cannot be told. A file that nobody touched since it was saved is not read again. */
export function stateOf(path: string, keeper: DirectoryKeeper, saved?: SavedEntry): PlaceState {
  try {
    const { directory, name } = keeper.parentOf(path);
    const found = lstatSync(directory.at(name), { bigint: true });
    if (found.isSymbolicLink()) return linkState(readlinkSync(directory.at(name)));
    if (found.isDirectory()) return "directory";
    if (!found.isFile()) return "other";
    const same = saved?.kind === "file" && saved.stamp === stampOf(found);
    return fileState(same ? saved.sha256 : hashFile(directory.at(name)));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "absent";
    if (["ELOOP", "ENOTDIR"].includes(codeOf(error))) return CUT_OFF;
    throw error;
  }
}
export const CUT_OFF: PlaceState = "cut off";

/** What the saved entry would be. */
export function savedState(entry: SavedEntry): PlaceState {
  if (entry.kind === "directory") return "directory";
  return entry.kind === "file" ? fileState(entry.sha256) : linkState(entry.to);
}

export const fileState = (digest: string): PlaceState => `file ${digest}`;
const linkState = (to: string): PlaceState => `link ${to}`;

function hashFile(way: string): string {
  const fd = openSync(way, READ);
  try {
    if (!fstatSync(fd).isFile()) throw new Error("it is no file any more");
    const hash = createHash("sha256");
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let got = readSync(fd, buffer); got > 0; got = readSync(fd, buffer)) hash.update(buffer.subarray(0, got));
    return hash.digest("hex");
  } finally {
    closeSync(fd);
  }
}

type CallName = Pick<PointCall, "session" | "key" | "toolUseId">;

/** Under this name the call's point is found again when it has run. */
const callFile = (dir: string, { session, key, toolUseId }: CallName): string =>
  join(dir, "running", sha256(JSON.stringify([session, toolUseId ?? key])));

/** The point counts without it: what the call left is then told by its time. */
export function openCallFile(dir: string, call: CallName, id: string): void {
  try {
    makeDirectory(join(dir, "running"));
    writeFileSync(callFile(dir, call), id, { mode: 0o600 });
  } catch {
    return;
  }
}

/** Never throws: without the note the time of each file tells. */
export function noteAfter(call: CallName, stateDir: string): void {
  try {
    const dir = openShelf(stateDir);
    const running = callFile(dir, call);
    const id = readFileSync(running, "utf8");
    unlinkSync(running);
    const point = readPoint(join(dir, id + SUFFIX.point));
    if (!point.ok) return;
    const keeper = new DirectoryKeeper();
    const { entries, head } = point.value;
    const states = [
      ...entries.map((entry) => [entry.path, stateOf(entry.path, keeper, entry)]),
      ...head.creates.map((path) => [path, stateOf(path, keeper)]),
    ];
    keeper.close();
    writeFileSync(join(dir, id + SUFFIX.after), JSON.stringify(Object.fromEntries(states)), {
      mode: 0o600,
      flag: "wx",
    });
  } catch {
    return;
  }
}

/** What each place held when the call had run; undefined where nobody saw that. */
export function readAfter(dir: string, id: string): ReadonlyMap<string, PlaceState> | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dir, id + SUFFIX.after), "utf8"));
    if (typeof read !== "object" || read === null) return undefined;
    return new Map(Object.entries(read).flatMap(([path, state]) => (typeof state === "string" ? [[path, state]] : [])));
  } catch {
    return undefined;
  }
}
