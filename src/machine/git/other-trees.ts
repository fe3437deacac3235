/** Where the same project stands a second time: in the other work trees of its repository. */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { absolutePath, isInside, realPath } from "../index.ts";
import { perView } from "../view.ts";
import { readText } from "./files.ts";
import { findRepo, type Repo } from "./repo.ts";

const MAX_TREES = 256;
const GITDIR_LIMIT = 1 << 14;

/** The directories that are to the repository's other work trees what `projectRoot` is to its own; at most `MAX_TREES`. */
export const otherTrees = perView((projectRoot: string, world: World): readonly string[] => {
  const repo = findRepo(projectRoot, world);
  const real = realPath(projectRoot, world).path;
  if (repo === undefined || repo.workTree === null || !isInside(real, repo.workTree)) return [];
  const within = repo.workTree === "/" ? real : real.slice(repo.workTree.length);
  return [...new Set(linkedTrees(repo, world))]
    .filter((tree) => tree !== repo.workTree)
    .map((tree) => `${tree === "/" ? "" : tree}${within}`);
});

/** Every work tree of a repository, its first among them. */
export function linkedTrees({ commonDir }: Repo, world: World): readonly string[] {
  const linked = (world.readDir(`${commonDir}/worktrees`) ?? []).slice(0, MAX_TREES).flatMap((name) => {
    const own = `${commonDir}/worktrees/${name}`;
    const file = readText(`${own}/gitdir`, GITDIR_LIMIT, world);
    return typeof file === "string" ? [] : [dirname(absolutePath(file.text.trim(), own, world))];
  });
  return commonDir.endsWith("/.git") ? [dirname(commonDir), ...linked] : linked;
}
