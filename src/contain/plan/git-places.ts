/** Git directories, wherever they lie: what of them a call may write. */
import type { World } from "../../contract/world.ts";
import { findRepo } from "../../machine/git/index.ts";
import { existingPlaces, isInside } from "../../machine/index.ts";
import { GIT_HELD } from "./home-table.ts";

export interface GitPlaces {
  /** Written by git's own forward commands. */
  readonly writable: readonly string[];
  /** Below them, and not. */
  readonly held: readonly string[];
}

/** For git's own forward commands in `dir`. A linked work tree's own directory lies below `worktrees`, which is held. */
export function gitPlaces(dir: string, world: World): GitPlaces {
  const repo = findRepo(dir, world);
  if (repo === undefined) return { writable: [], held: [] };
  const writable = [...new Set([repo.commonDir, repo.gitDir])];
  return {
    writable,
    held: writable.flatMap((git) => GIT_HELD.flatMap((name) => existingPlaces(name, world, git))),
  };
}

/** Where a `.git` file leads, if that lies in one of these directories under a name of its own. */
export function leadsInto(dotGit: string, roots: readonly string[], world: World): readonly string[] {
  const repo = findRepo(dotGit.slice(0, dotGit.lastIndexOf("/")) || "/", world);
  if (repo === undefined) return [];
  return [repo.gitDir, repo.commonDir].filter((path) => roots.some((root) => isInside(path, root)));
}
