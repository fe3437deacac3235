/**
 * What the name of an object leads to: a tag may be that of a file's contents, a hash says nothing, and a tree may hold
 * one file's contents under the name of another.
 */
import type { World } from "../../contract/world.ts";
import { idsBeginning, type ObjectStore, objectStore, parentsIn, readObject } from "./objects.ts";
import { resolveRef } from "./refs.ts";
import type { Repo } from "./repo.ts";
import { filesBelow, MODE_TREE, type TreeEntry, treeOf } from "./tree.ts";

const TAG_DEPTH_MAX = 8;

interface Scope {
  readonly repo: Repo;
  readonly store: ObjectStore;
  readonly world: World;
}

/** Undefined: not there, or a form for which the path alone must do. */
function treeNamed(scope: Scope, rev: string): string | undefined {
  const [, base = rev, steps = ""] = /^([^~^]+)((?:~\d*|\^\d*)+)$/.exec(rev) ?? [];
  return oidsNamed(scope, base === "@" ? "HEAD" : base)
    .map((oid) => goBack(scope, oid, steps))
    .map((oid) => (oid == null ? undefined : asTree(scope, oid)))
    .find((oid) => oid !== undefined);
}

/** The refs that a short name may mean. */
export const namesOf = (name: string): readonly string[] => [
  name,
  ...["", "tags/", "heads/", "remotes/"].map((at) => `refs/${at}${name}`),
  `refs/remotes/${name}/HEAD`,
];

export function oidsNamed({ repo, store, world }: Scope, name: string): readonly string[] {
  const refs = namesOf(name).flatMap((ref) => {
    const at = resolveRef(repo, ref, world);
    return at.kind === "object" ? [at.oid] : [];
  });
  return [...refs, ...(/^[0-9a-f]{4,40}$/i.test(name) ? idsBeginning(store, name.toLowerCase(), world) : [])];
}

/** How many commits back are followed. */
const STEPS_MAX = 500;

/** `~2`, `^`, `^2`, one after the other. Null: history begins before that. Undefined: it cannot be read. */
export function goBack(scope: Scope, from: string, steps: string): string | null | undefined {
  const moves = [...steps.matchAll(/([~^])(\d*)/g)].flatMap(([, kind, count]) => {
    const number = count === "" ? 1 : Math.min(Number(count), STEPS_MAX + 1);
    return kind === "~" ? Array.from({ length: number }, () => 1) : [number];
  });
  if (moves.length > STEPS_MAX) return undefined;
  return moves.reduce<string | null | undefined>((at, number) => (at == null ? at : parentOf(scope, at, number)), from);
}

function parentOf({ store, world }: Scope, oid: string, number: number): string | null | undefined {
  const at = behindTags(store, oid, world);
  const object = at === undefined ? undefined : readObject(store, at, world);
  if (object?.ok !== true || object.value.type !== "commit") return undefined;
  if (number === 0) return at;
  const [head = ""] = object.value.data.toString("latin1").split("\n\n", 1);
  return parentsIn(head)[number - 1] ?? null;
}

export function asTree({ store, world }: Scope, oid: string): string | undefined {
  const at = behindTags(store, oid, world);
  if (at === undefined) return undefined;
  const tree = treeOf(store, at, world);
  if (tree.ok) return tree.value;
  const object = readObject(store, at, world);
  return object.ok && object.value.type === "tree" ? at : undefined;
}

/** What a tag was put on, through tags of tags. */
export function behindTags(store: ObjectStore, oid: string, world: World): string | undefined {
  let at = oid;
  for (let depth = 0; depth < TAG_DEPTH_MAX; depth++) {
    const object = readObject(store, at, world);
    if (!object.ok) return undefined;
    if (object.value.type !== "tag") return at;
    const on = /^object ([0-9a-f]{40})\n/.exec(object.value.data.toString("latin1", 0, 64))?.[1];
    if (on === undefined) return undefined;
    at = on;
  }
  return undefined;
}

/** Of more files than this nothing is said. */
const FILES_MAX = 50_000;

/** The files of a commit, a tag or a tree, by their path from its top; undefined where they cannot be read. */
export function filesIn(repo: Repo, rev: string, world: World): ReadonlyMap<string, TreeEntry> | undefined {
  const store = objectStore(repo, world);
  if (!store.ok) return undefined;
  const tree = treeNamed({ repo, store: store.value, world }, rev);
  if (tree === undefined) return undefined;
  const files = filesBelow(store.value, { mode: MODE_TREE, oid: tree }, "", FILES_MAX, world);
  return files.ok ? files.value : undefined;
}
