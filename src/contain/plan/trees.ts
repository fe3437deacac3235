/** What a call may write, and what of it is held: protected places, hard links, git, tools' scratch. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { findRepo, trackedPaths } from "../../machine/git/index.ts";
import { isInside, realPath } from "../../machine/index.ts";
import { shownAround } from "./around.ts";
import { gitPlaces, leadsInto } from "./git-places.ts";
import { privatePlace } from "./home.ts";
import { SCRATCH, type ScratchRow } from "./home-table.ts";
import type { Mount } from "./mount.ts";
import { mountable } from "./places.ts";
import { linkedCredentials } from "./stores.ts";
import { searchTrees, type TreeFindings, writtenElsewhere } from "./tree.ts";
import type { NeededDirectory, WallsRequest } from "./types.ts";

/** More scratch directories than this stay read-only: each costs a mount. */
const MAX_SCRATCH = 40;
/** A larger cache stays as it is, read-only. */
const MAX_COPIED_FILES = 2000;
const MAX_COPIED_BYTES = 128 << 20;

export interface TreePlan {
  readonly mounts: readonly Mount[];
  readonly needs: readonly NeededDirectory[];
  readonly writable: readonly string[];
  readonly held: readonly string[];
  readonly absent: readonly string[];
  readonly links: readonly string[];
  /** To be hidden. */
  readonly secrets: readonly string[];
  /** Sockets and pipes, to be covered. */
  readonly others: readonly string[];
}

export function planTrees(at: WallsRequest, world: World): Result<TreePlan> {
  const roots = at.walls === "look" ? [] : writableRoots(at, world);
  const searched = searchTrees(isInside(at.home, at.projectRoot) ? roots : union(roots, at.projectRoot), at, world);
  if (!searched.ok) return searched;
  const found = searched.value;
  const [odd] = found.garbled;
  if (at.walls !== "look" && odd !== undefined) return fail(`${odd}: its name cannot be read as text`);
  const beside = searchAround(at, world);
  if (!beside.ok) return beside;
  const linked = linkedSecrets(found, at, world);
  const secrets = [...found.secrets.map(({ path }) => path), ...linked, ...untrackedSecrets(found, at, world)];
  const git = at.gitWrites && at.walls === "edit" ? gitPlaces(at.cwd, world) : NO_GIT;
  const held = heldPlaces(found, { at, roots, world }).filter((path) => !git.writable.includes(path));
  const fixed = [...new Set([...held, ...secrets])].filter((path) => roots.some((root) => isInside(path, root)));
  const scratch = at.walls === "work" ? scratchPlaces([...held, ...found.links, ...beside.value.held], at, world) : [];
  const temporary = world.lstat(at.sessionTmp).kind === "absent" ? [{ path: at.sessionTmp, copyOf: null }] : [];
  return ok({
    mounts: [
      ...(at.walls === "work" ? shownAround(at) : []).map(
        (path): Mount => ({ kind: "roBind", place: path, from: path }),
      ),
      ...[...roots, at.sessionTmp, ...git.writable].map(bindItself),
      ...[...fixed, ...git.held].flatMap((path) => ancestorsWithin([...roots, ...git.writable], path)).map(bindItself),
      ...[...fixed, ...git.held].map((path): Mount => ({ kind: "roBind", place: path, from: path })),
      ...git.writable.map(bindItself),
      ...scratch.map(({ place, from }): Mount => ({ kind: "bind", place, from })),
    ],
    needs: [...temporary, ...scratch.flatMap(({ needs }) => needs)],
    writable: [...roots, at.sessionTmp, ...git.writable],
    held: [...fixed, ...git.held],
    absent: found.absent.filter((path) => !held.some((place) => isInside(path, place))),
    links: found.links,
    secrets: [...(at.envFiles ? linked : secrets), ...beside.value.secrets],
    others: [...found.others, ...beside.value.others],
  });
}

/** What of the work tree around the project is not for a call. A failure: it cannot be looked through, and is not shown. */
function searchAround(at: WallsRequest, world: World): Result<Pick<TreePlan, "secrets" | "others" | "held">> {
  const { workTree } = at.around;
  if (workTree === null) return ok({ secrets: [], others: [], held: [] });
  const searched = searchTrees([workTree], at, world, [at.projectRoot, ...at.writable]);
  if (!searched.ok) return searched;
  const found = searched.value;
  const [odd] = found.garbled;
  if (odd !== undefined) return fail(`${odd}: its name cannot be read as text`);
  if (found.held.includes(workTree)) return fail(`${workTree} cannot be looked through`);
  return ok({
    secrets: [
      ...found.secrets.map(({ path }) => path),
      ...linkedSecrets(found, at, world),
      ...untrackedSecrets(found, at, world),
    ],
    others: found.others,
    held: found.held,
  });
}

/** More of them than this were made by a program. */
const MAX_NAMED = 40;

/** Called like a secret, and git does not know it: what is tracked is everybody's, and where nothing is, nobody knows. */
function untrackedSecrets({ named }: TreeFindings, at: WallsRequest, world: World): readonly string[] {
  if (at.walls !== "work" || named.length === 0) return [];
  const repo = findRepo(at.projectRoot, world);
  const tracked = repo === undefined ? undefined : trackedPaths(repo, world);
  if (tracked === undefined) return [];
  const known = new Set([...tracked, ...(at.made ?? [])]);
  const unknown = named.filter((path) => !known.has(path));
  return unknown.length > MAX_NAMED ? [] : unknown;
}

