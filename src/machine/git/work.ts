/** How much work is not committed, as `git status` counts it. For facts: an answer that is not complete says so. */
import type { PathInfo, World } from "../../contract/world.ts";
import { type GitIndex, type IndexEntry, MODE_GITLINK, readIndex } from "./gitindex.ts";
import { baseLevels, type IgnoreLevel, isIgnored, levelIn } from "./ignore.ts";
import { objectStore } from "./objects.ts";
import { findRepo, type Repo } from "./repo.ts";
import { readHead } from "./state.ts";
import { sameContent } from "./tracked.ts";
import { filesBelow, treeOf } from "./tree.ts";

const ENTRIES_MAX = 50_000;
const LOOKS_MAX = 20_000;
const HASHED_BYTES_MAX = 64 << 20;
const RACY_MS = 10;

export interface UncommittedWork {
  /** Tracked files that differ from the index, conflicts included. Where git converts line ends, it may be too many. */
  readonly modified: number;
  /** Files that are neither tracked nor ignored; a repository inside counts once. */
  readonly untracked: number;
  /** Paths on which index and HEAD differ; a rename counts twice. */
  readonly staged: number;
  /** False: a limit was reached or something could not be read; the counts are what was seen. */
  readonly complete: boolean;
}

/** For the whole repository around `dir`; undefined when there is none with a work tree, or its index cannot be read. */
export function uncommittedWork(dir: string, world: World): UncommittedWork | undefined {
  const repo = findRepo(dir, world);
  const index = repo === undefined || repo.workTree === null ? undefined : readIndex(repo, world);
  if (repo === undefined || repo.workTree === null || index === undefined || !index.ok) return undefined;
  if (index.value.entries.length > ENTRIES_MAX) return { modified: 0, untracked: 0, staged: 0, complete: false };
  const staged = stagedPaths(repo, index.value, world);
  const modified = modifiedFiles(repo, repo.workTree, index.value.entries, world);
  const untracked = untrackedFiles(repo, repo.workTree, index.value.entries, world);
  return {
    modified: modified.count,
    untracked: untracked.count,
    staged: staged ?? 0,
    complete: staged !== undefined && modified.complete && untracked.complete,
  };
}

function stagedPaths(repo: Repo, index: GitIndex, world: World): number | undefined {
  const head = readHead(repo, world);
  const store = objectStore(repo, world);
  const entries = index.entries.filter((entry) => entry.stage === 0 && !entry.intentToAdd);
  if (head.kind === "unborn") return entries.length;
  if (head.kind === "unknown" || !store.ok) return undefined;
  const tree = treeOf(store.value, head.oid, world);
  if (!tree.ok) return undefined;
  if (index.tree === tree.value) return 0;
  const files = filesBelow(store.value, { mode: 0o40000, oid: tree.value }, "", ENTRIES_MAX, world);
  if (!files.ok) return undefined;
  const conflicts = new Set(index.entries.filter((entry) => entry.stage !== 0).map((entry) => entry.path));
  const changed = entries.filter(({ path, oid, mode }) => {
    const committed = files.value.get(path);
    return committed?.oid !== oid || committed.mode !== mode;
  });
  const kept = new Set(entries.map((entry) => entry.path));
  return changed.length + [...files.value.keys()].filter((path) => !kept.has(path) && !conflicts.has(path)).length;
}

function modifiedFiles(repo: Repo, workTree: string, entries: readonly IndexEntry[], world: World): Count {
  const indexAt = world.stat(`${repo.gitDir}/index`).mtimeMs;
  const changed = new Set<string>();
  let hashed = 0;
  for (const entry of entries) {
    const full = `${workTree}/${entry.path}`;
    const info = world.lstat(full);
    if (entry.stage !== 0 || entry.intentToAdd) changed.add(entry.path);
    else if (entry.mode !== MODE_GITLINK && !entry.special && !isAsSeen(info, entry, indexAt)) {
      const sized = info.kind === "file" && entry.size !== 0 && entry.size !== info.size;
      if (info.kind === "file" && !sized) hashed += info.size;
      if (hashed > HASHED_BYTES_MAX) return { count: changed.size, complete: false };
      const gone = info.kind !== "file" && info.kind !== "link";
      if (gone || sized || sameContent(repo, full, info, entry, world) === "modified") changed.add(entry.path);
    }
  }
  return { count: changed.size, complete: true };
}

/** Git trusts size and time, unless the file may have changed within the tick in which the index was written. */
const isAsSeen = (info: PathInfo, entry: IndexEntry, indexAt: number): boolean =>
  info.size === entry.size &&
  Math.abs(info.mtimeMs - entry.mtimeMs) < 1 &&
  entry.mtimeMs < indexAt - RACY_MS &&
  (info.kind === "link" || info.executable === ((entry.mode & 0o111) !== 0));

function untrackedFiles(repo: Repo, workTree: string, entries: readonly IndexEntry[], world: World): Count {
  const tracked = new Set(entries.map((entry) => entry.path));
  let count = 0;
  let looks = 0;
  const pending: { dir: string; levels: readonly IgnoreLevel[] }[] = [{ dir: "", levels: baseLevels(repo, world) }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { dir } = next;
    const names = world.readDir(dir === "" ? workTree : `${workTree}/${dir}`);
    looks += names?.length ?? 0;
    if (names === undefined || looks > LOOKS_MAX) return { count, complete: false };
    const levels = names.includes(".gitignore") ? [...next.levels, ...levelIn(workTree, dir, world)] : next.levels;
    for (const name of names) {
      const path = dir === "" ? name : `${dir}/${name}`;
      if (name === ".git" || tracked.has(path)) continue;
      const { kind } = world.lstat(`${workTree}/${path}`);
      const directory = kind === "directory";
      if ((kind !== "file" && kind !== "link" && !directory) || isIgnored(levels, path, directory)) continue;
      if (directory && world.lstat(`${workTree}/${path}/.git`).kind === "absent") pending.push({ dir: path, levels });
      else count++;
    }
  }
  return { count, complete: true };
}

interface Count {
  readonly count: number;
  readonly complete: boolean;
}
