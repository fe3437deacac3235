/**
 * The repository a project lies in. A session may begin in a sub-directory of a work tree: what stands beside it is the
 * same repository, which git, package managers and compilers look for upwards. It is there inside, for reading alone.
 */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { findRepo, type Repo } from "../../machine/git/index.ts";
import { existingPlaces, isInside, type ProtectedContext, realPath } from "../../machine/index.ts";
import { agentPlaces } from "./agent-places.ts";
import { PRIVATE_IN_HOME } from "./home-table.ts";

export interface RepositoryAround {
  /** The top level above the project; null where the project is it, or where it is too wide to be shown. */
  readonly workTree: string | null;
  /** The git and common directory where they lie in neither. */
  readonly gitDirectories: readonly string[];
}

export const NOTHING_AROUND: RepositoryAround = { workTree: null, gitDirectories: [] };

/**
 * A home that is a repository (dotfiles) is no project, and neither is what holds one. A `.git` file or a `core.worktree`
 * that only claims a repository shows nothing: the repository has to name this work tree as its own.
 */
export function repositoryAround(at: ProtectedContext, world: World): RepositoryAround {
  const repo = findRepo(at.projectRoot, world);
  if (repo === undefined || !repo.leadsBack || repo.workTree === null) return NOTHING_AROUND;
  const top = repo.workTree;
  const root = realPath(at.projectRoot, world).path;
  const holders = [top, ...[repo.gitDir, repo.commonDir].map(dirname)];
  if (!isInside(root, top) || holders.some((place) => isTooWide(place, at, world))) return NOTHING_AROUND;
  return { workTree: top === root ? null : top, gitDirectories: directoriesBeside(repo, top) };
}

const directoriesBeside = ({ gitDir, commonDir }: Repo, top: string): readonly string[] =>
  [...new Set([commonDir, gitDir])].filter(
    (place, i, all) => !isInside(place, top) && !all.slice(0, i).some((other) => isInside(place, other)),
  );

/** Everything of it that is there for reading. */
export const shownAround = ({ around }: { readonly around: RepositoryAround }): readonly string[] => [
  ...(around.workTree === null ? [] : [around.workTree]),
  ...around.gitDirectories,
];

/** Every home directory of the machine that is there, by the usual places. */
export const homesOf = ({ home }: Pick<ProtectedContext, "home">, world: World): readonly string[] => [
  home,
  ...existingPlaces("/{root,home/*,Users/*}", world),
];

function isTooWide(place: string, at: ProtectedContext, world: World): boolean {
  const wide = [...homesOf(at, world), ...PRIVATE_IN_HOME.map((name) => `${at.home}/${name}`)];
  return (
    wide.some((one) => isInside(realPath(one, world).path, place)) ||
    agentPlaces(at).some((one) => isInside(place, realPath(one, world).path))
  );
}
