/** What may be read, listed and entered. Names of files are not claimed to be secret, contents of credential stores and secrets are. */
import type { World } from "../../contract/world.ts";
import type { Scene } from "../types.ts";
import { isInsideFolded } from "./fold.ts";
import { holdsRemote } from "./mounts.ts";
import { isInside, type ResolvedPath, realPath } from "./real.ts";
import { isCredentialPlace, isSecretPlace } from "./secrets.ts";

/** What others wrote and published, wherever it was unpacked: what looks like a secret there is an example or a test. */
const PUBLISHED: ReadonlySet<string> = new Set(["node_modules", "site-packages", "dist-packages", "bower_components"]);
export const isPublished = (path: string): boolean => path.split("/").some((name) => PUBLISHED.has(name));

/** Variables that move a place, and what it is called where nobody moved it. */
const MOVED_BY: readonly (readonly [variable: string, usual: string])[] = [
  ["HOME", ""],
  ["XDG_CONFIG_HOME", "/.config"],
  ["ZDOTDIR", ""],
];

/** The path, and what it would be called if no variable had moved the place it lies in. */
export function spellingsOf(path: string, { disk, process }: Pick<Scene, "disk" | "process">): readonly string[] {
  const moved = MOVED_BY.flatMap(([variable, usual]) => {
    const dir = process?.values[variable];
    return dir?.startsWith("/") === true && dir.length > 1 && isInside(path, dir)
      ? [disk.home + usual + path.slice(dir.length)]
      : [];
  });
  return [path, ...moved];
}

export const isCredential = (path: string, scene: Scene): boolean =>
  spellingsOf(path, scene).some((way) => isCredentialPlace(way, scene.disk.home));

/** It is a credential store or a secret, by its name or by where it lies. */
export const isSecret = (path: string, scene: Scene): boolean =>
  spellingsOf(path, scene).some((way) => isSecretPlace(way, scene.disk.home));

/** It lies where the gate keeps its own. */
export const isOfGate = (path: string, { call, disk }: Scene): boolean =>
  call.gatePlaces.some((place) =>
    [place, realPath(place, disk)?.path ?? place].some((dir) => isInsideFolded(path, dir)),
  );

/** Every name that is opened on the way: as it is written, each link, and the end. */
export const waysOf = (path: string, real: ResolvedPath): readonly string[] => [
  ...new Set([path, ...real.links, real.path]),
];

/** Of none of its names it is a secret or the gate's own. Undefined: it is, or nobody can say. */
export function openPath(path: string, scene: Scene): string | undefined {
  const real = realPath(path, scene.disk);
  if (real === undefined) return undefined;
  return waysOf(path, real).some((way) => isSecret(way, scene) || isOfGate(way, scene)) ? undefined : real.path;
}

/** A regular file that is no secret under any of its names, or nothing. A second hard link may be one that nobody sees. */
export function mayRead(path: string, scene: Scene): boolean {
  const real = openPath(path, scene);
  if (real === undefined) return false;
  const { kind, links } = scene.disk.lstat(real);
  return kind === "absent" || (kind === "file" && (links < 2 || isPublished(real)));
}

/** Nobody else is asked for the names there, or below. */
export function mayList(path: string, { disk }: Scene): boolean {
  const real = realPath(path, disk);
  return real !== undefined && !holdsRemote(real.path, disk);
}

/** A directory that is there and that this user can go into. */
export function mayEnter(dir: string, { disk }: Scene): boolean {
  const real = realPath(dir, disk);
  return real !== undefined && isDirectory(real.path, disk) && disk.lstat(`${real.path}/.`).kind !== "unreadable";
}

const isDirectory = (path: string, disk: World): boolean => disk.lstat(path).kind === "directory";
