/** A work tree as its index knows it: which files git could bring back as they are, and which it ignores. Runs nothing. */
import { once } from "../../contract/once.ts";
import type { World } from "../../contract/world.ts";
import { type IndexEntry, MODE_GITLINK, MODE_LINK, readIndex } from "./gitindex.ts";
import { baseFiles, baseLevels, type IgnoreLevel, isIgnored, levelIn } from "./ignore.ts";
import { sha1Of } from "./objects.ts";
import { discoverRepo } from "./repo.ts";

/** The index was written within this of a file's change: equal times prove nothing. */
const RACY_MS = 10;
/** Between the nanoseconds of the index and the milliseconds of a look. */
const ROUNDING_MS = 0.002;

/** What a look at a file says, where it is one. */
export interface TrackedFile {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly mode: number;
}

export interface WorkTree {
  /** Absolute and resolved. */
  readonly root: string;
  /** "same": as git last saw it. "differs": surely not. "read": only its content tells, by `holds`. */
  readonly compare: (path: string, file: TrackedFile) => "same" | "differs" | "read" | "untracked";
  /** The index has exactly this content for the path. Where git converts, a file may differ though git calls it clean. */
  readonly holds: (path: string, content: Uint8Array) => boolean;
  readonly ignores: (path: string, directory: boolean) => boolean;
  /** The files that could say so of a path, whether they are there or not. */
  readonly ignoreFiles: (path: string) => readonly string[];
  /** The index names it, with whatever content, or with none. */
  readonly names: (path: string) => boolean;
  /** Something in this directory is in the index. */
  readonly tracksBelow: (path: string) => boolean;
}

/** The work tree `dir` lies in; undefined when there is none whose index can be read: then nothing is tracked. */
export function openWorkTree(dir: string, world: World): WorkTree | undefined {
  const discovery = discoverRepo(dir, world);
  if (discovery.found !== "repo" || discovery.repo.workTree === null) return undefined;
  const { repo } = discovery;
  const root = discovery.repo.workTree;
  const index = readIndex(repo, world);
  if (!index.ok) return undefined;
  const indexAt = world.stat(`${repo.gitDir}/index`).mtimeMs;
  const entries = new Map<string, IndexEntry>();
  const known = new Set(index.value.entries.map(({ path }) => path));
  for (const entry of index.value.entries) {
    // Unresolved, without content, or another repository's: git has no one content for it.
    if (entry.stage === 0 && !entry.intentToAdd && entry.mode !== MODE_GITLINK) entries.set(entry.path, entry);
  }
  const directories = once(() => directoriesOf(entries.keys()));
  const forAll = once(() => baseFiles(repo, world));
  const relative = (path: string): string => path.slice(root === "/" ? 1 : root.length + 1);
  return {
    root,
    compare: (path, file) => {
      const entry = entries.get(relative(path));
      return entry === undefined ? "untracked" : compareLook(entry, file, indexAt);
    },
    holds: (path, content) => entries.get(relative(path))?.oid === sha1Of("blob", content),
    ignores: ignoring(root, () => baseLevels(repo, world), world),
    ignoreFiles: (path) => [...forAll(), ...ancestorsOf(root, relative(path)).map((dir) => `${dir}/.gitignore`)],
    names: (path) => known.has(relative(path)),
    tracksBelow: (path) => directories().has(relative(path)),
  };
}

/** The directories on the way to a path from the top, the top among them. */
const ancestorsOf = (root: string, path: string): readonly string[] =>
  path.split("/").map((_, i, names) => [root === "/" ? "" : root, ...names.slice(0, i)].join("/"));

function directoriesOf(paths: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const dir = path.slice(0, end);
      if (found.has(dir)) break;
      found.add(dir);
    }
  }
  return found;
}

function compareLook(entry: IndexEntry, file: TrackedFile, indexAt: number): "same" | "differs" | "read" {
  const link = (file.mode & 0o170000) === MODE_LINK;
  if (link !== (entry.mode === MODE_LINK)) return "differs";
  if (!link && ((file.mode & 0o100) !== 0) !== ((entry.mode & 0o100) !== 0)) return "differs";
  const sized = file.size % 0x1_0000_0000 === entry.size;
  // Git writes 0 where it wants the content to be looked at.
  if (!sized && entry.size !== 0) return "differs";
  const asSeen =
    sized &&
    Math.abs(file.mtimeMs - entry.mtimeMs) < ROUNDING_MS &&
    Math.abs(file.ctimeMs - entry.ctimeMs) < ROUNDING_MS;
  return asSeen && !entry.special && entry.mtimeMs < indexAt - RACY_MS ? "same" : "read";
}

/** Of a path and everything it lies in the first that a rule names decides. Each directory's rules are read once. */
function ignoring(root: string, base: () => readonly IgnoreLevel[], world: World): WorkTree["ignores"] {
  const known = new Map<string, readonly IgnoreLevel[] | "ignored">();
  /** The rules that hold in a directory. */
  const levelsIn = (dir: string): readonly IgnoreLevel[] | "ignored" => {
    const before = known.get(dir);
    if (before !== undefined) return before;
    const above = dir === "" ? base() : levelsIn(dir.slice(0, Math.max(dir.lastIndexOf("/"), 0)));
    const here =
      above === "ignored" || (dir !== "" && isIgnored(above, dir, true))
        ? "ignored"
        : [...above, ...levelIn(root, dir, world)];
    known.set(dir, here);
    return here;
  };
  return (path, directory) => {
    const below = path.slice(root === "/" ? 1 : root.length + 1);
    const levels = levelsIn(below.slice(0, Math.max(below.lastIndexOf("/"), 0)));
    return levels === "ignored" || isIgnored(levels, below, directory);
  };
}
