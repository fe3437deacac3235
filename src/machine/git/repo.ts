/** Which repository git would use in a directory, by git's own walk upwards (setup.c). The environment is not consulted. */

import type { World } from "../../contract/world.ts";
import { absolutePath, type RealPath, realPath } from "../index.ts";
import { perView } from "../view.ts";
import { gitBoolean, readConfigFile } from "./configfile.ts";
import { readText } from "./files.ts";

const GITFILE_LIMIT = 1 << 20;
const HEAD_LIMIT = 1 << 16;
/** Git looks at no more of it. */
const HEAD_READ = 255;
const WALK_MAX = 512;

export interface Repo {
  /** This work tree's own git directory: `…/.git`, `…/.git/worktrees/x`, `…/.git/modules/x`, or the bare repository. */
  readonly gitDir: string;
  /** What all its work trees share; the same as `gitDir` but in a linked work tree. */
  readonly commonDir: string;
  /** null: bare, or the directory lies inside the git directory itself. */
  readonly workTree: string | null;
  /** Object ids; "unknown" is a format this reader does not know. */
  readonly objectFormat: "sha1" | "sha256" | "unknown";
  readonly refFormat: "files" | "unknown";
  /** `config.worktree` is read too. */
  readonly worktreeConfig: boolean;
  /** `core.worktree` leads away from where `.git` stands: what git does here shows or changes files of another place. */
  readonly strays: boolean;
  /** The repository itself names this work tree: `.git` is its directory, or it says where `.git` stands. */
  readonly leadsBack: boolean;
  /** The directory was reached through a link, so that git may know the repository by another path as well. */
  readonly linked: boolean;
}

export type Discovery =
  | { readonly found: "repo"; readonly repo: Repo }
  | { readonly found: "none" }
  /** There is something git may use, and it cannot be read with certainty. `at`: where a `.git` file says it is. */
  | { readonly found: "unknown"; readonly why: string; readonly at?: string };

/** The repository git would use in `dir`; undefined when there is none, or none that can be read. */
export function findRepo(dir: string, world: World): Repo | undefined {
  const discovery = discoverRepo(dir, world);
  return discovery.found === "repo" ? discovery.repo : undefined;
}

export const discoverRepo = perView((dir: string, world: World): Discovery => {
  const start = realPath(absolutePath(dir, "/", world), world);
  if (start.problem !== null) return unknown(`the way to ${dir} cannot be followed`);
  let here = start.path;
  for (let step = 0; step < WALK_MAX; step++) {
    const at = repoAt(here, world);
    if (typeof at === "object") return "why" in at ? at : describe(at, start.links.length > 0, world);
    const parent = absolutePath("..", here, world);
    if (parent === here) return { found: "none" };
    here = parent;
  }
  return unknown(`${dir} lies too deep`);
});

interface Place {
  readonly gitDir: string;
  /** The directory that holds `.git`; null when the directory is itself the git directory. */
  readonly holder: string | null;
}

function repoAt(dir: string, world: World): Place | UnknownRepo | undefined {
  const dotGit = absolutePath(".git", dir, world);
  const { kind } = world.stat(dotGit);
  if (kind === "unreadable") return unknown(`${dotGit} cannot be read`);
  if (kind === "file") {
    const named = gitFileTarget(dotGit, dir, world);
    const why = `${dotGit} does not lead to a repository`;
    if (named === undefined || named.problem !== null) return unknown(why);
    return isGitDir(named.path, world) === true
      ? { gitDir: named.path, holder: dir }
      : { ...unknown(why), at: named.path };
  }
  if (kind !== "absent") {
    const is = isGitDir(dotGit, world);
    if (is === "unknown") return unknown(`${dotGit} cannot be read`);
    if (is) return { gitDir: realPath(dotGit, world).path, holder: dir };
  }
  const bare = isGitDir(dir, world);
  if (bare === "unknown") return unknown(`${dir} may be a bare repository`);
  return bare ? { gitDir: dir, holder: null } : undefined;
}

/** `.git` as a file: `gitdir: PATH`. Git stops with an error where this does not lead to a repository. */
function gitFileTarget(file: string, dir: string, world: World): RealPath | undefined {
  const read = readText(file, GITFILE_LIMIT, world);
  if (typeof read === "string" || !read.text.startsWith("gitdir: ")) return undefined;
  const named = read.text.slice("gitdir: ".length).replace(/[\r\n]+$/, "");
  if (named === "" || named.includes("\0")) return undefined;
  return realPath(fromDir(named, dir), world);
}

