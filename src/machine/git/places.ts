/**
 * Git's own directories wherever they lie: where a `gitdir:` file, a `commondir`, `core.hooksPath` or a list of
 * alternates leads, a bare repository, and what a write would make one. What is put there is run or believed by git.
 */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { foldPath, foldSegment, isInside, realPath } from "../index.ts";
import { perView } from "../view.ts";
import { readConfig } from "./config.ts";
import { hookDirs } from "./hooks.ts";
import { includedFiles } from "./includes.ts";
import { objectStore } from "./objects.ts";
import { discoverRepo, type Repo } from "./repo.ts";

interface Around {
  /** Directories whose repositories count too. */
  readonly dirs: readonly string[];
  /** Places, folded, that the same call makes. */
  readonly made: readonly string[];
}

/** The directory of git's that `path` is or lies in, or would be part of. */
export function gitPlace(path: string, around: Around, world: World): string | undefined {
  const ways = [path, realPath(path, world).path];
  const dirs = [...ways.map((way) => dirname(way)), ...around.dirs];
  for (const dir of new Set(dirs)) {
    const found = gitDirectories(dir, world).find((place) => ways.some((way) => isInside(way, place)));
    if (found !== undefined) return found;
  }
  return ways.map((way) => madeRepository(way, around.made, world)).find((place) => place !== undefined);
}

/** The git and common directory, the hooks, the object stores and the included configuration of the repository around `dir`, wherever they lie. */
export const gitDirectories = perView((dir: string, world: World): readonly string[] => {
  const found = discoverRepo(dir, world);
  if (found.found === "none") return includedFiles(undefined, world);
  if (found.found === "unknown")
    return [...(found.at === undefined ? [] : [found.at]), ...includedFiles(undefined, world)];
  const { repo } = found;
  const places = [repo.gitDir, repo.commonDir, ...hooksOf(repo, dir, world), ...alternatesOf(repo, world)];
  return [...places.flatMap((place) => [place, realPath(place, world).path]), ...includedFiles(repo, world)];
});

/** A hooks path that holds the work tree itself would make every file a hook: then only git's names are. */
function hooksOf(repo: Repo, dir: string, world: World): readonly string[] {
  const dirs = hookDirs(repo, dir, readConfig(repo, world), world) ?? [];
  return dirs.flatMap((place) =>
    isInside(repo.workTree ?? dir, place) ? HOOK_NAMES.map((name) => `${place}/${name}`) : [place],
  );
}

function alternatesOf(repo: Repo, world: World): readonly string[] {
  const store = objectStore(repo, world);
  return store.ok ? store.value.dirs : [];
}

/** A directory with these three is a repository to git; `commondir` stands for the last two. */
const MAKES = ["HEAD", "objects", "refs"] as const;

function madeRepository(path: string, made: readonly string[], world: World): string | undefined {
  const segments = path.split("/");
  for (const [i, segment] of segments.entries()) {
    const name = foldSegment(segment);
    const dir = segments.slice(0, i).join("/");
    const has = (one: string): boolean =>
      world.stat(`${dir}/${one}`).kind !== "absent" || made.some((other) => isInside(other, foldPath(`${dir}/${one}`)));
    if (name === "commondir" && has("HEAD")) return dir;
    if (name === "head" && (has("commondir") || has("config"))) return dir;
    if (name === "config" && has("HEAD")) return dir;
    if (MAKES.some((one) => one.toLowerCase() === name) && MAKES.every((one) => one.toLowerCase() === name || has(one)))
      return dir;
  }
  return undefined;
}

const HOOK_NAMES: readonly string[] = [
  "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit",
  "pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update",
  "reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman",
  "p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change",
].flatMap((names) => names.split(" "));
