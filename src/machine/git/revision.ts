/**
 * What the name of an object leads to: a tag may be that of a file's contents, a hash says nothing, and a tree may hold
 * one file's contents under the name of another.
 */
import type { World } from "../../contract/world.ts";
import { readIndex } from "./gitindex.ts";
import { type GitObject, idsBeginning, type ObjectStore, objectStore, parentsIn, readObject } from "./objects.ts";
import { resolveRef } from "./refs.ts";
import type { Repo } from "./repo.ts";
import { entryAt, filesBelow, MODE_TREE, type TreeEntry, treeOf } from "./tree.ts";

const TAG_DEPTH_MAX = 8;

/** Contents of files: the paths of the work tree that have them now, or "any" where that is not known. */
export type FilesNamed = readonly string[] | "any";

/** The files whose contents `name` stands for, as git's own words for objects have it: none where it is history. */
export function filesNamed(repo: Repo, name: string, world: World): FilesNamed {
  const store = objectStore(repo, world);
  if (!store.ok) return "any";
  const scope: Scope = { repo, store: store.value, world };
  const ends = name.includes(":") ? [name] : name.replace(/^\^/, "").split(/\.{2,3}/);
  const found = ends
    .filter((end) => end !== "")
    .map((end) => (end.includes(":") ? inTree(scope, end) : byName(scope, end)));
  return found.includes("any") ? "any" : found.flatMap((files) => (files === "any" ? [] : files));
}

interface Scope {
  readonly repo: Repo;
  readonly store: ObjectStore;
  readonly world: World;
}

/** What surely leads to a commit or a tree, whatever it stands behind; and a branch's own past. */
const HISTORY = /[~^](?:\d*|[!@]|-\d*|\{(?:commit|tree|\/.*)\})$|^@?(?:@\{.*\})?$|^HEAD(?:@\{.*\})?$/s;
/** Taking what is behind a tag, whatever it is, and an earlier state of a name. */
const BEHIND = /\^\{(?:|object|blob|tag)\}$/;
const EARLIER = /@\{[^}]*\}$/;

function byName(scope: Scope, name: string): FilesNamed {
  if (HISTORY.test(name)) return [];
  const bare = name.replace(BEHIND, "");
  const base = bare.replace(EARLIER, "");
  const hash = /^(?:.*-g)?([0-9a-f]{4,40})$/i.exec(base)?.[1]?.toLowerCase();
  const oids = hash === undefined ? [] : idsBeginning(scope.store, hash, scope.world);
  const kinds = namesOf(base).map((ref) => ({ ref, at: resolveRef(scope.repo, ref, scope.world) }));
  const named = kinds.flatMap(({ ref, at }) => (at.kind === "object" ? [{ ref, oid: at.oid }] : []));
  // What a branch once was is a commit; what another name once was is not known.
  const isBranch = (ref: string): boolean => /^(?:refs\/(?:heads\/|remotes\/|stash$)|[A-Z_]*HEAD$)/.test(ref);
  if (bare !== base && named.some(({ ref }) => !isBranch(ref))) return "any";
  if (kinds.some(({ at }) => at.kind === "unknown")) return "any";
  // What is not there yet may be made before it is shown.
  if (hash !== undefined && oids.length + named.length === 0) return "any";
  const files = [...oids, ...named.map(({ oid }) => oid)].map((oid) => contentsOf(scope, oid));
  return files.includes("any") ? "any" : files.flatMap((each) => (each === "any" ? [] : each));
}

/** A tag stands for what it was put on. */
function contentsOf({ repo, store, world }: Scope, oid: string): FilesNamed {
  let at = oid;
  for (let depth = 0; depth < TAG_DEPTH_MAX; depth++) {
    const object = readObject(store, at, world);
    if (!object.ok) return "any";
    const { type, data } = object.value;
    if (type === "commit" || type === "tree") return [];
    if (type === "blob") return filesWith(repo, at, world);
    const on = /^object ([0-9a-f]{40})\n/.exec(data.toString("latin1", 0, 64))?.[1];
    if (on === undefined) return "any";
    at = on;
  }
  return "any";
}

/** `REV:path`, `:path` and `:0:path`. A path that is not there prints nothing; its own name is for the caller. */
function inTree(scope: Scope, name: string): FilesNamed {
  const [, rev = "", path = ""] = /^([^:]*):(?:[0-3]:)?(.*)$/s.exec(name) ?? [];
  if (/^(?:\/|\(|!|\^)/.test(path) && rev === "") return [];
  const plain = path.replace(/^\.\/|\/+$/g, "");
  return rev === "" ? inIndex(scope, plain) : atPath(scope, rev, plain);
}

function inIndex({ repo, world }: Scope, path: string): FilesNamed {
  const index = readIndex(repo, world);
  if (!index.ok) return "any";
  const oid = index.value.entries.find((entry) => entry.path === path)?.oid;
  return oid === undefined ? [] : filesWith(repo, oid, world);
}

function atPath(scope: Scope, rev: string, path: string): FilesNamed {
  const { repo, store, world } = scope;
  const tree = treeNamed(scope, rev);
  // The path no longer says which directory that is.
  if (path !== "" && isTreeByName(scope, rev)) return "any";
  if (tree === undefined || path === "") return [];
  const entry = entryAt(store, tree, path, world);
  if (!entry.ok) return "any";
  const paths = entry.value === undefined ? [] : filesWith(repo, entry.value.oid, world);
  // An older state of a file, by its name.
  return paths === "any" ? [] : paths;
}

/** `TREE`, a tag on it, also in the forms that take what is behind a tag or was there before. */
const isTreeByName = (scope: Scope, rev: string): boolean =>
  oidsNamed(scope, rev.replace(/\^\{[^/}]*\}$/, "").replace(EARLIER, "")).some(
    (oid) => kindMeant(scope, oid) === "tree",
  );

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

/** What a name stands for in the end; undefined where it cannot be read. */
export function kindMeant({ store, world }: Scope, oid: string): GitObject["type"] | undefined {
  const at = behindTags(store, oid, world);
  const object = at === undefined ? undefined : readObject(store, at, world);
  return object?.ok === true ? object.value.type : undefined;
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

/** What of those files another content stands for in the index, or none, absolute; undefined where that cannot be read. */
export function filesBrought(repo: Repo, rev: string, world: World): readonly string[] | undefined {
  const files = filesIn(repo, rev, world);
  const index = readIndex(repo, world);
  if (files === undefined || !index.ok || repo.workTree === null) return undefined;
  const top = repo.workTree === "/" ? "" : repo.workTree;
  const now = new Map(index.value.entries.map((entry) => [entry.path, entry]));
  return [...files]
    .filter(([path, { oid, mode }]) => now.get(path)?.oid !== oid || now.get(path)?.mode !== mode)
    .map(([path]) => `${top}/${path}`);
}

/** The files of the index that have exactly these contents; where none has, they may be an older state of any. */
function filesWith(repo: Repo, oid: string, world: World): FilesNamed {
  const index = readIndex(repo, world);
  if (!index.ok || repo.workTree === null) return "any";
  const top = repo.workTree === "/" ? "" : repo.workTree;
  const paths = index.value.entries.filter((entry) => entry.oid === oid).map(({ path }) => `${top}/${path}`);
  return paths.length === 0 ? "any" : paths;
}
