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

/** The tree of the commit HEAD stands at, and where it is read from; null where there is none yet, undefined where that cannot be read. */
function headTree(
  repo: Repo,
  world: World,
): { readonly store: ObjectStore; readonly tree: TreeEntry } | null | undefined {
  const head = readHead(repo, world);
  if (head.kind === "unborn") return null;
  const store = objectStore(repo, world);
  if (head.kind === "unknown" || !store.ok) return undefined;
  const tree = treeOf(store.value, head.oid, world);
  return tree.ok ? { store: store.value, tree: { mode: MODE_TREE, oid: tree.value } } : undefined;
}

/** The files of that commit, by their path from the top. */
export function filesInHead(repo: Repo, world: World): ReadonlyMap<string, TreeEntry> | undefined {
  const head = headTree(repo, world);
  return head === null ? new Map<string, TreeEntry>() : head && filesBelow(head.store, head.tree, world);
}

function filesBelow(store: ObjectStore, tree: TreeEntry, world: World): ReadonlyMap<string, TreeEntry> | undefined {
  const files = new Map<string, TreeEntry>();
  const pending = [{ path: "", entry: tree, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, entry, depth } = next;
    const entries = entry.mode === MODE_TREE ? readTree(store, entry.oid, world) : undefined;
    if (entries === undefined) files.set(path, entry);
    else if (!entries.ok || depth > TREE_DEPTH_MAX) return undefined;
    else
      for (const [name, child] of entries.value)
        pending.push({ path: below(path, name), entry: child, depth: depth + 1 });
    if (files.size + pending.length > FILES_MAX) return undefined;
  }
  return files;
}
const below = (path: string, name: string): string => (path === "" ? name : `${path}/${name}`);

/** One of them: only the trees on its way are read. Undefined where it is none, or cannot be read. */
export function fileInHead(path: string, repo: Repo, world: World): TreeEntry | undefined {
  const head = headTree(repo, world);
  let entry = head?.tree;
  for (const name of path.split("/")) {
    const entries: Entries | undefined =
      head != null && entry?.mode === MODE_TREE ? readTree(head.store, entry.oid, world) : undefined;
    entry = entries?.ok ? entries.value.get(name) : undefined;
  }
  return entry?.mode === MODE_TREE ? undefined : entry;
}
