/**
 * Which repository git would use, by git's own walk upwards (setup.c). Only what lies plainly is found: `.git` as a directory, a
 * linked work tree that its repository names back, a submodule that names its work tree. Whose it is plays no part.
 */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { isThere, readText, realPath } from "./files.ts";
import { type GitSetting, isFalse, readSettings, valuesOf } from "./syntax.ts";

const GITFILE_BYTES_MAX = 4_096;

export interface Repository {
  /** This work tree's own: `…/.git`, `…/.git/worktrees/x`, `…/.git/modules/x`. */
  readonly gitDir: string;
  /** What all its work trees share; the same but in a linked one. */
  readonly commonDir: string;
  /** No part of it is a link. */
  readonly workTree: string;
  /** Its own configuration, that of the linked work tree included, the person's not; includes are not followed. */
  readonly settings: readonly GitSetting[];
  readonly hash: "sha1" | "sha256";
}

/** "none": up to the root there is nothing git would take for a repository. Undefined: something is, and it is not plain. */
export type FoundRepository = Repository | "none" | undefined;

/** The repository git would use there; undefined also where it lies in a way that is not plain. */
export function findRepository(path: string, disk: World): Repository | undefined {
  const found = discover(path, disk);
  return found === "none" ? undefined : found;
}

export function discover(path: string, disk: World): FoundRepository {
  const start = realPath(path, disk);
  if (start === undefined) return undefined;
  for (let here = start; ; here = dirname(here)) {
    const found = repositoryIn(here, disk);
    if (found !== "none" || here === "/") return found;
  }
}

type Place = Pick<Repository, "gitDir" | "commonDir" | "workTree">;

function repositoryIn(dir: string, disk: World): FoundRepository {
  // A repository of everything there is: nobody's project.
  if (dir === "/") return isThere("/.git", disk) || mayBeBare("", disk) ? undefined : "none";
  const dotGit = `${dir}/.git`;
  const { kind } = disk.lstat(dotGit);
  if (kind === "absent") return mayBeBare(dir, disk) ? undefined : "none";
  const plain: Place = { gitDir: dotGit, commonDir: dotGit, workTree: dir };
  // With a word of another common directory it would have another configuration.
  const isPlain = kind === "directory" && !isThere(`${dotGit}/commondir`, disk);
  const place = isPlain ? plain : kind === "file" ? followGitFile(dotGit, dir, disk) : undefined;
  return place && describe(place, disk);
}

/** Any directory with these is a repository to git, with a configuration of its own. */
function mayBeBare(dir: string, disk: World): boolean {
  const has = (name: string): boolean => isThere(`${dir}/${name}`, disk);
  return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}

function followGitFile(dotGit: string, dir: string, disk: World): Place | undefined {
  const gitDir = namedIn(dotGit, "gitdir: ", dir, disk);
  if (gitDir === undefined) return undefined;
  if (!isThere(`${gitDir}/commondir`, disk)) return { gitDir, commonDir: gitDir, workTree: dir };
  const commonDir = namedIn(`${gitDir}/commondir`, "", gitDir, disk);
  const leadsBack = namedIn(`${gitDir}/gitdir`, "", gitDir, disk) === dotGit;
  return commonDir !== undefined && dirname(gitDir) === `${commonDir}/worktrees` && leadsBack
    ? { gitDir, commonDir, workTree: dir }
    : undefined;
}

/** The path that a file of git's holds, behind its first word. */
function namedIn(file: string, word: string, base: string, disk: World): string | undefined {
  const text = readText(file, GITFILE_BYTES_MAX, disk)?.replace(/[\r\n]+$/, "");
  if (!text?.startsWith(word) || text.length === word.length || /[\0\n]/.test(text)) return undefined;
  const path = text.slice(word.length);
  return realPath(path.startsWith("/") ? path : `${base}/${path}`, disk);
}

function describe(place: Place, disk: World): Repository | undefined {
  const { gitDir, commonDir } = place;
  const shared = readSettings(`${commonDir}/config`, disk);
  if (shared === undefined || !holdsObjects(place, disk)) return undefined;
  const ownFile = shared.some((one) => one.key === "extensions.worktreeconfig" && !isFalse(one));
  const own = ownFile ? readSettings(`${gitDir}/config.worktree`, disk) : [];
  if (own === undefined) return undefined;
  const settings = [...shared, ...own];
  // A linked work tree has its place by its file, whatever the shared configuration says of a bare repository.
  const isBare = (gitDir === commonDir ? settings : own).some((one) => one.key === "core.bare" && !isFalse(one));
  if (isBare || !standsWhereItSays(place, settings, disk)) return undefined;
  if (valuesOf(settings, "extensions.refstorage").some((value) => value !== "files")) return undefined;
  const hashes = new Set(valuesOf(settings, "extensions.objectformat").map((value) => value?.toLowerCase()));
  if (hashes.size > 1 || ![undefined, "sha1", "sha256"].includes([...hashes][0])) return undefined;
  return { ...place, settings, hash: hashes.has("sha256") ? "sha256" : "sha1" };
}

/** `core.worktree` is how a submodule names its work tree; nothing else needs it. */
function standsWhereItSays({ gitDir, commonDir, workTree }: Place, settings: readonly GitSetting[], disk: World) {
  const named = valuesOf(settings, "core.worktree");
  if (gitDir !== commonDir || gitDir === `${workTree}/.git`) return named.length === 0;
  const [path] = named;
  if (named.length !== 1 || path == null || !/\/\.git\/(?:worktrees\/[^/]+\/)?modules\//.test(gitDir)) return false;
  return realPath(path.startsWith("/") ? path : `${gitDir}/${path}`, disk) === workTree;
}

/** A HEAD that git takes for one, and its two stores. */
function holdsObjects({ gitDir, commonDir }: Place, disk: World): boolean {
  const head = readText(`${gitDir}/HEAD`, GITFILE_BYTES_MAX, disk);
  if (!/^(?:ref: refs\/|[0-9a-f]{40})/.test(head ?? "")) return false;
  return ["objects", "refs"].every((name) => disk.lstat(`${commonDir}/${name}`).kind === "directory");
}
