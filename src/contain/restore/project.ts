/**
 * What of a project version control could not bring back: changed, untracked and ignored files, except what is
 * rebuildable. Git's own files are read; git itself is never started, for a repository's filters and hooks would run.
 */
import { type Dirent, lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { ticks } from "../../contract/clock.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { openWorkTree, type WorkTree } from "../../machine/git/index.ts";
import { isGarbled, isInside, protectedPlace } from "../../machine/index.ts";
import { codeOf, failureAt, refuse, tooLarge, tooMany, tooSlow } from "./failure.ts";
import { credentialFinder, type IsCredential } from "./places.ts";
import type { ProjectRequest, RestoreFailure, RestoreLimits } from "./point.ts";
import { isOwnName, isRebuildableName } from "./rebuildable.ts";

const DEPTH_MAX = 256;
/** A file's clock may be behind ours by this. */
const CLOCK_MS = 1_000;

export interface Search {
  readonly request: Pick<ProjectRequest, "roots" | "places" | "held" | "session" | "staged">;
  readonly world: World;
  readonly limits: RestoreLimits;
  readonly startedAt: number;
  /** Only what the index does not name. */
  readonly untracked?: true;
}

/** Paths in the order of a walk. Fails at the first bound that is exceeded. */
export function findUnrecoverable(search: Search): Result<readonly string[], RestoreFailure> {
  const found = new Found(search);
  const roots = search.request.roots.filter(
    (root, i, all) => !all.some((other, j) => isInside(root, other) && (root !== other || j < i)),
  );
  for (const root of roots) {
    const walked = walk({ path: root, depth: 0, tree: openWorkTree(root, search.world), inBuild: false }, found);
    if (!walked.ok) return walked;
  }
  return found.credentials.length > 0
    ? refuse(`${found.credentials[0]} holds credentials, and no copies of those are made`, found.credentials)
    : ok(found.paths);
}

/** What was found so far, and how much of it there may be. */
class Found {
  readonly paths: string[] = [];
  readonly credentials: string[] = [];
  readonly search: Search;
  readonly isCredential: IsCredential;
  #bytes = 0;

  constructor(search: Search) {
    this.search = search;
    this.isCredential = credentialFinder(search.world);
  }

  add(path: string, bytes: number): Result<void, RestoreFailure> {
    const { limits } = this.search;
    this.paths.push(path);
    this.#bytes += bytes;
    if (this.paths.length > limits.maxFiles) return tooMany(limits.maxFiles);
    return this.#bytes > limits.maxBytes ? tooLarge(limits.maxBytes) : ok(undefined);
  }

  /** Nobody has touched it since the session began; a file that is not there says nothing. The time is the kernel's own. */
  isSettled(path: string): boolean {
    const { request, world } = this.search;
    const before = (request.session?.startedAt ?? Number.POSITIVE_INFINITY) - CLOCK_MS;
    return [world.lstat(path), world.stat(path)].every(
      ({ kind, ctimeMs }) => kind === "absent" || (ctimeMs !== undefined && ctimeMs < before),
    );
  }

  isMade(path: string): boolean {
    return this.search.request.session?.made(path) === true;
  }

  /** The walls keep it: what cannot be changed cannot be lost. */
  isHeld(path: string): boolean {
    const { held, places } = this.search.request;
    if (held.some((place) => isInside(path, place))) return true;
    return places !== null && protectedPlace(path, places) !== undefined;
  }
}

interface Folder {
  readonly path: string;
  readonly depth: number;
  readonly tree: WorkTree | undefined;
  /** At or below a directory that tools make, as git is told now. */
  readonly inBuild: boolean;
}

function walk(root: Folder, found: Found): Result<void, RestoreFailure> {
  const { limits, startedAt } = found.search;
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (ticks() - startedAt > limits.maxMs) return tooSlow(limits.maxMs);
    if (next.depth > DEPTH_MAX) return refuse(`${next.path} lies too deep`);
    const below = lookThrough(next, found);
    if (!below.ok) return below;
    pending.push(...below.value);
  }
  return ok(undefined);
}

