/** How much work is not committed, as `git status` counts it. For facts: an answer that is not complete says so. */
import type { World } from "../contract/world.ts";
import { openWorkTree, stagedNames, type WorkTree } from "../machine/git/index.ts";

const ENTRIES_MAX = 50_000;
const LOOKS_MAX = 20_000;
const HASHED_BYTES_MAX = 64 << 20;
const MODE_GITLINK = 0o160000;

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

interface Count {
  readonly count: number;
  readonly complete: boolean;
}

/** For the whole repository around `dir`; undefined when there is none with a work tree, or its index cannot be read. */
export function uncommittedWork(dir: string, world: World): UncommittedWork | undefined {
  const tree = openWorkTree(dir, world);
  if (tree === undefined) return undefined;
  if (tree.entries.length > ENTRIES_MAX) return { modified: 0, untracked: 0, staged: 0, complete: false };
  const staged = stagedNames(tree.repo, world)?.length;
  const modified = modifiedFiles(tree, world);
  const untracked = untrackedFiles(tree, world);
  return {
    modified: modified.count,
    untracked: untracked.count,
    staged: staged ?? 0,
    complete: staged !== undefined && modified.complete && untracked.complete,
  };
}

function modifiedFiles({ root, entries, compare, holds }: WorkTree, world: World): Count {
  const unresolved = entries.filter(({ path }, i) => path === entries[i - 1]?.path);
  const changed = new Set(unresolved.map(({ path }) => path));
  let hashed = 0;
  for (const { path, mode, special } of entries) {
    const full = `${root}/${path}`;
    const { kind, size, mtimeMs, ctimeMs = 0, executable } = world.lstat(full);
    if (special || mode === MODE_GITLINK) continue;
    const link = kind === "link";
    const look = { size, mtimeMs, ctimeMs, mode: (link ? 0o120000 : 0o100000) + (executable ? 0o755 : 0o644) };
    const found = kind === "file" || link ? compare(full, look) : "differs";
    if (found === "read") hashed += size;
    if (hashed > HASHED_BYTES_MAX) return { count: changed.size, complete: false };
    const content =
      found !== "read" ? undefined : link ? Buffer.from(world.readLink(full) ?? "") : world.readFile(full, size);
    if (found === "differs" || (found === "read" && content !== undefined && !holds(full, content))) changed.add(path);
  }
  return { count: changed.size, complete: true };
}

function untrackedFiles({ root, names: isTracked, ignores }: WorkTree, world: World): Count {
  let count = 0;
  let looks = 0;
  const pending = [root];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    const names = world.readDir(dir);
    looks += names?.length ?? 0;
    if (names === undefined || looks > LOOKS_MAX) return { count, complete: false };
    for (const name of names) {
      const path = `${dir}/${name}`;
      if (name === ".git" || isTracked(path)) continue;
      const { kind } = world.lstat(path);
      const directory = kind === "directory";
      if ((kind !== "file" && kind !== "link" && !directory) || ignores(path, directory)) continue;
      if (directory && world.lstat(`${path}/.git`).kind === "absent") pending.push(path);
      else count++;
    }
  }
  return { count, complete: true };
}
