/** Files as they stand, in one hash: which they are, how long, when touched. A rewrite can set its mtime back, not its ctime. */
import { ticks } from "../contract/clock.ts";
import { sha256 } from "../contract/key.ts";
import type { PathInfo, World } from "../contract/world.ts";
import { findRepo, indexStamp } from "../machine/git/index.ts";
import { isKeptByGit, realPath } from "../machine/index.ts";

/** More files than this are not looked at one by one; those written in this session always are. */
const MAX_ENTRIES = 20_000;
const MAX_CONTENT_BYTES = 1 << 20;
/** Directories that are rebuilt, by the thousand: looked through after all others, within the same bound again. */
const REBUILT = new Set(["node_modules", ".venv", "target"]);
/** Looked through last, within the same bound once more: what git itself keeps there changes with every look at it. */
const OF_GIT = ".git";

/** Everything below the directory, by name, size and times; of repositories in it also what is staged. */
export function stampTree(root: string, world: World): readonly string[] {
  const later: string[] = [];
  const git: string[] = [];
  const tops: string[] = [];
  const isGit = (dir: string, name: string): boolean => name === OF_GIT && git.push(dir) > 0;
  const isLater = (dir: string, name: string): boolean => REBUILT.has(name) && later.push(dir) > 0;
  const first = walk(
    [root],
    { onGit: (top) => tops.push(top), putOff: (dir, name) => isGit(dir, name) || isLater(dir, name) },
    world,
  );
  const rebuilt = walk(later, { putOff: isGit }, world);
  const own = walk(git, { ofGit: true, putOff: () => false }, world);
  return [...first, ...rebuilt, ...own, ...tops.slice(0, MAX_REPOSITORIES).flatMap((top) => stampIndex(top, world))];
}

/** Of one tree: each index is read. */
const MAX_REPOSITORIES = 32;

/** What is staged in the repository of a directory; where that cannot be read, the index as a file. */
function stampIndex(dir: string, world: World): readonly string[] {
  const repo = findRepo(dir, world);
  if (repo === undefined) return [];
  const file = `${repo.gitDir}/index`;
  return [`${file}\0${indexStamp(repo, world) ?? stampFile(file, world)}`];
}

interface Walk {
  /** Whether a directory is not for this walk. */
  readonly putOff: (dir: string, name: string) => boolean;
  /** Told of each directory in which a repository begins. */
  readonly onGit?: (top: string) => void;
  /** Directories of git come and go with what it keeps: of them, only what somebody else laid there counts. */
  readonly ofGit?: true;
}

function walk(roots: readonly string[], bounds: Walk, world: World): readonly string[] {
  const seen: string[] = [];
  const todo = [...roots];
  let entered = 0;
  for (
    let dir = todo.pop();
    dir !== undefined && seen.length < MAX_ENTRIES && entered++ < MAX_ENTRIES;
    dir = todo.pop()
  )
    todo.push(...lookInto(dir, seen, bounds, world));
  return seen;
}

/** The directories in it that are to be looked through. */
function lookInto(dir: string, seen: string[], bounds: Walk, world: World): readonly string[] {
  const next: string[] = [];
  for (const name of [...(world.readDir(dir) ?? [])].sort()) {
    const path = `${dir === "/" ? "" : dir}/${name}`;
    if (name === OF_GIT) bounds.onGit?.(dir);
    if (bounds.ofGit === true && isKeptByGit(path)) continue;
    const found = world.lstat(path);
    seen.push(...stampSeen(path, found, bounds, world));
    if (found.kind === "directory" && !bounds.putOff(path, name)) next.push(path);
  }
  return next;
}

/** Of git's own directory the times say only that somebody looked, and of those in it nothing is said. */
function stampSeen(path: string, found: PathInfo, { ofGit }: Walk, world: World): readonly string[] {
  if (found.kind !== "directory") return [stampEntry(path, found, world)];
  if (ofGit === true) return [];
  return [path.endsWith(`/${OF_GIT}`) ? `${path}\0directory` : stampEntry(path, found, world)];
}

function stampEntry(path: string, { kind, size, mtimeMs, ctimeMs, inode }: PathInfo, world: World): string {
  const leads = kind === "link" ? [world.readLink(path) ?? "", stampTimes(path, world)] : [];
  return [path, kind, size, mtimeMs, ctimeMs ?? "", inode ?? "", ...leads, ...untold(path, ...leads)].join("\0");
}

/** Stands in a listed name for bytes that are no text: by that name nothing is found, and nobody can say what it holds. */
const GARBLED = "\ufffd";
const UNTOLD = "cannot be told";

/** Another each time, so that no approval for it holds. */
const untold = (...places: readonly string[]): readonly string[] =>
  places.some((place) => place.includes(GARBLED)) ? [`${UNTOLD} ${ticks()}`] : [];

/** Whether what was stamped cannot be bound to. */
export const isUntold = (stamp: string): boolean => stamp.includes(`\0${UNTOLD} `);

/** Of what the path leads to. */
function stampTimes(path: string, world: World): string {
  const { kind, size, mtimeMs, ctimeMs, inode } = world.stat(path);
  return kind === "directory" ? kind : [kind, size, mtimeMs, ctimeMs ?? "", inode ?? ""].join("\0");
}

/** One file a call names: where it leads, its times, and its contents where they are short; also that it is not there. */
export function stampFile(path: string, world: World): string {
  const bytes = world.stat(path).kind === "file" ? world.readFile(path, MAX_CONTENT_BYTES) : undefined;
  const contents = bytes === undefined ? "" : sha256(bytes);
  const real = realPath(path, world).path;
  return [path, real, stampTimes(path, world), contents, ...untold(path, real)].join("\0");
}
