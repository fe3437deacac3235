/** A work tree as its index knows it: which files git could bring back as they are, and which it ignores. Runs nothing. */
import { createHash } from "node:crypto";
import { dirname } from "node:path/posix";
import { once } from "../../contract/kept.ts";
import type { World } from "../../contract/world.ts";
import { type IgnoreFile, isIgnored, readIndex, readLevel, type TrackedEntry } from "../../core/git/index.ts";
import { realPath } from "../resolve.ts";
import { converting } from "./attributes.ts";
import { findRepo, type Repo } from "./repo.ts";
import { lastValue, pathValue, settingsOf } from "./settings.ts";

/** The index was written within this of a file's change: equal times prove nothing. */
const RACY_MS = 10;
/** Between the nanoseconds of the index and the milliseconds of a look. */
const ROUNDING_MS = 0.002;
const MODE_LINK = 0o120000;
const MODE_GITLINK = 0o160000;

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
  readonly repo: Repo;
  readonly entries: readonly TrackedEntry[];
  /** "same": as git last saw it. "differs": surely not. "read": only its content tells, by `holds`. */
  readonly compare: (path: string, file: TrackedFile) => "same" | "differs" | "read" | "untracked";
  /** The index has exactly this content for the path. Where git converts, a file may differ though git calls it clean. */
  readonly holds: (path: string, content: Uint8Array) => boolean;
  /** Git keeps other bytes of it than it has: only `holds` tells whether they are the same. */
  readonly converts: (path: string) => boolean;
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
  const repo = findRepo(dir, world);
  const entries = repo === undefined || repo.workTree === null ? undefined : readIndex(repo, world);
  const root = repo?.workTree ?? null;
  if (repo === undefined || entries === undefined || root === null) return undefined;
  const indexAt = world.stat(`${repo.gitDir}/index`).mtimeMs;
  const known = new Map(entries.map((entry) => [entry.path, entry]));
  const entryAt = (path: string): TrackedEntry | undefined => {
    const entry = known.get(path.slice(root === "/" ? 1 : root.length + 1));
    // Unresolved, without content, or another repository's: git has no one content for it.
    return entry === undefined || entry.special || entry.mode === MODE_GITLINK ? undefined : entry;
  };
  const directories = once(() => directoriesOf(known.keys()));
  const relative = (path: string): string => path.slice(root === "/" ? 1 : root.length + 1);
  const base = once(() => baseFiles(repo, world));
  const converts = once(() => converting(root, repo, world));
  return {
    ...{ root, repo, entries },
    compare: (path, file) => {
      const entry = entryAt(path);
      return entry === undefined ? "untracked" : compareLook(entry, file, indexAt);
    },
    holds: (path, content) =>
      entryAt(path)?.oid === createHash(repo.hash).update(`blob ${content.length}\0`).update(content).digest("hex"),
    converts: (path) => converts()(path),
    ignores: ignoring(root, base, world),
    ignoreFiles: (path) => [...base(), ...directoriesAbove(root, path).map((one) => `${one}/.gitignore`)],
    names: (path) => known.has(relative(path)),
    tracksBelow: (path) => directories().has(relative(path)),
  };
}

/** Rules for the whole repository, weakest first. */
function baseFiles(repo: Repo, world: World): readonly string[] {
  const named = lastValue(settingsOf(repo, world), "core.excludesfile");
  const excludes = named == null ? `${world.home}/.config/git/ignore` : pathValue(named, repo.workTree ?? "", world);
  return [...(excludes === undefined ? [] : [realPath(excludes, world).path]), `${repo.commonDir}/info/exclude`];
}

/** The directories on the way to a path from the top, the top among them. */
function directoriesAbove(root: string, path: string): readonly string[] {
  const found: string[] = [];
  for (let dir = dirname(path); dir.length > root.length && dir !== "/"; dir = dirname(dir)) found.unshift(dir);
  return [root === "/" ? "" : root, ...found];
}

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

function compareLook(entry: TrackedEntry, file: TrackedFile, indexAt: number): "same" | "differs" | "read" {
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
  return asSeen && entry.mtimeMs < indexAt - RACY_MS ? "same" : "read";
}

type Levels = readonly IgnoreFile[] | "ignored";

/** Of a path and everything it lies in the first that a rule names decides. Each directory's rules are read once. */
function ignoring(root: string, base: () => readonly string[], world: World): WorkTree["ignores"] {
  const top = root === "/" ? "" : root;
  const read = (file: string, dir: string): readonly IgnoreFile[] => {
    const level = readLevel(file, dir, world, "classes");
    return level === undefined || level.rules.length === 0 ? [] : [level];
  };
  const known = new Map<string, Levels>();
  /** The rules that hold in a directory. */
  const levelsIn = (dir: string): Levels => {
    const before = known.get(dir);
    if (before !== undefined) return before;
    const above: Levels =
      dir === top ? base().flatMap((file) => read(file, top)) : levelsIn(dirname(dir).replace(/^\/$/, ""));
    const here: Levels =
      above === "ignored" || (dir !== top && isIgnored(above, dir, true))
        ? "ignored"
        : [...above, ...read(`${dir}/.gitignore`, dir)];
    known.set(dir, here);
    return here;
  };
  return (path, directory) => {
    const levels = levelsIn(dirname(path).replace(/^\/$/, ""));
    return levels === "ignored" || isIgnored(levels, path, directory);
  };
}
