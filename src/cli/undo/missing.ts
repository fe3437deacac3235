/** For a person's eyes, not for a decision. */
import type { World } from "../../contract/world.ts";
import { openWorkTree } from "../../machine/git/index.ts";

const GITLINK = 0o160000;
const MISSED_MAX = 20_000;

/** Files that git tracks and that are not there, absolute: `git restore` brings them back. */
export function missingFiles(dir: string, world: World): readonly string[] {
  const tree = openWorkTree(dir, world);
  if (tree === undefined || tree.entries.length > MISSED_MAX) return [];
  return tree.entries
    .filter(({ special, mode, path }) => !special && mode !== GITLINK && !path.includes("\ufffd"))
    .map(({ path }) => `${tree.root === "/" ? "" : tree.root}/${path}`)
    .filter((path) => world.lstat(path).kind === "absent");
}
