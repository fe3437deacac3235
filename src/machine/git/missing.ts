/** Files that git tracks and that are not there: `git restore` brings them back. For a person's eyes, not for a decision. */
import type { World } from "../../contract/world.ts";
import { MODE_GITLINK, readIndex } from "./gitindex.ts";
import { findRepo } from "./repo.ts";

const LOOKS_MAX = 20_000;

/** Absolute; of the repository around `dir`, in the index's order. None where that cannot be told. */
export function missingFiles(dir: string, world: World): readonly string[] {
  const repo = findRepo(dir, world);
  const index = repo === undefined || repo.workTree === null ? undefined : readIndex(repo, world);
  if (index?.ok !== true || index.value.entries.length > LOOKS_MAX) return [];
  const top = repo?.workTree === "/" ? "" : repo?.workTree;
  return index.value.entries
    .filter(({ stage, special, mode, path }) => stage === 0 && !special && mode !== MODE_GITLINK && isText(path))
    .map(({ path }) => `${top}/${path}`)
    .filter((path) => world.lstat(path).kind === "absent");
}

/** A name that is no text reads as another one. */
const isText = (path: string): boolean => !path.includes("\ufffd");
