/** Whether a search of a tree would open a secret: a bounded walk over its names. */
import { keepWith } from "../../contract/kept.ts";
import type { DirEntry, World } from "../../contract/world.ts";
import type { Scene } from "../types.ts";
import { isCredential, isPublished, mayRead, openPath } from "./look.ts";
import { holdsRemote } from "./mounts.ts";
import { realPath } from "./real.ts";
import { isSecretName, mayEndStore } from "./secrets.ts";

/** Names looked at for one search. A larger tree is not proven. */
const MAX_NAMES = 8_000;

export interface SearchScope {
  /** `false`: names with a dot in front are left out. */
  readonly hidden?: boolean;
  /** Only names that end so are opened (".ts"), whatever their case. */
  readonly endings?: readonly string[];
  /** Links below are followed. */
  readonly follow?: boolean;
}

const known = keepWith((_: Scene) => new Map<string, boolean>());

/**
 * No file the search would open is a secret by its name or place. Ignore files are not trusted to leave one out; packages that others
 * published and git's objects are not looked through. Undecided, as over the bound: false.
 */
export function maySearch(dir: string, scene: Scene, search: SearchScope = {}): boolean {
  const answers = known(scene);
  const key = JSON.stringify([dir, search.hidden, search.endings, search.follow]);
  const answer = answers.get(key) ?? isSearchable(dir, scene, search);
  answers.set(key, answer);
  return answer;
}

function isSearchable(dir: string, scene: Scene, search: SearchScope): boolean {
  const real = openPath(dir, scene);
  if (real === undefined) return false;
  if (scene.disk.lstat(real).kind !== "directory") return mayRead(dir, scene);
  return !holdsRemote(real, scene.disk) && (isPublished(real) || isClean(real, scene, search));
}

function isClean(start: string, scene: Scene, search: SearchScope): boolean {
  const todo = [start];
  const seen = new Set(todo);
  let left = MAX_NAMES;
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    const entries = entriesOf(dir, scene.disk);
    left -= entries?.length ?? MAX_NAMES + 1;
    if (entries === undefined || left < 0) return false;
    const searched = entries.filter(({ name }) => search.hidden !== false || !name.startsWith("."));
    for (const entry of searched) {
      const further = lookAt(dir, entry, scene, search);
      if (further === "secret") return false;
      if (further !== undefined && !seen.has(further)) todo.push(further);
      seen.add(further ?? dir);
    }
  }
  return true;
}

const gatePlaces = keepWith(
  ({ call, disk }: Scene): ReadonlySet<string> =>
    new Set(call.gatePlaces.flatMap((place) => [place, realPath(place, disk)?.path ?? place])),
);

/** A directory to look into, `undefined` where there is nothing further. */
function lookAt(
  dir: string,
  { name, kind }: DirEntry,
  scene: Scene,
  search: SearchScope,
): string | "secret" | undefined {
  const path = `${dir === "/" ? "" : dir}/${name}`;
  if (kind === "directory") {
    if (isPublished(name) || isGitObjects(dir, name)) return undefined;
    return isSecretDirectory(name, path, scene) || gatePlaces(scene).has(path) ? "secret" : path;
  }
  if (kind === "link" && search.follow === true) return followLink(path, scene);
  if (search.endings !== undefined && !hasEnding(name, search.endings)) return undefined;
  return isSecretName(name) || (mayEndStore(name) && isCredential(path, scene)) ? "secret" : undefined;
}

function followLink(path: string, scene: Scene): string | "secret" | undefined {
  const real = realPath(path, scene.disk)?.path;
  if (real === undefined) return "secret";
  if (scene.disk.lstat(real).kind !== "directory") return mayRead(path, scene) ? undefined : "secret";
  return openPath(path, scene) === undefined || holdsRemote(real, scene.disk) ? "secret" : real;
}

const isSecretDirectory = (name: string, path: string, scene: Scene): boolean =>
  (name.startsWith(".") && isSecretName(name)) || (mayEndStore(name) && isCredential(`${path}/x`, scene));

/** History, by names that tell nothing. */
const isGitObjects = (dir: string, name: string): boolean => dir.endsWith("/.git/objects") && /^[\da-f]{2}$/.test(name);

const hasEnding = (name: string, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()));

export function entriesOf(dir: string, disk: World): readonly DirEntry[] | undefined {
  if (disk.listDir !== undefined) return disk.listDir(dir);
  return disk.readDir(dir)?.map((name) => {
    const { kind } = disk.lstat(`${dir === "/" ? "" : dir}/${name}`);
    return { name, kind: kind === "link" || kind === "directory" || kind === "file" ? kind : "other" };
  });
}
