/** What `git add` and `git commit -a` would take into the store, and what `git diff` would print of the work tree. */
import type { World } from "../../contract/world.ts";
import { isBelow, isThere, listDir } from "./files.ts";
import { readIndex, type TrackedEntry } from "./gitindex.ts";
import { baseLevel, type IgnoreLevel, isIgnored, levelIn } from "./ignore.ts";
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
    ?.map((entry) => ({ entry, path: `${repo.workTree === "/" ? "" : repo.workTree}/${entry.path}` }))
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

/** The same, and what is not tracked and not ignored. Undefined: another repository lies there, or more than is looked at. */
export function stagedFiles(staging: Staging): readonly string[] | undefined {
  const { repo, roots, disk } = staging;
  const changed = changedFiles(staging);
  const tracked = readIndex(repo, disk);
  const base = baseLevel(repo, disk);
  if (changed === undefined || tracked === undefined || base === undefined) return undefined;
  const walk: Walk = {
    ...staging,
    known: new Set(tracked.map(({ path }) => path)),
    found: [],
    left: { names: NAMES_MAX },
  };
  const isWhole = roots.every((root) => walkRoot(root, base, walk));
  return isWhole ? [...new Set([...changed, ...walk.found])] : undefined;
}

interface Walk extends Staging {
  readonly known: ReadonlySet<string>;
  readonly found: string[];
  readonly left: { names: number };
}

interface Standing {
  readonly path: string;
  readonly levels: readonly IgnoreLevel[];
}

/** Git passes over an ignored place that is named, and what lies behind a link. */
function walkRoot(root: string, base: IgnoreLevel, walk: Walk): boolean {
  const { workTree } = walk.repo;
  const levels = [base];
  const names = root === workTree ? [] : root.slice(workTree === "/" ? 1 : workTree.length + 1).split("/");
  let here = workTree;
  for (const [i, name] of names.entries()) {
    const level = levelIn(here, walk.disk);
    if (level === undefined || name.toLowerCase() === ".git") return false;
    levels.push(level);
    here = here === "/" ? `/${name}` : `${here}/${name}`;
    const { kind } = walk.disk.lstat(here);
    const isLast = i === names.length - 1;
    if (kind === "unreadable" || (kind === "link" && !isLast)) return false;
    if (isIgnored(levels, here, kind === "directory")) return true;
    if (kind === "directory" && isRepository(here, walk)) return false;
    if (kind === "directory") continue;
    if (kind !== "absent") addFile(here, walk);
    return true;
  }
  return walkBelow({ path: here, levels }, walk);
}

function walkBelow(start: Standing, walk: Walk): boolean {
  const todo: Standing[] = [start];
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    const entries = listDir(dir.path, walk.disk);
    const level = levelIn(dir.path, walk.disk);
    walk.left.names -= entries?.length ?? 0;
    if (entries === undefined || level === undefined || walk.left.names < 0) return false;
    const levels = [...dir.levels, level];
    for (const { name, kind } of entries) {
      if (dir.path === walk.repo.workTree && name === ".git") continue;
      if (name.toLowerCase() === ".git") return false;
      const path = dir.path === "/" ? `/${name}` : `${dir.path}/${name}`;
      if (isIgnored(levels, path, kind === "directory")) continue;
      if (kind !== "directory") addFile(path, walk);
      // One that is tracked is a submodule, and looked at as one.
      else if (!walk.known.has(relative(path, walk.repo))) todo.push({ path, levels });
    }
  }
  return true;
}

/** Another repository: git would take it for a submodule, and run itself in it from then on. */
const isRepository = (dir: string, { disk }: Walk): boolean => isThere(`${dir}/.git`, disk);

const relative = (path: string, { workTree }: Repository): string =>
  path.slice(workTree === "/" ? 1 : workTree.length + 1);

function addFile(path: string, { repo, known, found }: Walk): void {
  if (!known.has(relative(path, repo))) found.push(path);
}
