/** What `git add` and `git commit -a` would take into the store, and what `git diff` would print of the work tree. */
import type { World } from "../../contract/world.ts";
import { isBelow, isThere, listDir } from "./files.ts";
import { readIndex, type TrackedEntry } from "./gitindex.ts";
import { type IgnoreFile, isIgnored, readLevel } from "./ignore.ts";
import type { Repository } from "./repository.ts";

/** Names that are looked at; above, nobody says what would be staged. */
const NAMES_MAX = 8_000;

export interface Staging {
  readonly repo: Repository;
  /** Absolute places of the work tree. */
  readonly roots: readonly string[];
  readonly disk: World;
  /** Which tracked names matter; absent: all do. */
  readonly matters?: ((path: string) => boolean) | undefined;
}

/** Tracked files at or below the roots that are otherwise than the index has them, by their times and sizes. */
export function changedFiles({ repo, roots, disk, matters }: Staging): readonly string[] | undefined {
  const entries = readIndex(repo, disk);
  const written = disk.lstat(`${repo.gitDir}/index`).mtimeMs;
  const found = entries
    ?.map((entry) => ({ entry, path: `${repo.workTree}/${entry.path}` }))
    .filter(({ path }) => roots.some((root) => isBelow(path, root)) && (matters?.(path) ?? true));
  if (found === undefined || found.length > NAMES_MAX) return undefined;
  return found.filter(({ entry, path }) => isChanged(entry, path, { written, disk })).map(({ path }) => path);
}

/** A time as late as the index's own says nothing: git compares contents then. */
function isChanged(entry: TrackedEntry, path: string, { written, disk }: { written: number; disk: World }): boolean {
  const { kind, size, mtimeMs, ctimeMs = entry.ctimeMs } = disk.lstat(path);
  if (kind === "absent" || kind === "directory") return false;
  const isSame = size === entry.size && isSameTime(mtimeMs, entry.mtimeMs) && isSameTime(ctimeMs, entry.ctimeMs);
  return !isSame || mtimeMs >= Math.floor(written);
}

const isSameTime = (a: number, b: number): boolean => Math.abs(a - b) < 0.01;

interface Walk extends Staging {
  /** Tracked. */
  readonly known: ReadonlySet<string>;
  readonly found: Set<string>;
  left: number;
}

/** The same, and what is not tracked and not ignored. Undefined: another repository lies there, or more than is looked at. */
export function stagedFiles(staging: Staging): readonly string[] | undefined {
  const { repo, roots, disk } = staging;
  const changed = changedFiles(staging);
  const tracked = readIndex(repo, disk);
  const base = readLevel(`${repo.commonDir}/info/exclude`, repo.workTree, disk);
  if (changed === undefined || tracked === undefined || base === undefined) return undefined;
  const known = new Set(tracked.map(({ path }) => `${repo.workTree}/${path}`));
  const walk: Walk = { ...staging, known, found: new Set(changed), left: NAMES_MAX };
  return roots.every((root) => walkTo(root, [base], walk)) ? [...walk.found] : undefined;
}

/** From the top down to a place that is named, then all below it. Git passes over what is ignored, and what lies behind a link. */
function walkTo(root: string, base: readonly IgnoreFile[], walk: Walk): boolean {
  const { workTree } = walk.repo;
  let levels = base;
  let here = workTree;
  for (const name of root.slice(workTree.length + 1).split("/")) {
    if (root === workTree) break;
    const level = readLevel(`${here}/.gitignore`, here, walk.disk);
    if (level === undefined) return false;
    levels = [...levels, level];
    here = `${here}/${name}`;
    const { kind } = walk.disk.lstat(here);
    if (kind === "absent" || isIgnored(levels, here, kind === "directory")) return true;
    if (kind !== "directory") return here === root && kind !== "unreadable" && addFile(here, walk);
    // Another repository: git would take it for a submodule, and run itself in it from then on.
    if (isThere(`${here}/.git`, walk.disk)) return false;
  }
  return walkBelow(here, levels, walk);
}

function walkBelow(dir: string, above: readonly IgnoreFile[], walk: Walk): boolean {
  const entries = listDir(dir, walk.disk);
  const level = readLevel(`${dir}/.gitignore`, dir, walk.disk);
  walk.left -= entries?.length ?? 0;
  if (entries === undefined || level === undefined || walk.left < 0) return false;
  const levels = [...above, level];
  return entries.every(({ name, kind }) => {
    const path = `${dir}/${name}`;
    if (name.toLowerCase() === ".git") return path === `${walk.repo.workTree}/.git`;
    if (isIgnored(levels, path, kind === "directory")) return true;
    if (kind !== "directory") return addFile(path, walk);
    // One that is tracked itself is a submodule, and looked at as one.
    return walk.known.has(path) || walkBelow(path, levels, walk);
  });
}

function addFile(path: string, { known, found }: Walk): true {
  if (!known.has(path)) found.add(path);
  return true;
}
