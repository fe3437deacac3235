/** Repositories as they stand: what git takes up, publishes or runs in one without being told by the call. */
import type { World } from "../contract/world.ts";
import { findRepo, type Repo } from "../machine/git/index.ts";
import { isKeptByGit } from "../machine/index.ts";
import { stampContents, stampFile, stampIndex, stampTree } from "./stamp-files.ts";

const MAX_REPOSITORIES = 20;

/** Each once, of whichever of its directories. */
export function stampRepositories(directories: readonly string[], world: World): readonly string[] {
  const found = new Map<string, readonly [dir: string, repo: Repo]>();
  for (const dir of directories) {
    const repo = findRepo(dir, world);
    if (repo !== undefined && !found.has(repo.gitDir)) found.set(repo.gitDir, [dir, repo]);
  }
  return [...found.values()]
    .slice(0, MAX_REPOSITORIES)
    .flatMap(([dir, repo]) => [...stampIndex(dir, world), ...stampState(repo, world)]);
}

// Before there was a configuration, `remotes` and `branches` said where a name leads; git still asks them.
const SHARED = ["refs", "reftable", "hooks", "remotes", "branches", "info"];
/** Of the work tree's own directory: what is counted elsewhere, kept by its hash, or another repository. */
const NOT_OWN = /^(?:objects|logs|modules|worktrees|lfs|rr-cache|fsmonitor--daemon.*)$/;

/**
 * Branches, tags and the like, where they lead, earlier states that have names (`@{-1}`, `stash@{1}`), what git runs here by itself, and
 * whatever else lies in the work tree's own directory: a merge or a rebase that is not over, what is left out.
 */
function stampState({ gitDir, commonDir }: Repo, world: World): readonly string[] {
  const own = (world.readDir(gitDir) ?? [])
    .filter((name) => !NOT_OWN.test(name))
    .map((name) => `${gitDir}/${name}`)
    .filter((path) => /\/\w*HEAD$/.test(path) || !isKeptByGit(path));
  const isTree = (path: string): boolean => world.stat(path).kind === "directory";
  const files = [...own.filter((path) => !isTree(path)), `${commonDir}/packed-refs`, `${commonDir}/config`];
  const trees = new Set([...SHARED.map((name) => `${commonDir}/${name}`), ...own.filter(isTree)]);
  return [
    ...files.map((path) => stampFile(path, world)),
    ...[`${gitDir}/logs/HEAD`, `${commonDir}/logs/refs/stash`].map((path) => stampContents(path, world)),
    ...[...trees].flatMap((path) => stampTree(path, world)),
  ];
}
