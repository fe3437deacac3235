/**
 * What lies below a directory a call may write: protected places, files that are written elsewhere too (hard links),
 * sockets, secrets. Bounded: what cannot be looked through cannot be walled.
 */
import { assertNever, fail, ok, type Result } from "../../contract/result.ts";
import type { DirEntry, PathInfo, World } from "../../contract/world.ts";
import { foldSegment, isSecretName, mayEndProtected } from "../../core/places/index.ts";
import { gitDirectories } from "../../machine/git/index.ts";
import {
  homeLinks,
  isGarbled,
  isInside,
  listEntries,
  type ProtectedContext,
  protectedPlace,
} from "../../machine/index.ts";
import { possiblyLinked, type WalkedFiles } from "./hard-links.ts";
import { ENV_TEMPLATES } from "./home-table.ts";

/** Files and directories of all writable roots together. */
const MAX_ENTRIES = 100_000;

export interface TreeFindings {
  /** Protected directories and files, by path; nothing below one of them is listed. */
  readonly held: string[];
  /** Protected by what git, links and rules say of them, and not there: nothing to hold, but made they must not stay. */
  readonly absent: string[];
  /** Protected names that are links. */
  readonly links: string[];
  /** `.env*` and the like. */
  readonly secrets: { readonly path: string; readonly directory: boolean }[];
  /** Files that are called like secrets. */
  readonly named: string[];
  /** Sockets, pipes and devices. */
  readonly others: string[];
  /** Files with more than one hard link, by what they are. */
  readonly shared: Map<string, { readonly links: number; readonly paths: string[] }>;
  /** Files whose names are no text: nobody can name them to hold or hide them. */
  readonly garbled: string[];
}

/** `skipped`: directories that another search looks through. */
export function searchTrees(
  roots: readonly string[],
  context: ProtectedContext,
  world: World,
  skipped: readonly string[] = [],
): Result<TreeFindings> {
  const search: Search = {
    context,
    skipped: new Set(skipped),
    named: new Set([
      ...context.gatePrograms,
      ...roots.flatMap((root) => gitDirectories(root, world)),
      ...homeLinks(context, world).flatMap(({ leadsTo, whole }) => (whole ? [leadsTo] : [])),
    ]),
    world,
    left: MAX_ENTRIES,
    walked: { files: [], directories: [] },
    found: { held: [], absent: [], links: [], secrets: [], named: [], others: [], shared: new Map(), garbled: [] },
  };
  const todo = [...roots];
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) todo.push(...lookInto(dir, search));
  if (search.left < 0)
    return fail(`there are more than ${MAX_ENTRIES} files below ${roots.join(", ")}: too many to look through`);
  for (const path of possiblyLinked(search.walked, world)) noteFile(path, world.lstat(path), search.found);
  noteAbsent(roots, search);
  return ok(search.found);
}

/** What is said of places that no walk meets: those of the roots, and of every repository further down. */
function noteAbsent(roots: readonly string[], { named, found, world }: Search): void {
  const nested = found.held
    .filter((path) => path.endsWith("/.git"))
    .flatMap((path) => gitDirectories(path.slice(0, -"/.git".length), world));
  for (const path of new Set([...named, ...nested])) {
    if (!roots.some((root) => path !== root && isInside(path, root))) continue;
    const { kind } = world.lstat(path);
    if (kind === "absent") found.absent.push(path);
    else if (!named.has(path) && kind !== "link" && kind !== "other") found.held.push(path);
  }
}

/** The directories of this one that are to be looked through; none once there are too many. */
function lookInto(dir: string, search: Search): readonly string[] {
  if (search.left < 0) return [];
  const entries = listEntries(dir, search.world);
  if (entries === undefined || isGitDirectory(entries) || entries.some(isEnvironment)) {
    search.found.held.push(dir);
    return [];
  }
  search.left -= entries.length;
  search.walked.directories.push(dir);
  return search.left < 0
    ? []
    : entries.filter((entry) => goesOn(dir, entry, search)).map(({ name }) => `${dir}/${name}`);
}

/** Files whose other names lie where a call may not write, or were not seen: writing them would write there. */
export const writtenElsewhere = ({ shared }: TreeFindings): readonly string[] =>
  [...shared.values()].flatMap(({ links, paths }) => (paths.length < links ? paths : []));

/** https://docs.python.org/3/library/venv.html; conda keeps its records in `conda-meta`; each has a script to activate it. */
const isEnvironment = ({ name }: DirEntry): boolean => /^(?:pyvenv\.cfg|conda-meta)$/.test(foldSegment(name));

interface Search {
  readonly context: ProtectedContext;
  /** Git's own under other names (hooks, object stores, included files), the gate's program, where links of home's protected places lead. */
  readonly named: ReadonlySet<string>;
  readonly skipped: ReadonlySet<string>;
  readonly world: World;
  readonly walked: WalkedFiles;
  readonly found: TreeFindings;
  left: number;
}

/** Notes what this entry is; true for a directory that is to be looked through. */
function goesOn(dir: string, { name, kind }: DirEntry, search: Search): boolean {
  const { context, named, world, found, walked } = search;
  const path = `${dir}/${name}`;
  const isProtected = mayEndProtected(name) && protectedPlace(path, context) !== undefined;
  if (isProtected || named.has(path)) {
    noteProtected(path, world.lstat(path), search);
    return false;
  }
  switch (kind) {
    case "directory":
      // One that cannot be listed is held.
      return !search.skipped.has(path);
    case "file":
      walked.files.push(path);
      if (isGarbled(name)) found.garbled.push(path);
      if (isSecretName(name)) found.named.push(path);
      return false;
    case "other":
      noteFile(path, world.lstat(path), found);
      return false;
    case "link":
      return false;
    default:
      return assertNever(kind);
  }
}

/** What the list of its directory called no directory and no link. */
function noteFile(path: string, at: PathInfo, found: TreeFindings): void {
  if (at.kind === "file") noteShared(path, at, found);
  else if (at.kind === "other") found.others.push(path);
  else if (at.kind === "unreadable") found.held.push(path);
}

function noteProtected(path: string, { kind }: PathInfo, { found, world }: Search): void {
  if (kind === "link") found.links.push(path);
  else if (kind === "other") found.others.push(path);
  else if (isSecret(path, world)) found.secrets.push({ path, directory: kind === "directory" });
  else if (kind !== "absent") found.held.push(path);
}

/** `.env*`, but neither a list of names nor an environment of Python's. */
function isSecret(path: string, world: World): boolean {
  const name = foldSegment(path.slice(path.lastIndexOf("/") + 1));
  return name.startsWith(".env") && !ENV_TEMPLATES.test(name) && world.lstat(`${path}/pyvenv.cfg`).kind !== "file";
}

function noteShared(path: string, { links, inode }: PathInfo, { shared }: TreeFindings): void {
  if (links < 2) return;
  const key = inode ?? path;
  const before = shared.get(key) ?? { links, paths: [] };
  before.paths.push(path);
  shared.set(key, before);
}

/** A repository without a work tree is a git directory under any name. */
function isGitDirectory(entries: readonly DirEntry[]): boolean {
  const has = (wanted: string): boolean => entries.some(({ name }) => name === wanted);
  return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}
