/** Writes what was saved back to where it was. Never through a link: a way that has become one is refused. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  futimesSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { sha256 } from "../../contract/key.ts";
import { assertNever, fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { type PlaceState, stateOf } from "../restore/after.ts";
import { DirectoryKeeper, type OpenDirectory, openDirectory } from "../restore/beneath.ts";
import { codeOf } from "../restore/failure.ts";
import type { SavedEntry, SavedFile } from "../restore/point.ts";
import { readContent } from "../restore/shelf.ts";

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** Bits that lend a program another's rights are not given again. */
const MODE = 0o777;

/** `now` is what was seen there: where it is something else meanwhile, nothing is written. */
export function bringBack(entry: SavedEntry, now: PlaceState, shelf: string): Result<void> {
  try {
    const end = entry.path.lastIndexOf("/");
    const parent = makeWay(entry.path.slice(0, Math.max(end, 1)));
    try {
      return place(entry, { parent, name: entry.path.slice(end + 1), now, shelf });
    } finally {
      parent.close();
    }
  } catch (error) {
    return fail(`${entry.path}: ${wayFault(error)}`);
  }
}

interface Spot {
  readonly parent: OpenDirectory;
  readonly name: string;
  readonly now: PlaceState;
  readonly shelf: string;
}

function place(entry: SavedEntry, spot: Spot): Result<void> {
  switch (entry.kind) {
    case "directory":
      // Open to its owner until what belongs in it is there: see `closeDirectory`.
      return placeDirectory(entry.mode | 0o700, spot);
    case "link":
      return putInPlace(entry.path, spot, (draft) => symlinkSync(entry.to, draft));
    case "file": {
      const content = readContent(spot.shelf, entry);
      if (!content.ok) return content;
      if (sha256(content.value) !== entry.sha256) return fail(`${entry.path}: what was saved of it is damaged`);
      return putInPlace(entry.path, spot, (draft) => writeNew(draft, content.value, entry));
    }
    default:
      return assertNever(entry);
  }
}

function placeDirectory(mode: number, { parent, name }: Spot): Result<void> {
  const made = enterOrMake(parent, name);
  try {
    chmodSync(made.at("."), mode & MODE);
    return ok(undefined);
  } finally {
    made.close();
  }
}

/** Gives a directory that was brought back the mode it had. */
export function closeDirectory({ path, mode }: Pick<SavedEntry, "path" | "mode">): Result<void> {
  try {
    const directory = openDirectory(path);
    try {
      chmodSync(directory.at("."), mode & MODE);
      return ok(undefined);
    } finally {
      directory.close();
    }
  } catch (error) {
    return fail(`${path}: ${wayFault(error)}`);
  }
}

/** Beside it first, then in one step over whatever has the name: a link there is replaced, never followed. */
function putInPlace(path: string, { parent, name, now }: Spot, write: (draft: string) => void): Result<void> {
  const draft = parent.at(`.sallyport-undo-${randomBytes(6).toString("hex")}`);
  try {
    write(draft);
    const keeper = new DirectoryKeeper();
    const still = stateOf(path, keeper) === now;
    keeper.close();
    if (!still) {
      unlinkSync(draft);
      return fail(`${path}: it has just changed; look at it and try again`);
    }
    renameSync(draft, parent.at(name));
    return ok(undefined);
  } catch (error) {
    removeQuietly(draft);
    throw error;
  }
}

function writeNew(draft: string, content: Buffer, { mode, mtimeMs }: SavedFile): void {
  const fd = openSync(draft, NEW_FILE, 0o600);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(fd, content, at, content.length - at);
    fchmodSync(fd, mode & MODE);
    futimesSync(fd, mtimeMs / 1000, mtimeMs / 1000);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Opens the directory, making what is missing of the way. */
function makeWay(path: string): OpenDirectory {
  let here = openDirectory("/");
  for (const name of path.split("/").filter((part) => part !== "")) {
    const above = here;
    try {
      here = enterOrMake(above, name);
    } finally {
      above.close();
    }
  }
  return here;
}

function enterOrMake(above: OpenDirectory, name: string): OpenDirectory {
  try {
    return above.enter(name);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    mkdirSync(above.at(name));
    return above.enter(name);
  }
}

/** Takes away what a call made: a file, a link or an empty directory. */
export function takeAway(path: string): Result<void> {
  const keeper = new DirectoryKeeper();
  try {
    const { directory, name } = keeper.parentOf(path);
    if (stateOf(path, keeper) === "directory") rmdirSync(directory.at(name));
    else unlinkSync(directory.at(name));
    return ok(undefined);
  } catch (error) {
    return codeOf(error) === "ENOENT" ? ok(undefined) : fail(`${path}: ${wayFault(error)}`);
  } finally {
    keeper.close();
  }
}

const wayFault = (error: unknown): string =>
  ["ELOOP", "ENOTDIR"].includes(codeOf(error))
    ? "a part of its way is a link or no directory now; put the directory back first"
    : messageOf(error);

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    return;
  }
}
