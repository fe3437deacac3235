/** What a call may look for and not find, although it is there outside: so that its failure can be told from any other. */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { findRepo } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import { covering, namesInside } from "./layers.ts";
import type { Mount } from "./mount.ts";
import type { WallsRequest } from "./types.ts";

/** Each is a part of the expression that a failed call's output is searched with. */
const MAX_UNSEEN = 150;

/** Beside the project and above it, as far as home. */
export function unseenPlaces(
  { projectRoot, home }: Pick<WallsRequest, "projectRoot" | "home">,
  layers: readonly Mount[],
  world: World,
): readonly string[] {
  const directories: string[] = [];
  for (let dir = dirname(projectRoot); dir !== home && isInside(dir, home); dir = dirname(dir)) directories.push(dir);
  return [...directories, home]
    .filter((dir) => covering(dir, layers)?.kind === "tmpfs")
    .flatMap((dir) => (world.readDir(dir) ?? []).map((name) => `${dir}/${name}`))
    .filter((place) => !layers.some((mount) => isInside(mount.place, place)))
    .slice(0, MAX_UNSEEN);
}

/** Whether git finds the project's repository inside, where it has one. */
export function seesGit({ projectRoot }: WallsRequest, layers: readonly Mount[], world: World): boolean {
  const repo = findRepo(projectRoot, world);
  return repo === undefined || [repo.gitDir, repo.commonDir].every((place) => namesInside(place, layers).length > 0);
}
