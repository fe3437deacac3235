/** What walled calls made in protected places, and the sweep moved away: one directory a call, in it one a place. */
import { cpSync, lstatSync, readFileSync, renameSync, rmSync, type Stats } from "node:fs";
import { join } from "node:path";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { DirectoryKeeper } from "../restore/beneath.ts";
import { codeOf } from "../restore/failure.ts";
import { namesIn } from "../restore/shelf.ts";

const TICKET = /^[0-9a-f]{24}$/;

export interface Quarantined {
  readonly id: string;
  readonly at: number;
  readonly places: readonly QuarantinedPlace[];
}

export interface QuarantinedPlace {
  /** Where it was made. */
  readonly path: string;
  /** Where it lies now: a directory with `path` and `it`. */
  readonly slot: string;
}

export const quarantineDir = (stateDir: string): string => join(stateDir, "walls", "quarantine");

export function listQuarantine(stateDir: string): readonly Quarantined[] {
  const dir = quarantineDir(stateDir);
  return namesIn(dir)
    .filter((id) => TICKET.test(id))
    .map((id) => ({ id, at: lookAt(join(dir, id))?.mtimeMs ?? 0, places: placesIn(join(dir, id)) }))
    .filter(({ places }) => places.length > 0);
}

function placesIn(dir: string): readonly QuarantinedPlace[] {
  return namesIn(dir).flatMap((name) => {
    const slot = join(dir, name);
    const path = readPath(slot);
    return path === undefined || lookAt(join(slot, "it")) === undefined ? [] : [{ path, slot }];
  });
}

function readPath(slot: string): string | undefined {
  try {
    const path = readFileSync(join(slot, "path"), "utf8");
    return /^\/[^\0]+$/.test(path) && !path.split("/").includes("..") ? path : undefined;
  } catch {
    return undefined;
  }
}

const lookAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

/** Never over anything that stands there now, and never through a link. */
export function release({ path, slot }: QuarantinedPlace): Result<void> {
  const keeper = new DirectoryKeeper();
  try {
    const { directory, name } = keeper.parentOf(path);
    const there = lookAt(directory.at(name));
    if (there !== undefined) return fail(`${path}: something stands there now; move it away first`);
    moveTo(join(slot, "it"), directory.at(name));
    rmSync(slot, { recursive: true });
    return ok(undefined);
  } catch (error) {
    return fail(`${path}: ${messageOf(error)}`);
  } finally {
    keeper.close();
  }
}

/** The state directory may lie on another file system. */
function moveTo(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    const copy = {
      recursive: true,
      verbatimSymlinks: true,
      errorOnExist: true,
      force: false,
      preserveTimestamps: true,
    };
    cpSync(from, to, copy);
  }
}