/** A valid HEAD, and `objects` and `refs` in the common directory. */
function isGitDir(dir: string, world: World): boolean | "unknown" {
  const head = hasHead(`${dir}/HEAD`, world);
  if (head !== true) return head;
  const common = commonDirOf(dir, world);
  if (common === undefined) return "unknown";
  for (const name of ["objects", "refs"]) {
    const { kind, executable } = world.stat(`${common}/${name}`);
    if (kind === "unreadable") return "unknown";
    if (kind === "directory" && !executable && world.platform !== "win32") return "unknown";
    if (kind !== "directory" && !executable) return false;
  }
  return true;
}

function hasHead(path: string, world: World): boolean | "unknown" {
  const { kind } = world.lstat(path);
  if (kind === "unreadable") return "unknown";
  if (kind === "link") return world.readLink(path)?.startsWith("refs/") ?? "unknown";
  if (kind !== "file") return false;
  const read = readText(path, HEAD_LIMIT, world);
  if (typeof read === "string") return "unknown";
  return /^(ref:[ \t\r\n]*refs\/|[0-9a-fA-F]{40})/.test(read.text.slice(0, HEAD_READ));
}

/** The directory the `commondir` file names, or `gitDir` itself; undefined when the file cannot be read. */
function commonDirOf(gitDir: string, world: World): string | undefined {
  const read = readText(`${gitDir}/commondir`, GITFILE_LIMIT, world);
  if (read === "absent") return gitDir;
  if (read === "unreadable") return undefined;
  const real = realPath(fromDir(read.text.replace(/[\r\n]+$/, ""), gitDir), world);
  return real.problem === null ? real.path : undefined;
}

/** Git takes `core.worktree` and `core.bare` from files that state a format version, and not from includes. */
function describe({ gitDir, holder }: Place, linked: boolean, world: World): Discovery {
  const commonDir = commonDirOf(gitDir, world);
  if (commonDir === undefined) return unknown(`${gitDir}/commondir cannot be read`);
  const shared = readConfigFile(`${commonDir}/config`, world);
  if (!shared.ok) return unknown(shared.error);
  const last = (key: string): string | null | undefined => shared.value.findLast((line) => line.key === key)?.value;
  const worktreeConfig = gitBoolean(last("extensions.worktreeconfig")) === true;
  const own = worktreeConfig ? readConfigFile(`${gitDir}/config.worktree`, world) : ({ ok: true, value: [] } as const);
  if (!own.ok) return unknown(own.error);
  const versioned = last("core.repositoryformatversion") !== undefined;
  const placing = versioned ? [...(commonDir === gitDir || worktreeConfig ? shared.value : []), ...own.value] : [];
  const moved = placing.findLast((line) => line.key === "core.worktree");
  const bare = gitBoolean(placing.findLast((line) => line.key === "core.bare")?.value) === true;
  if (moved?.value === null || moved?.certain === false) return unknown("core.worktree cannot be read");
  const away = moved === undefined ? undefined : realPath(fromDir(moved.value, gitDir), world);
  if (away !== undefined && away.problem !== null) return unknown("core.worktree cannot be followed");
  const workTree = away?.path ?? (bare ? null : holder);
  const format = last("extensions.objectformat")?.toLowerCase();
  const refs = last("extensions.refstorage")?.toLowerCase();
  return {
    found: "repo",
    repo: {
      gitDir,
      commonDir,
      workTree,
      objectFormat: format === undefined || format === "sha1" ? "sha1" : format === "sha256" ? "sha256" : "unknown",
      refFormat: refs === undefined || refs === "files" ? "files" : "unknown",
      worktreeConfig,
      strays: away !== undefined && away.path !== holder,
      leadsBack:
        holder !== null &&
        (away === undefined ? gitDir === `${holder}/.git` || namesBack(gitDir, holder, world) : away.path === holder),
      linked,
    },
  };
}

/** A linked work tree's own directory says where its `.git` file is. */
function namesBack(gitDir: string, holder: string, world: World): boolean {
  const read = readText(`${gitDir}/gitdir`, GITFILE_LIMIT, world);
  if (typeof read === "string") return false;
  const named = realPath(fromDir(read.text.replace(/[\r\n]+$/, ""), gitDir), world);
  return named.problem === null && named.path === `${holder}/.git`;
}

/** Git's own reading of a path: `~` means nothing here. */
const fromDir = (path: string, dir: string): string =>
  path.startsWith("/") || /^[A-Za-z]:[/\\]/.test(path) ? path : `${dir}/${path}`;

type UnknownRepo = Extract<Discovery, { found: "unknown" }>;

const unknown = (why: string): UnknownRepo => ({ found: "unknown", why });
