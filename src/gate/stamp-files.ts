/** Files as they stand, in one hash: which they are, how long, when touched. A rewrite can set its mtime back, not its ctime. */
import { ticks } from "../contract/clock.ts";
import { sha256 } from "../contract/key.ts";
import type { World } from "../contract/world.ts";
import { findRepo, indexStamp } from "../machine/git/index.ts";
import { isKeptByGit, realPath } from "../machine/index.ts";

/** More files than this are not looked at one by one; those written in this session always are. */
const MAX_ENTRIES = 20_000;
const MAX_CONTENT_BYTES = 1 << 20;
/** Directories that are rebuilt, by the thousand: looked through after all others, within the same bound again. */
const REBUILT = new Set(["node_modules", ".venv", "target"]);
/** Looked through last, within the same bound once more: what git itself keeps there changes with every look at it. */
const OF_GIT = ".git";

export interface TreeBounds {
  /** As many entries, and as many again of what is rebuilt. */
  readonly most?: number;
  /** How far down; absent: to the end. */
  readonly levels?: number;
  /** Whether an entry is passed over. */
  readonly passes?: (path: string, level: number) => boolean;
  /** Told of each link that is met. */
  readonly onLink?: (path: string) => void;
}

/** Everything below the directory, by name, size and times; of repositories in it also what is staged. */
export function stampTree(root: string, world: World, bounds: TreeBounds = {}): readonly string[] {
  const later: Place[] = [];
  const git: Place[] = [];
  const tops: string[] = [];
  const isGit = (place: Place, name: string): boolean => name === OF_GIT && git.push(place) > 0;
  const isLater = (place: Place, name: string): boolean => REBUILT.has(name) && later.push(place) > 0;
  const first = walk(
    [{ dir: root, level: 1 }],
    {
      ...bounds,
      onGit: (top) => tops.push(top),
      putOff: (place, name) => isGit(place, name) || isLater(place, name),
    },
    world,
  );
  const rebuilt = walk(later, { ...bounds, putOff: isGit }, world);
  const own = walk(git, { ...bounds, ...pastGitsOwn(bounds), putOff: () => false }, world);
  return [...first, ...rebuilt, ...own, ...tops.slice(0, MAX_REPOSITORIES).flatMap((top) => stampIndex(top, world))];
}

/** Of one tree: each index is read. */
const MAX_REPOSITORIES = 32;

/** What is staged in the repository of a directory; where that cannot be read, the index as a file. */
export function stampIndex(dir: string, world: World): readonly string[] {
  const repo = findRepo(dir, world);
  if (repo === undefined) return [];
  const file = `${repo.gitDir}/index`;
  return [`${file}\0${indexStamp(repo, world) ?? stampFile(file, world)}`];
}

/** Directories of git come and go with what it keeps: of them, only what somebody else laid there counts. */
const pastGitsOwn = ({ passes }: TreeBounds): Pick<Walk, "passes" | "unmarked"> => ({
  passes: (path, level) => isKeptByGit(path) || passes?.(path, level) === true,
  unmarked: true,
});

interface Place {
  readonly dir: string;
  readonly level: number;
}

interface Walk extends TreeBounds {
  /** Whether a directory is not for this walk. */
  readonly putOff: (place: Place, name: string) => boolean;
  /** Told of each directory in which a repository begins. */
  readonly onGit?: (top: string) => void;
  /** Directories count by what is in them alone. */
  readonly unmarked?: true;
}

function walk(roots: readonly Place[], bounds: Walk, world: World): readonly string[] {
  const { most = MAX_ENTRIES, levels = Number.POSITIVE_INFINITY, putOff, onLink } = bounds;
  const seen: string[] = [];
  const todo = [...roots];
  let entered = 0;
  for (let next = todo.pop(); next !== undefined && seen.length < most && entered++ < most; next = todo.pop())
    for (const { path, name, kind } of entriesOf(next, bounds, world)) {
      const place = { dir: path, level: next.level + 1 };
      if (kind !== "directory" || bounds.unmarked !== true) seen.push(stampSeen(path, bounds, world));
      if (kind === "link") onLink?.(path);
      tellGit(name, next, bounds);
      if (kind === "directory" && place.level <= levels && !putOff(place, name)) todo.push(place);
    }
  return seen;
}

const tellGit = (name: string, { dir }: Place, { onGit }: Walk): void => {
  if (name === OF_GIT) onGit?.(dir);
};

/** Where something is passed over, the times of a directory say only that somebody was there. */
const stampSeen = (path: string, { passes }: TreeBounds, world: World): string =>
  (passes !== undefined || path.endsWith(`/${OF_GIT}`)) && world.lstat(path).kind === "directory"
    ? `${path}\0directory`
    : stampEntry(path, world);

const entriesOf = ({ dir, level }: Place, { passes = () => false }: TreeBounds, world: World) =>
  [...(world.readDir(dir) ?? [])]
    .sort()
    .map((name) => ({ name, path: `${dir === "/" ? "" : dir}/${name}` }))
    .filter(({ path }) => !passes(path, level))
    .map((entry) => ({ ...entry, kind: world.lstat(entry.path).kind }));

function stampEntry(path: string, world: World): string {
  const { kind, size, mtimeMs, ctimeMs, inode } = world.lstat(path);
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
