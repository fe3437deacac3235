/** Where git keeps its own of the repository around a directory, wherever it lies. */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { isInside, realPath } from "../resolve.ts";
import { perView } from "../view.ts";
import HOOKS from "./hooks.json" with { type: "json" };
import { objectStore } from "./objects.ts";
import { findRepo, gitFileTarget, type Repo } from "./repo.ts";
import { includedFiles, pathValue, settingsOf } from "./settings.ts";

/** The git and common directory, the hooks, the object stores and the included configuration. */
export const gitDirectories = perView((dir: string, world: World): readonly string[] => {
  const repo = findRepo(dir, world);
  const named = dotGitsAbove(dir).flatMap((dotGit) => gitFileTarget(dotGit, world) ?? []);
  if (repo === undefined) return [...named.slice(0, 1), ...includedFiles(undefined, world)];
  const places = [repo.gitDir, repo.commonDir, ...hooksOf(repo, dir, world), ...alternatesOf(repo, world)];
  return [...places.flatMap((place) => [place, realPath(place, world).path]), ...includedFiles(repo, world)];
});

function dotGitsAbove(dir: string): readonly string[] {
  const found: string[] = [];
  for (let here = dir; here !== dirname(here); here = dirname(here)) found.push(`${here}/.git`);
  return found;
}

/** Every setting counts, and no setting. A hooks path that holds the work tree itself would make every file a hook: then only git's names are. */
function hooksOf(repo: Repo, dir: string, world: World): readonly string[] {
  const top = repo.workTree ?? dir;
  const named = settingsOf(repo, world).flatMap(({ key, value }) =>
    key === "core.hookspath" ? (pathValue(value, top, world) ?? []) : [],
  );
  return [`${repo.commonDir}/hooks`, ...named].flatMap((place) =>
    isInside(top, place) ? HOOKS.names.split(" ").map((name) => `${place}/${name}`) : [place],
  );
}

function alternatesOf(repo: Repo, world: World): readonly string[] {
  const store = objectStore(repo, world);
  return store.ok ? store.value.dirs : [];
}