/** Other names of files in credential stores. */
function linkedSecrets(found: TreeFindings, at: WallsRequest, world: World): readonly string[] {
  if (writtenElsewhere(found).length === 0) return [];
  const credentials = linkedCredentials({ ...world, home: at.home }, at.gateDirectories);
  return [...found.shared].flatMap(([inode, { paths }]) => (credentials.has(inode) ? paths : []));
}

const NO_GIT = { writable: [], held: [] } as const;
const bindItself = (path: string): Mount => ({ kind: "bind", place: path, from: path });
const union = (roots: readonly string[], more: string): readonly string[] =>
  roots.some((root) => isInside(more, root)) ? roots : [...roots, more];

/** The project and what else may be written, each once; nothing that a person wants read-only. */
function writableRoots(at: WallsRequest, world: World): readonly string[] {
  const roots = [...new Set([at.projectRoot, ...at.writable])].filter(
    (root) => world.lstat(root).kind === "directory" && !at.readOnly.some((place) => isInside(root, place)),
  );
  return roots.filter((root) => !roots.some((other) => other !== root && isInside(root, other)));
}

interface Scene {
  readonly at: WallsRequest;
  readonly roots: readonly string[];
  readonly world: World;
}

function heldPlaces(found: TreeFindings, { at, roots, world }: Scene): readonly string[] {
  const behindLinks = found.links
    .map((link) => realPath(link, world))
    .flatMap(({ path, problem }) => (problem === null && mountable(path, world) !== undefined ? [path] : []));
  const gitDirs = found.held
    .filter((path) => path.endsWith("/.git") && world.lstat(path).kind === "file")
    .flatMap((path) => leadsInto(path, roots, world));
  const asked = at.readOnly.filter((path) => mountable(path, world) !== undefined);
  const all = [...new Set([...found.held, ...writtenElsewhere(found), ...behindLinks, ...gitDirs, ...asked])].filter(
    (path) => roots.some((root) => isInside(path, root)),
  );
  return all.filter((path) => !all.some((other) => other !== path && isInside(path, other)));
}

/** Directories between a root and a place, each bound onto itself: a mount point cannot be moved away. */
function ancestorsWithin(roots: readonly string[], path: string): readonly string[] {
  const root = roots.filter((dir) => isInside(path, dir)).sort((a, b) => b.length - a.length)[0];
  if (root === undefined || root === path) return [];
  const parts = path.slice(root.length + 1).split("/");
  return parts.slice(0, -1).map((_, i) => `${root}/${parts.slice(0, i + 1).join("/")}`);
}

interface ScratchPlace {
  readonly place: string;
  readonly from: string;
  readonly needs: readonly NeededDirectory[];
}

/** Of protected directories, and of those that links to them lead to. */
function scratchPlaces(held: readonly string[], at: WallsRequest, world: World): readonly ScratchPlace[] {
  return held
    .flatMap((path) => {
      const dir = mountable(path, world);
      const rows = SCRATCH.filter(({ below }) => path.endsWith(`/${below}`));
      if (dir?.kind !== "directory" || at.readOnly.some((place) => isInside(dir.path, place))) return [];
      return rows
        .filter(({ usedBy }) => usedBy === null || world.lstat(`${dir.path}/${usedBy}`).kind !== "absent")
        .flatMap((row) =>
          scratchIn(dir.path, row, { at, world, isElsewhere: dir.path !== path || isBeside(path, at) }),
        );
    })
    .slice(0, MAX_SCRATCH);
}

const isBeside = (path: string, { projectRoot, writable }: WallsRequest): boolean =>
  ![projectRoot, ...writable].some((root) => isInside(path, root));

interface ScratchScene {
  readonly at: WallsRequest;
  readonly world: World;
  /** A link led here, or it lies beside the project: nothing is made that is not there yet. */
  readonly isElsewhere: boolean;
}

function scratchIn(
  dir: string,
  { name, copied }: ScratchRow,
  { at, world, isElsewhere }: ScratchScene,
): readonly ScratchPlace[] {
  const place = `${dir}/${name}`;
  const { kind } = world.lstat(place);
  if (copied && !isSmall(place, world)) return [];
  if (kind !== "directory" && (kind !== "absent" || isElsewhere)) return [];
  const from = privatePlace(at, place);
  const point = kind === "absent" ? [{ path: place, copyOf: null }] : [];
  return [{ place, from, needs: [...point, { path: from, copyOf: copied ? place : null }] }];
}

/** A flat directory that can be copied before a call without being felt. */
function isSmall(dir: string, world: World): boolean {
  const names = world.readDir(dir);
  if (names === undefined || names.length > MAX_COPIED_FILES) return false;
  const at = names.map((name) => world.lstat(`${dir}/${name}`));
  return at.every(({ kind }) => kind === "file") && at.reduce((sum, { size }) => sum + size, 0) <= MAX_COPIED_BYTES;
}
