/** Which repository git would use in a directory: as the core finds it, or, where it does not lie plainly, by its marks alone. */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { findRepository, type GitSetting, isFalse, readSettings, readText, valuesOf } from "../../core/git/index.ts";
import { realPath } from "../resolve.ts";
import { perView } from "../view.ts";

const GITFILE_BYTES_MAX = 1 << 16;

export interface Repo {
  /** This work tree's own git directory: `…/.git`, `…/.git/worktrees/x`, `…/.git/modules/x`, or the bare repository. */
  readonly gitDir: string;
  /** What all its work trees share; the same as `gitDir` but in a linked work tree. */
  readonly commonDir: string;
  /** null: bare, or the directory lies inside the git directory itself. */
  readonly workTree: string | null;
  /** The repository itself names this work tree: `.git` is its directory, or it says where `.git` stands. */
  readonly leadsBack: boolean;
  /** Its own configuration; includes are not followed. */
  readonly settings: readonly GitSetting[];
  readonly hash: "sha1" | "sha256";
}

/** Undefined when there is none, or none that can be read. */
export const findRepo = perView((dir: string, world: World): Repo | undefined => {
  const plain = findRepository(dir, world);
  if (plain !== undefined) return { ...plain, leadsBack: true };
  const start = realPath(dir, world);
  if (start.problem !== null) return undefined;
  for (let here = start.path; ; here = dirname(here)) {
    const found = oddRepo(here, world);
    // Git stops at a file that does not lead to a repository.
    if (found !== undefined || here === "/" || world.stat(`${here}/.git`).kind === "file") return found;
  }
});

/** `.git` as a directory or a file that leads elsewhere, a `core.worktree`, a directory that itself is a repository. */
function oddRepo(dir: string, world: World): Repo | undefined {
  const dotGit = `${dir === "/" ? "" : dir}/.git`;
  const own = gitFileTarget(dotGit, world) ?? realPath(dotGit, world).path;
  const gitDir = [own, dir].find((place) => isGitDir(place, world));
  if (gitDir === undefined) return undefined;
  const commonDir = commonOf(gitDir, world);
  const settings = readSettings(`${commonDir}/config`, world) ?? [];
  const [moved] = valuesOf(settings, "core.worktree").slice(-1);
  const away = moved == null ? undefined : realPath(fromDir(moved, gitDir), world).path;
  const isBare = gitDir === dir || settings.some((one) => one.key === "core.bare" && !isFalse(one));
  return {
    ...{ gitDir, commonDir, settings, workTree: away ?? (isBare ? null : dir), leadsBack: away === dir },
    hash: valuesOf(settings, "extensions.objectformat").includes("sha256") ? "sha256" : "sha1",
  };
}

/** Where a `.git` file says that the repository is. */
export function gitFileTarget(dotGit: string, world: World): string | undefined {
  const named = /^gitdir: ([^\0\n]+?)[\r\n]*$/.exec(readText(dotGit, GITFILE_BYTES_MAX, world) ?? "")?.[1];
  return named === undefined ? undefined : realPath(fromDir(named, dirname(dotGit)), world).path;
}

function commonOf(gitDir: string, world: World): string {
  const named = readText(`${gitDir}/commondir`, GITFILE_BYTES_MAX, world)?.replace(/[\r\n]+$/, "");
  return named === undefined || named === "" ? gitDir : realPath(fromDir(named, gitDir), world).path;
}

const isGitDir = (dir: string, world: World): boolean =>
  /^(?:ref:\s*refs\/|[\da-f]{40})/i.test(headOf(dir, world)) &&
  ["objects", "refs"].every((name) => world.stat(`${commonOf(dir, world)}/${name}`).kind === "directory");

const headOf = (dir: string, world: World): string => {
  const linked = world.lstat(`${dir}/HEAD`).kind === "link" ? world.readLink(`${dir}/HEAD`) : undefined;
  return linked === undefined ? (readText(`${dir}/HEAD`, GITFILE_BYTES_MAX, world) ?? "") : `ref: ${linked}`;
};

/** Git's own reading of a path: `~` means nothing here. */
const fromDir = (path: string, dir: string): string =>
  path.startsWith("/") || /^[A-Za-z]:[/\\]/.test(path) ? path : `${dir}/${path}`;
