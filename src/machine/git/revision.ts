/**
 * What the name of an object leads to: a tag may be that of a file's contents, a hash says nothing, and a tree may hold
 * one file's contents under the name of another.
 */
import type { World } from "../../contract/world.ts";
import { readIndex } from "./gitindex.ts";
import { idsBeginning, type ObjectStore, objectStore, readObject } from "./objects.ts";
import { resolveRef } from "./refs.ts";
import type { Repo } from "./repo.ts";
import { entryAt, treeOf } from "./tree.ts";

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
  const refs = [
    base,
    ...["", "tags/", "heads/", "remotes/"].map((at) => `refs/${at}${base}`),
    `refs/remotes/${base}/HEAD`,
  ];
  const hash = /^(?:.*-g)?([0-9a-f]{4,40})$/i.exec(base)?.[1]?.toLowerCase();
  const oids = hash === undefined ? [] : idsBeginning(scope.store, hash, scope.world);
  const kinds = refs.map((ref) => ({ ref, at: resolveRef(scope.repo, ref, scope.world) }));
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
  if (tree === undefined || path === "") return [];
  const entry = entryAt(store, tree, path, world);
  if (!entry.ok) return "any";
  const paths = entry.value === undefined ? [] : filesWith(repo, entry.value.oid, world);
  // An older state of a file, by its name.
  return paths === "any" ? [] : paths;
}

/** Undefined: not there, or a form for which the path alone must do. */
function treeNamed({ repo, store, world }: Scope, rev: string): string | undefined {
  const names =
    rev === "@" ? ["HEAD"] : [rev, `refs/${rev}`, `refs/tags/${rev}`, `refs/heads/${rev}`, `refs/remotes/${rev}`];
  const refs = names.flatMap((ref) => {
    const at = resolveRef(repo, ref, world);
    return at.kind === "object" ? [at.oid] : [];
  });
  const oids = /^[0-9a-f]{4,40}$/i.test(rev) ? idsBeginning(store, rev.toLowerCase(), world) : [];
  return [...refs, ...oids].map((oid) => asTree(store, oid, world)).find((oid) => oid !== undefined);
}

function asTree(store: ObjectStore, oid: string, world: World): string | undefined {
  const tree = treeOf(store, oid, world);
  if (tree.ok) return tree.value;
  const object = readObject(store, oid, world);
  return object.ok && object.value.type === "tree" ? oid : undefined;
}

/** The files of the index that have exactly these contents; where none has, they may be an older state of any. */
function filesWith(repo: Repo, oid: string, world: World): FilesNamed {
  const index = readIndex(repo, world);
  if (!index.ok || repo.workTree === null) return "any";
  const top = repo.workTree === "/" ? "" : repo.workTree;
  const paths = index.value.entries.filter((entry) => entry.oid === oid).map(({ path }) => `${top}/${path}`);
  return paths.length === 0 ? "any" : paths;
}
