/** The files of a commit. */
import { keptWith } from "../../contract/kept.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { type ObjectStore, objectStore, readObject } from "./objects.ts";
import type { Repo } from "./repo.ts";
import { readHead } from "./state.ts";

const TREE_DEPTH_MAX = 256;
const MODE_TREE = 0o40000;

export interface TreeEntry {
  readonly mode: number;
  readonly oid: string;
}

/** The tree of a commit. */
function treeOf(store: ObjectStore, commit: string, world: World): Result<string> {
  const object = readObject(store, commit, world);
  if (!object.ok) return object;
  const tree =
    object.value.type === "commit" ? /^tree ([0-9a-f]{40})\n/.exec(object.value.data.toString("latin1", 0, 64)) : null;
  return tree?.[1] === undefined ? fail(`${commit} is no commit`) : ok(tree[1]);
}

/** All files at or below an entry, by path; at most `limit`, and fails beyond. */
function filesBelow(
  store: ObjectStore,
  entry: TreeEntry,
  prefix: string,
  limit: number,
  world: World,
): Result<ReadonlyMap<string, TreeEntry>> {
  const files = new Map<string, TreeEntry>();
  const pending: { path: string; entry: TreeEntry; depth: number }[] = [{ path: prefix, entry, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.entry.mode !== MODE_TREE) {
      files.set(next.path, next.entry);
      continue;
    }
    const entries = readTree(store, next.entry.oid, world);
    if (!entries.ok) return entries;
    if (files.size + pending.length + entries.value.size > limit || next.depth > TREE_DEPTH_MAX)
      return fail("the tree is too large");
    for (const [name, child] of entries.value)
      pending.push({ path: next.path === "" ? name : `${next.path}/${name}`, entry: child, depth: next.depth + 1 });
  }
  return ok(files);
}

type Entries = Result<ReadonlyMap<string, TreeEntry>>;

const kept = keptWith<ObjectStore, Map<string, Entries>>();

/** A tree is read once for each store that was built. */
function readTree(store: ObjectStore, oid: string, world: World): Entries {
  const trees = kept.get(store) ?? new Map<string, Entries>();
  kept.set(store, trees);
  const entries = trees.get(oid) ?? parseTree(store, oid, world);
  trees.set(oid, entries);
  return entries;
}

/** Mode, blank, name, NUL, twenty bytes of id. */
function parseTree(store: ObjectStore, oid: string, world: World): Entries {
  const object = readObject(store, oid, world);
  if (!object.ok) return object;
  const { type, data } = object.value;
  if (type !== "tree") return fail(`${oid} is no tree`);
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < data.length; ) {
    const blank = data.indexOf(0x20, at);
    const nul = data.indexOf(0, blank);
    if (blank === -1 || nul === -1 || nul + 21 > data.length) return fail(`tree ${oid} is damaged`);
    const name = data.toString("utf8", blank + 1, nul);
    if (entries.has(name)) return fail(`tree ${oid} has a name twice`);
    entries.set(name, {
      mode: Number.parseInt(data.toString("latin1", at, blank), 8),
      oid: data.toString("hex", nul + 1, nul + 21),
    });
    at = nul + 21;
  }
  return ok(entries);
}

/** Of more files than this nothing is said. */
const FILES_MAX = 50_000;

/** The files of the commit HEAD stands at, by their path from the top; undefined where they cannot be read. */
export function filesInHead(repo: Repo, world: World): ReadonlyMap<string, TreeEntry> | undefined {
  const head = readHead(repo, world);
  if (head.kind === "unborn") return new Map();
  const store = objectStore(repo, world);
  if (head.kind === "unknown" || !store.ok) return undefined;
  const tree = treeOf(store.value, head.oid, world);
  const files = tree.ok
    ? filesBelow(store.value, { mode: MODE_TREE, oid: tree.value }, "", FILES_MAX, world)
    : undefined;
  return files?.ok ? files.value : undefined;
}

/** One of them, by its path from the top: only the trees on the way are read. Undefined where it is none, or cannot be read. */
export function fileInHead(path: string, repo: Repo, world: World): TreeEntry | undefined {
  const head = readHead(repo, world);
  const store = objectStore(repo, world);
  if (head.kind === "unborn" || head.kind === "unknown" || !store.ok) return undefined;
  const tree = treeOf(store.value, head.oid, world);
  let entry: TreeEntry | undefined = tree.ok ? { mode: MODE_TREE, oid: tree.value } : undefined;
  for (const name of path.split("/")) {
    const entries: Entries | undefined =
      entry?.mode === MODE_TREE ? readTree(store.value, entry.oid, world) : undefined;
    entry = entries?.ok ? entries.value.get(name) : undefined;
  }
  return entry?.mode === MODE_TREE ? undefined : entry;
}
