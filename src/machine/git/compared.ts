/** Files that are sought among what differs between two trees, or a tree and the index: only what differs is walked, with a bound. */
import type { World } from "../../contract/world.ts";
import { type GitIndex, MODE_GITLINK, MODE_LINK, readIndex } from "./gitindex.ts";
import { type ObjectStore, objectStore } from "./objects.ts";
import type { Repo } from "./repo.ts";
import {
  entriesSought,
  isSecretObject,
  NO_SECRETS,
  SECRETS,
  type SecretsFound,
  type Sought,
} from "./secret-entries.ts";
import { entryAt, MODE_TREE, readTree, type TreeEntry } from "./tree.ts";

/** Where objects are read for one question, and how many more may be. */
export interface Comparing {
  readonly repo: Repo;
  readonly store: ObjectStore;
  readonly world: World;
  left: number;
  /** What is shown: a path from the top, and whether it is a directory, of which something may be. */
  readonly isShown: (path: string, directory: boolean) => boolean;
  readonly sought: Sought;
}

/** Trees and commits read for one use of git. */
const MAX_OBJECTS = 1_000;

/** Undefined where the objects cannot be found. */
export function comparing(
  repo: Repo,
  isShown: Comparing["isShown"],
  world: World,
  sought: Sought = SECRETS,
): Comparing | undefined {
  const store = objectStore(repo, world);
  return store.ok ? { repo, store: store.value, world, left: MAX_OBJECTS, isShown, sought } : undefined;
}

type Entries = ReadonlyMap<string, TreeEntry>;
const NOTHING: Entries = new Map();

/** Null: the empty tree. */
export type TreeId = string | null;

/** One more object is read; undefined where it cannot be, or where that is one too many. */
function entriesOf(comparing: Comparing, tree: TreeId): Entries | undefined {
  if (tree === null) return NOTHING;
  comparing.left -= 1;
  const entries = comparing.left < 0 ? undefined : readTree(comparing.store, tree, comparing.world);
  return entries?.ok === true ? entries.value : undefined;
}

const isTree = (entry: TreeEntry | undefined): entry is TreeEntry => entry?.mode === MODE_TREE;
const isFile = (entry: TreeEntry | undefined): entry is TreeEntry =>
  entry !== undefined && entry.mode !== MODE_TREE && entry.mode !== MODE_GITLINK && entry.mode !== MODE_LINK;

interface TreePair {
  readonly dir: string;
  readonly before: TreeId;
  readonly after: TreeId;
}

/** The files sought that one of two trees has and the other has not, or has otherwise. */
export function foundBetween(comparing: Comparing, before: TreeId, after: TreeId): SecretsFound {
  const { files, cut } = filesBetween(comparing, before, after);
  const found = files.filter(({ path, entries }) =>
    entries.some((entry) => isFile(entry) && isSoughtIn(comparing, path, entry)),
  );
  return { paths: found.map(({ path }) => path), cut };
}

/** A file that one of two trees has and the other has not, or has otherwise. */
export interface Differing {
  readonly path: string;
  readonly entries: EntryPair;
}

/** `cut`: there are more. */
export function filesBetween(
  comparing: Comparing,
  before: TreeId,
  after: TreeId,
): { readonly files: readonly Differing[]; readonly cut: boolean } {
  const files: Differing[] = [];
  const todo: TreePair[] = before === after ? [] : [{ dir: "", before, after }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const differing = differingIn(comparing, next);
    if (differing === undefined) return { files, cut: true };
    for (const one of differing) {
      if (one.entries.some((entry) => entry !== undefined && !isTree(entry))) files.push(one);
      if (one.entries.some(isTree) && comparing.isShown(one.path, true)) todo.push(pairOf(one.path, one.entries));
    }
  }
  return { files, cut: false };
}

type EntryPair = readonly [before: TreeEntry | undefined, after: TreeEntry | undefined];

const treeIn = (entry: TreeEntry | undefined): TreeId => (isTree(entry) ? entry.oid : null);
const pairOf = (dir: string, [before, after]: EntryPair): TreePair => ({
  dir,
  before: treeIn(before),
  after: treeIn(after),
});

function differingIn(comparing: Comparing, { dir, before, after }: TreePair): readonly Differing[] | undefined {
  const [left, right] = [entriesOf(comparing, before), entriesOf(comparing, after)];
  if (left === undefined || right === undefined) return undefined;
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((name) => ({ path: below(dir, name), entries: [left.get(name), right.get(name)] as const }))
    .filter(({ entries: [a, b] }) => a?.oid !== b?.oid || a?.mode !== b?.mode);
}

const below = (dir: string, name: string): string => (dir === "" ? name : `${dir}/${name}`);

const isSoughtIn = (comparing: Comparing, path: string, { oid }: TreeEntry): boolean =>
  comparing.isShown(path, false) && comparing.sought(path, () => isSecretObject(comparing.store, oid, comparing.world));

/** Those of which the index has other contents than a tree, or which only one of them has. */
export function foundStaged(comparing: Comparing, tree: TreeId): SecretsFound {
  const { repo, world, sought } = comparing;
  const index = readIndex(repo, world);
  const entries = entriesSought(repo, sought, world)?.filter(({ path }) => comparing.isShown(path, false));
  if (!index.ok || entries === undefined) return { paths: [], cut: true };
  if (index.value.tree !== null && index.value.tree === tree) return NO_SECRETS;
  const gone = foundLeft(comparing, tree, index.value);
  const staged = entries.filter(({ path, oid, stage }) => stage !== 0 || oidAt(comparing, tree, path) !== oid);
  return { paths: [...staged.map(({ path }) => path), ...gone.paths], cut: gone.cut };
}

export function oidAt({ store, world }: Comparing, tree: TreeId, path: string): string | undefined {
  const entry = tree === null ? undefined : entryAt(store, tree, path, world);
  return entry?.ok === true ? entry.value?.oid : undefined;
}

/** Those of a tree that the index no longer has. What git remembers to be the same is not looked at. */
function foundLeft(comparing: Comparing, tree: TreeId, { entries, trees }: GitIndex): SecretsFound {
  const inIndex = new Set(entries.map(({ path }) => path));
  const paths: string[] = [];
  const todo = [{ dir: "", tree }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const here = trees.get(next.dir) === next.tree ? NOTHING : entriesOf(comparing, next.tree);
    if (here === undefined) return { paths, cut: true };
    for (const [name, entry] of here) {
      const path = below(next.dir, name);
      if (isTree(entry) && comparing.isShown(path, true)) todo.push({ dir: path, tree: entry.oid });
      if (isFile(entry) && !inIndex.has(path) && isSoughtIn(comparing, path, entry)) paths.push(path);
    }
  }
  return { paths, cut: false };
}