/** The directories in it that are to be walked too. */
function lookThrough(given: Folder, found: Found): Result<readonly Folder[], RestoreFailure> {
  const { path: dir, depth } = given;
  const names = list(dir);
  if (!names.ok) return names;
  if (names.value.length === 0) return depth === 0 ? ok([]) : addEmpty(dir, found);
  // A repository inside another has an index of its own.
  const nested = depth > 0 && names.value.some(({ name }) => name === ".git");
  const tree = nested ? openWorkTree(dir, found.search.world) : given.tree;
  const at = ({ name }: Dirent): string => `${dir === "/" ? "" : dir}/${name}`;
  for (const entry of names.value) {
    const passed = entry.isDirectory() || (given.inBuild && found.isMade(at(entry)));
    const looked = passed ? ok(undefined) : lookAt(at(entry), entry, tree, found);
    if (!looked.ok) return looked;
  }
  return ok(
    foldersIn(names.value).flatMap((entry) =>
      walked({ path: at(entry), depth: depth + 1, tree, inBuild: given.inBuild }, entry.name, found),
    ),
  );
}

const foldersIn = (entries: readonly Dirent[]): readonly Dirent[] => entries.filter((entry) => entry.isDirectory());

const walked = (folder: Folder, name: string, found: Found): readonly Folder[] =>
  isLeftOut(folder.path, name, folder.tree, found)
    ? []
    : [folder.inBuild ? folder : { ...folder, inBuild: isBuild(folder.path, name, folder.tree) }];

/** Git keeps no empty directories. */
function addEmpty(dir: string, found: Found): Result<readonly Folder[], RestoreFailure> {
  const added = found.add(dir, 0);
  return added.ok ? ok([]) : added;
}

function list(path: string): Result<readonly Dirent[], RestoreFailure> {
  try {
    const names = readdirSync(path, { withFileTypes: true });
    const garbled = names.find(({ name }) => isGarbled(name));
    return garbled === undefined ? ok(names) : refuse(`a name in ${path} cannot be read as text`);
  } catch (error) {
    return codeOf(error) === "ENOENT" ? ok([]) : failureAt(path, error);
  }
}

/**
 * A directory in which nothing can be lost, or only what a tool makes again. A name that people use too counts by rules
 * as they were when the session began: an agent could have added one, and what a person put there would be lost.
 */
function isLeftOut(path: string, name: string, tree: WorkTree | undefined, found: Found): boolean {
  if (found.isHeld(path)) return true;
  if (!isBuild(path, name, tree)) return false;
  return isOwnName(name) || (tree?.ignoreFiles(path) ?? []).every((file) => found.isSettled(file));
}

const isBuild = (path: string, name: string, tree: WorkTree | undefined): boolean =>
  tree === undefined ? isOwnName(name) : isRebuildableName(name) && !tree.tracksBelow(path) && tree.ignores(path, true);

function lookAt(path: string, entry: Dirent, tree: WorkTree | undefined, found: Found): Result<void, RestoreFailure> {
  // Pipes, sockets and devices hold nothing.
  if (!entry.isFile() && !entry.isSymbolicLink()) return ok(undefined);
  try {
    const info = lstatSync(path);
    if (found.search.untracked && tree?.names(path)) return ok(undefined);
    const isStaged = found.search.request.staged?.has(path) === true;
    if (!isStaged && isInIndex(path, info, tree, found.search)) return ok(undefined);
    if (found.isHeld(path) && !entry.isSymbolicLink()) return ok(undefined);
    if (!entry.isSymbolicLink() && found.isCredential(path)) {
      found.credentials.push(path);
      return ok(undefined);
    }
    return found.add(path, entry.isFile() ? info.size : 0);
  } catch (error) {
    return codeOf(error) === "ENOENT" ? ok(undefined) : failureAt(path, error);
  }
}

/** Git has this very content. It is read where times do not tell, which is rare, and where git keeps other bytes than the file's. */
function isInIndex(path: string, info: Stats, tree: WorkTree | undefined, { world, limits }: Search): boolean {
  const seen = tree?.compare(path, info);
  const isLink = info.isSymbolicLink();
  if (seen === "same" && (isLink || tree?.converts(path) === false)) return true;
  if (seen !== "same" && seen !== "read") return false;
  const content = isLink ? Buffer.from(readlinkSync(path)) : world.readFile(path, limits.maxBytes);
  return content !== undefined && tree?.holds(path, content) === true;
}
