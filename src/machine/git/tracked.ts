/**
 * Whether deleting something loses anything: "clean" means that every file at or below the path is, byte for byte, in
 * HEAD's commit and in the index, that its object is there to be restored, and that nothing else lies below.
 */

import type { PathInfo, World } from "../../contract/world.ts";
import { absolutePath, isInside, realPath } from "../index.ts";
import { perView } from "../view.ts";
import { lastEntry, readConfig } from "./config.ts";
import { gitBoolean } from "./configfile.ts";
import { type IndexEntry, indexEntriesAt, MODE_LINK } from "./gitindex.ts";
import { hasObject, type ObjectStore, objectStore, sha1Of } from "./objects.ts";
import { discoverRepo, findRepo, type Repo } from "./repo.ts";
import { readHead } from "./state.ts";
import { entryAt, filesBelow, type TreeEntry, treeOf } from "./tree.ts";

const FILES_MAX = 5000;
const FILE_BYTES_MAX = 64 << 20;
const TOTAL_BYTES_MAX = 128 << 20;
const DEPTH_MAX = 64;

export type Tracked = "clean" | "modified" | "untracked" | "unknown";

/** `path` itself is not followed if it is a link; links on the way to it are. A path that does not exist is "unknown". */
export function trackedClean(path: string, world: World): Tracked {
  const absolute = absolutePath(path, "/", world);
  const parent = realPath(absolutePath("..", absolute, world), world);
  if (parent.problem !== null || absolute === "/") return "unknown";
  const full = absolutePath(`./${absolute.slice(absolute.lastIndexOf("/") + 1)}`, parent.path, world);
  const discovery = discoverRepo(parent.path, world);
  if (discovery.found !== "repo") return discovery.found === "none" ? "untracked" : "unknown";
  const { workTree, gitDir, commonDir } = discovery.repo;
  if (workTree === null || !isInside(full, workTree) || full === workTree) return "unknown";
  if (isInside(full, gitDir) || isInside(full, commonDir)) return "unknown";
  return compare(discovery.repo, full, full.slice(workTree.length + 1), world);
}

function compare(repo: Repo, full: string, path: string, world: World): Tracked {
  const budget = comparison("", world);
  if (budget.files < 0 || budget.bytes < 0) return "unknown";
  const here = listFiles(full, path, world);
  if (typeof here === "string") return here;
  const index = indexEntriesAt(repo, path, world);
  if (!index.ok) return "unknown";
  const inIndex = new Map<string, IndexEntry>();
  for (const entry of index.value) {
    if (entry.stage !== 0) return "modified";
    inIndex.set(entry.path, entry);
  }
  if (here.size === 0 || [...here.keys()].some((name) => !inIndex.has(name))) return "untracked";
  const committed = inHead(repo, path, world);
  if (committed === undefined) return "unknown";
  if (committed.files.size !== inIndex.size || here.size !== inIndex.size) return "modified";
  budget.files -= here.size;
  if (budget.files < 0) return "unknown";
  for (const [name, info] of here) {
    const entry = inIndex.get(name);
    const commit = committed.files.get(name);
    if (entry === undefined || commit?.oid !== entry.oid || commit.mode !== entry.mode) return "modified";
    budget.bytes -= info.size;
    if (info.size > FILE_BYTES_MAX || budget.bytes < 0) return "unknown";
    const same = sameContent(repo, full + name.slice(path.length), info, entry, world);
    if (same !== "clean") return same;
    if (!hasObject(committed.store, entry.oid, world)) return "unknown";
  }
  return "clean";
}

/** What one decision compares at most, however many paths it names. */
const comparison = perView(() => ({ files: FILES_MAX, bytes: TOTAL_BYTES_MAX }));

/** Everything at or below `full` that is no directory, by its path in the work tree. */
function listFiles(full: string, path: string, world: World): ReadonlyMap<string, PathInfo> | "untracked" | "unknown" {
  const files = new Map<string, PathInfo>();
  const pending = [{ full, path, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const info = world.lstat(next.full);
    if (info.kind === "absent" || info.kind === "unreadable") return "unknown";
    if (info.kind === "other") return "untracked";
    if (info.kind !== "directory") {
      files.set(next.path, info);
      continue;
    }
    const names = world.readDir(next.full);
    if (names === undefined || next.depth >= DEPTH_MAX || files.size + pending.length + names.length > FILES_MAX)
      return "unknown";
    for (const name of names) {
      // A repository of its own: its history would go too.
      if (name.toLowerCase() === ".git") return "unknown";
      pending.push({ full: `${next.full}/${name}`, path: `${next.path}/${name}`, depth: next.depth + 1 });
    }
  }
  return files;
}

function inHead(
  repo: Repo,
  path: string,
  world: World,
): { store: ObjectStore; files: ReadonlyMap<string, TreeEntry> } | undefined {
  const head = headTree(repo.workTree ?? repo.gitDir, world);
  if (head === undefined) return undefined;
  const { store, tree } = head;
  if (tree === null) return { store, files: new Map() };
  const entry = entryAt(store, tree, path, world);
  if (!entry.ok) return undefined;
  if (entry.value === undefined) return { store, files: new Map() };
  const files = filesBelow(store, entry.value, path, FILES_MAX, world);
  return files.ok ? { store, files: files.value } : undefined;
}

/** The objects of the repository around a directory and the tree HEAD stands at, null before the first commit. */
const headTree = perView((dir: string, world: World): { store: ObjectStore; tree: string | null } | undefined => {
  const repo = findRepo(dir, world);
  const head = repo === undefined ? undefined : readHead(repo, world);
  const store = repo === undefined ? undefined : objectStore(repo, world);
  if (head === undefined || head.kind === "unknown" || store?.ok !== true) return undefined;
  if (head.kind === "unborn") return { store: store.value, tree: null };
  const tree = treeOf(store.value, head.oid, world);
  return tree.ok ? { store: store.value, tree: tree.value } : undefined;
});

/** Raw bytes are hashed: where git converts line ends or filters, a file that differs raw is not clean. */
export function sameContent(
  repo: Repo,
  full: string,
  info: PathInfo,
  entry: IndexEntry,
  world: World,
): "clean" | "modified" | "unknown" {
  const link = info.kind === "link";
  if (link !== (entry.mode === MODE_LINK)) return "modified";
  const target = link ? world.readLink(full) : undefined;
  const bytes = link ? (target === undefined ? undefined : Buffer.from(target)) : world.readFile(full, info.size);
  if (bytes === undefined) return "unknown";
  if (sha1Of("blob", bytes) !== entry.oid) return "modified";
  const differs = !link && info.executable !== ((entry.mode & 0o111) !== 0) && world.platform !== "win32";
  return differs && gitBoolean(lastEntry(readConfig(repo, world), "core.filemode")?.value) !== false
    ? "modified"
    : "clean";
}
