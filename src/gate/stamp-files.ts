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

/** Everything below the directory, by name, size and times. `most`: as many entries, and as many again of what is rebuilt. */
export function stampTree(root: string, world: World, most = MAX_ENTRIES): readonly string[] {
  const later: string[] = [];
  const first = walk([root], { most, putOff: (path, name) => REBUILT.has(name) && later.push(path) > 0 }, world);
  return [...first, ...walk(later, { most, putOff: () => false }, world)];
}

interface Walk {
  readonly most: number;
  /** Whether a directory is not for this walk. */
  readonly putOff: (path: string, name: string) => boolean;
}

function walk(roots: readonly string[], { most, putOff }: Walk, world: World): readonly string[] {
  const seen: string[] = [];
  const todo = [...roots];
  const isEntered = (path: string, name: string): boolean =>
    name !== NOT_ENTERED && world.lstat(path).kind === "directory" && !putOff(path, name);
  for (let dir = todo.pop(); dir !== undefined && seen.length < most; dir = todo.pop()) {
    for (const name of [...(world.readDir(dir) ?? [])].sort()) {
      const path = `${dir === "/" ? "" : dir}/${name}`;
      seen.push(stampEntry(path, world));
      if (isEntered(path, name)) todo.push(path);
    }
  }
  return seen;
}

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
