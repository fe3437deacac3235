/** Files as they stand, in one hash: which they are, how long, when touched. A rewrite can set its mtime back, not its ctime. */
import { sha256 } from "../contract/key.ts";
import type { World } from "../contract/world.ts";
import { realPath } from "../machine/index.ts";

/** More files than this are not looked at one by one; those written in this session always are. */
const MAX_ENTRIES = 20_000;
const MAX_CONTENT_BYTES = 1 << 20;
/** Directories that are rebuilt, by the thousand: looked through after all others, within the same bound again. */
const REBUILT = new Set(["node_modules", ".venv", "target"]);
/** What git keeps changes with every look at it; what counts of it is bound by name. */
const NOT_ENTERED = ".git";

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

/** Everything below the directory, by name, size and times. */
export function stampTree(root: string, world: World, bounds: TreeBounds = {}): readonly string[] {
  const later: string[] = [];
  const first = walk([root], { ...bounds, putOff: (path, name) => REBUILT.has(name) && later.push(path) > 0 }, world);
  return [...first, ...walk(later, { ...bounds, putOff: () => false }, world)];
}

interface Walk extends TreeBounds {
  /** Whether a directory is not for this walk. */
  readonly putOff: (path: string, name: string) => boolean;
}

function walk(roots: readonly string[], bounds: Walk, world: World): readonly string[] {
  const { most = MAX_ENTRIES, levels = Number.POSITIVE_INFINITY, putOff, onLink } = bounds;
  const seen: string[] = [];
  const todo = roots.map((dir) => ({ dir, level: 1 }));
  for (let next = todo.pop(); next !== undefined && seen.length < most; next = todo.pop())
    for (const { path, name, kind } of entriesOf(next, bounds, world)) {
      const level = next.level + 1;
      seen.push(stampSeen(path, bounds, world));
      if (kind === "link") onLink?.(path);
      const isEntered = kind === "directory" && level <= levels && name !== NOT_ENTERED;
      if (isEntered && !putOff(path, name)) todo.push({ dir: path, level });
    }
  return seen;
}

/** Where something is passed over, the times of a directory say only that somebody was there. */
const stampSeen = (path: string, { passes }: TreeBounds, world: World): string =>
  passes !== undefined && world.lstat(path).kind === "directory" ? `${path}\0directory` : stampEntry(path, world);

const entriesOf = (
  { dir, level }: { readonly dir: string; readonly level: number },
  { passes = () => false }: TreeBounds,
  world: World,
) =>
  [...(world.readDir(dir) ?? [])]
    .sort()
    .map((name) => ({ name, path: `${dir === "/" ? "" : dir}/${name}` }))
    .filter(({ path }) => !passes(path, level))
    .map((entry) => ({ ...entry, kind: world.lstat(entry.path).kind }));

function stampEntry(path: string, world: World): string {
  const { kind, size, mtimeMs, ctimeMs, inode } = world.lstat(path);
  const leads = kind === "link" ? [world.readLink(path) ?? "", stampTimes(path, world)] : [];
  return [path, kind, size, mtimeMs, ctimeMs ?? "", inode ?? "", ...leads].join("\0");
}

/** Of what the path leads to. */
function stampTimes(path: string, world: World): string {
  const { kind, size, mtimeMs, ctimeMs, inode } = world.stat(path);
  return kind === "directory" ? kind : [kind, size, mtimeMs, ctimeMs ?? "", inode ?? ""].join("\0");
}

/** One file a call names: where it leads, its times, and its contents where they are short; also that it is not there. */
export function stampFile(path: string, world: World): string {
  const bytes = world.stat(path).kind === "file" ? world.readFile(path, MAX_CONTENT_BYTES) : undefined;
  const contents = bytes === undefined ? "" : sha256(bytes);
  return [path, realPath(path, world).path, stampTimes(path, world), contents].join("\0");
}

/** A file by what it says alone: its times count only where it is too long to be read. */
export function stampContents(path: string, world: World): string {
  const bytes = world.stat(path).kind === "file" ? world.readFile(path, MAX_CONTENT_BYTES) : undefined;
  return [path, realPath(path, world).path, bytes === undefined ? stampTimes(path, world) : sha256(bytes)].join("\0");
}
