/** Where edits are the project's: its root and additional directories, and what in them is started or believed by others. */
import { dirname, resolve } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import type { Scene } from "../types.ts";
import { foldSegment, isInsideFolded } from "./fold.ts";
import { isInside, realPath } from "./real.ts";

/** Where a system keeps what it runs: there a file of any name may start something. */
const OF_SYSTEM = /^\/(?:etc|usr|opt|var\/lib)(?=\/|$)/;

/** None where the session started in a place that is no project: `/`, home, a parent of home, where programs keep their own. */
export function projectRoots({ call, disk }: Scene): readonly string[] {
  if (!isNarrow(call.projectRoot, disk)) return [];
  return [call.projectRoot, ...call.additional.filter((dir) => isNarrow(dir, disk))];
}

function isNarrow(root: string, disk: World): boolean {
  const real = realPath(root, disk)?.path;
  if (real === undefined) return false;
  const homes = [disk.home, realPath(disk.home, disk)?.path ?? disk.home];
  return [root, real].every(
    (dir) => dir !== "/" && !homes.some((home) => isInside(home, dir)) && !isOfPrograms(dir, homes, disk),
  );
}

/** Below a hidden directory of home, or a system's, only a repository that lies further down is a project like any other. */
function isOfPrograms(root: string, homes: readonly string[], disk: World): boolean {
  const hidden = homes
    .filter((home) => isInside(root, home))
    .map((home) => `${home}/${root.slice(home.length + 1).split("/")[0]}`)
    .find((dir) => dir.split("/").at(-1)?.startsWith("."));
  const top = hidden ?? OF_SYSTEM.exec(root)?.[0];
  if (top === undefined) return false;
  if (top === "/etc" || top.endsWith("/.config")) return true;
  return !directoriesAbove(`${root}/x`, top).some((dir) => dir !== top && disk.lstat(`${dir}/.git`).kind !== "absent");
}

/** The directories a path lies in, up to `top` and with it. */
function directoriesAbove(path: string, top: string): readonly string[] {
  const found: string[] = [];
  for (let dir = dirname(path); isInside(dir, top); dir = dirname(dir)) {
    found.push(dir);
    if (dir === top) break;
  }
  return found;
}

/** The root a path lies below without a link on the way from it. */
export function rootAround(path: string, scene: Scene): string | undefined {
  const real = realPath(path, scene.disk)?.path;
  return projectRoots(scene).find((root) => {
    const base = realPath(root, scene.disk)?.path;
    return path !== root && isInside(path, root) && real === `${base}${path.slice(root.length)}`;
  });
}

const isSamePlace = (one: string, other: string): boolean => isInsideFolded(one, other) && isInsideFolded(other, one);

const PARTS_OF_REPOSITORY = ["HEAD", "objects", "refs", "commondir"];
const MARKS_OF_ENVIRONMENT = ["pyvenv.cfg", "conda-meta"];
/** What was answered before, and may not have run yet, counts as there. */
const IS_PART = new RegExp(`/(?:${[...PARTS_OF_REPOSITORY, ...MARKS_OF_ENVIRONMENT].join("|")})(?:/|$)`, "i");
/** What an interpreter's environment that is the project itself holds beside the project's own files. */
const OF_ENVIRONMENT = /^(?:bin|scripts|lib|lib64|include|conda-meta|pyvenv\.cfg)$/i;

/** What is written there git believes, or an interpreter or a shell starts: a directory that is a repository by itself, an environment, one of PATH. */
export function isStarted(path: string, root: string, { disk, process, call }: Scene): boolean {
  const ours = [...call.written].filter((one) => IS_PART.test(one)).map((one) => one.toLowerCase());
  const isThere = (place: string): boolean =>
    disk.lstat(place).kind !== "absent" || ours.some((one) => isInside(one, place.toLowerCase()));
  const around = directoriesAbove(path, root).some((dir) => {
    const name = path.slice(dir.length + 1).split("/")[0] ?? "";
    const parts = PARTS_OF_REPOSITORY.filter(
      (part) => part.toLowerCase() === foldSegment(name) || isThere(`${dir}/${part}`),
    );
    if (parts.length > 1 && parts.includes("HEAD")) return true;
    return (
      (dir !== root || OF_ENVIRONMENT.test(name)) && MARKS_OF_ENVIRONMENT.some((mark) => isThere(`${dir}/${mark}`))
    );
  });
  const searched = [...disk.path, ...(process?.path ?? [])].map((dir) => resolve(call.projectRoot, dir));
  return around || searched.some((dir) => [path, dirname(path)].some((one) => isSamePlace(one, dir)));
}
