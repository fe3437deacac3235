/**
 * Which places a call may change (C2): inside the project, not protected, no link on the way, no second hard link; what is replaced or
 * taken away is saved first, or somebody else keeps it.
 */
import { basename } from "node:path/posix";
import {
  holdsMount,
  isCompiledCode,
  isInside,
  isInsideFolded,
  isOfGate,
  isSecret,
  isUnknownDot,
  mayRead,
  protectedPlace,
  realPath,
} from "./places/index.ts";
import { protectedNamesOf } from "./places/links.ts";
import { isStarted, rootAround } from "./places/roots.ts";
import type { Scene } from "./types.ts";

/** A tree with more names than this is not looked through. */
const MAX_TREE = 5_000;

export type Change = "write" | "append" | "mkdir" | "delete" | "move" | "chmod";

export interface Changed {
  /** What has to be saved before the call runs. */
  readonly saves: readonly string[];
}

const NOTHING_LOST: Changed = { saves: [] };

/** A name that `tar *` takes for an option, or a prompt for code. */
const SAYS_MORE = /\/-|\$\(|`|\p{Cc}|\p{Cf}/u;
/** What a hook that is handed names makes options or commands of (`… | xargs sed -i`). */
const PARTS_NAMES = /\s-\S|[;|&<>"'\\]|\$\{/;

/**
 * What has to be saved before this change of one place; undefined: it is not proven. `path` is absolute and normalised. A directory may
 * be made and deleted with all in it; where one goes to, `mayBring` is asked.
 */
export function mayChange(path: string, how: Change, scene: Scene): Changed | undefined {
  if (!isEditable(path, scene)) return undefined;
  const { kind, links } = scene.disk.lstat(path);
  if (kind === "absent") return NOTHING_LOST;
  if (kind === "directory") {
    if (how === "mkdir") return NOTHING_LOST;
    return how === "delete" ? deleteTree(path, scene) : undefined;
  }
  if (kind !== "file" || links > 1) return undefined;
  if (how === "mkdir") return NOTHING_LOST;
  if (how === "chmod") return scene.call.written.has(path) ? NOTHING_LOST : undefined;
  return save(isKept(path, scene) ? [] : [path], scene);
}

/** A file or a tree is copied or moved from one place to the other, `to` being its new name. A tree goes only where nothing stands. */
export function mayBring(from: string, to: string, how: "copy" | "move", scene: Scene): Changed | undefined {
  if (realPath(from, scene.disk) === undefined || isInside(to, from)) return undefined;
  const { kind } = scene.disk.lstat(from);
  if (kind === "directory") return bringTree(from, to, how, scene);
  const [source, target] = [
    how === "move" ? mayChange(from, "move", scene) : NOTHING_LOST,
    mayChange(to, "write", scene),
  ];
  if (source === undefined || target === undefined || !mayRead(from, scene)) return undefined;
  return save([...source.saves, ...target.saves], scene);
}

/** All of these were found possible: so is all of it together. */
export function joinChanges(changes: readonly (Changed | undefined)[], scene: Scene): Changed | undefined {
  const known = changes.filter((change) => change !== undefined);
  return known.length < changes.length ? undefined : save([...new Set(known.flatMap(({ saves }) => saves))], scene);
}

const save = (paths: readonly string[], { call }: Scene): Changed | undefined =>
  paths.length === 0 || call.canSave(paths) ? { saves: paths } : undefined;

/** The repository has it as it stands. What the session wrote itself a person may have changed since. */
const isKept = (path: string, scene: Scene): boolean => scene.git?.isTrackedClean(path, scene) === true;

/** Inside the project, by its name and without a link on the way, and nowhere that matters later. */
function isEditable(path: string, scene: Scene): boolean {
  const root = rootAround(path, scene);
  if (root === undefined) return false;
  const below = path.slice(root.length);
  if (SAYS_MORE.test(below) || PARTS_NAMES.test(below)) return false;
  const real = realPath(path, scene.disk)?.path ?? path;
  const names = protectedNamesOf(real, scene);
  if (names === undefined) return false;
  const ways = [path, real, ...names];
  return (
    !ways.some((way) => isGuarded(way, scene)) &&
    !below.split("/").some(isUnknownDot) &&
    !isNamedByGit(ways, root, scene) &&
    !isStarted(path, root, scene)
  );
}

/** Protected, a secret, code nobody can read, the gate's own or what holds that. */
const isGuarded = (path: string, scene: Scene): boolean =>
  protectedPlace(path, { home: scene.disk.home, projectRoot: scene.call.projectRoot }) !== undefined ||
  isSecret(path, scene) ||
  isCompiledCode(path) ||
  isOfGate(path, scene) ||
  scene.call.gatePlaces.some((place) => isInsideFolded(place, path));

function isNamedByGit(ways: readonly string[], root: string, scene: Scene): boolean {
  const named = scene.git?.repositoryNames(root, scene);
  return (
    named === undefined ||
    named.some((place) => ways.some((way) => isInsideFolded(way, place) || isInsideFolded(place, way)))
  );
}

/** The names below a directory, "/a/b" each; undefined where one is neither file nor directory, something is mounted, or there are too many. */
function treeBelow(
  dir: string,
  { disk }: Scene,
): readonly { readonly below: string; readonly isFile: boolean }[] | undefined {
  const found: { below: string; isFile: boolean }[] = [];
  if (holdsMount(dir, disk)) return undefined;
  const todo = [""];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const names = disk.readDir(dir + at);
    if (names === undefined || found.length + names.length > MAX_TREE) return undefined;
    for (const name of names) {
      const below = `${at}/${name}`;
      const { kind } = disk.lstat(dir + below);
      if (kind !== "file" && kind !== "directory") return undefined;
      found.push({ below, isFile: kind === "file" });
      if (kind === "directory") todo.push(below);
    }
  }
  return found;
}

/** Nothing in it is guarded by its name, and no link leads out of it. */
function deleteTree(path: string, scene: Scene): Changed | undefined {
  const tree = treeBelow(path, scene);
  if (tree === undefined || tree.some(({ below }) => isGuarded(path + below, scene))) return undefined;
  return save(tree.some(({ isFile }) => isFile) ? [path] : [], scene);
}

function bringTree(from: string, to: string, how: "copy" | "move", scene: Scene): Changed | undefined {
  if (scene.disk.lstat(to).kind !== "absent" || !isEditable(to, scene)) return undefined;
  const source = how === "move" ? isEditable(from, scene) : realPath(from, scene.disk)?.path === from;
  const tree = source ? treeBelow(from, scene) : undefined;
  if (tree === undefined || isSecret(from, scene)) return undefined;
  const isBarred = tree.some(
    ({ below }) =>
      isSecret(from + below, scene) ||
      (how === "move" && isGuarded(from + below, scene)) ||
      !isEditable(to + below, scene) ||
      isUnknownDot(basename(below)),
  );
  const isLost = how === "move" && tree.some(({ isFile }) => isFile);
  return isBarred ? undefined : save(isLost ? [from] : [], scene);
}
