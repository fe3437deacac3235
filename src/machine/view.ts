/**
 * One look at each place: a `World` that keeps every answer, also that something is absent or cannot be read. Made for
 * one decision and dropped with it: nothing is carried over to the next. Links are followed here, not by the system:
 * what lies behind a link that leads elsewhere for every process is unreadable, never what the gate itself would find.
 */

import { ticks } from "../contract/clock.ts";
import { keptWith } from "../contract/kept.ts";
import type { PathInfo, World } from "../contract/world.ts";
import { MAX_PATH, realPath } from "./resolve.ts";

/** Contents beyond this are read anew each time they are asked for. */
const MAX_KEPT_BYTES = 32 << 20;

const VIEW = Symbol("view");
const NO_PLACE: PathInfo = { kind: "unreadable", size: 0, mtimeMs: 0, links: 1, executable: false };

/** In bytes, of Linux; elsewhere it is less. */
const PATH_MAX = 4_096;

export function viewOnce(world: World): World & { readonly [VIEW]: true } {
  const absent = new Map<string, PathInfo>();
  const readLink = lookOnce((path: string) => world.readLink(path));
  // No system opens a longer one, and each of its parts would be looked at.
  const isTooLong = (path: string): boolean => path.length > (world.platform === "win32" ? MAX_PATH : PATH_MAX);
  const lstat = lookOnce((path: string): PathInfo => {
    if (isTooLong(path)) return NO_PLACE;
    // Below what is not there, nothing is. The empty path is no place, and nothing is below it.
    const end = path.lastIndexOf("/");
    const parent = path.slice(0, Math.max(end, 0));
    const gone = end > 0 ? absent.get(parent) : undefined;
    if (gone === undefined && end > 0 && !isDirect(parent) && follow(parent) === undefined) return NO_PLACE;
    const found = gone ?? world.lstat(path);
    if (found.kind === "absent") absent.set(path, found);
    return found;
  });
  const isDirect = lookOnce((path: string): boolean => {
    const end = path.lastIndexOf("/");
    const name = path.slice(end + 1);
    if (isTooLong(path) || end < 0 || name === "" || name === "." || name === "..") return false;
    // Links of these may lead elsewhere for every process.
    if (end === 0 ? name === "proc" || name === "dev" : !isDirect(path.slice(0, end))) return false;
    const { kind } = lstat(path);
    return kind !== "link" && kind !== "unreadable";
  });
  /** Where a path leads; undefined where no place in particular. */
  const follow = lookOnce((path: string): string | undefined => {
    if (isTooLong(path)) return undefined;
    if (isDirect(path)) return path;
    const real = realPath(path, { lstat, readLink });
    return real.problem === "process" || real.problem === "long" ? undefined : real.path;
  });
  return {
    [VIEW]: true,
    platform: world.platform,
    home: world.home,
    path: world.path,
    ...(world.variables === undefined ? {} : { variables: world.variables }),
    lstat,
    isDirect,
    stat: lookOnce((path) => {
      const found = lstat(path);
      if (found.kind !== "link") return found;
      return follow(path) === undefined ? NO_PLACE : world.stat(path);
    }),
    readLink,
    readFile: keepContents((path, limit) =>
      absent.has(path) || follow(path) === undefined ? undefined : world.readFile(path, limit),
    ),
    readDir: lookOnce((path) => (follow(path) === undefined ? undefined : world.readDir(path))),
    ...readRangeOf(world, follow),
    ...listDirOf(world, follow),
    ...(world.linkedFiles === undefined ? {} : { linkedFiles: world.linkedFiles }),
  };
}

/** So long an answer holds: many calls come in one moment. */
const MOMENT_MS = 10;

/**
 * For a process that judges many calls at once: each place is looked at once for all calls that came in at the same moment, a turn of
 * the event loop and no longer than a view keeps its answers anyway. Who was answered and then asks again does so in a later turn.
 */
export function sharedLooks(world: World): World {
  let moment: { readonly since: number; readonly kept: World } | undefined;
  const forget = (): void => {
    moment = undefined;
  };
  const now = (): World => {
    const at = ticks();
    if (moment === undefined) setImmediate(forget);
    if (moment === undefined || at - moment.since >= MOMENT_MS) moment = { since: at, kept: keepAnswers(world) };
    return moment.kept;
  };
  return {
    ...world,
    moment: now,
    lstat: (path) => now().lstat(path),
    stat: (path) => now().stat(path),
    readLink: (path) => now().readLink(path),
    readFile: (path, limit) => now().readFile(path, limit),
    readDir: (path) => now().readDir(path),
    ...(world.listDir === undefined ? {} : { listDir: (path: string) => now().listDir?.(path) }),
  };
}

function keepAnswers(world: World): World {
  const list = world.listDir?.bind(world);
  return {
    ...world,
    lstat: lookOnce((path) => world.lstat(path)),
    stat: lookOnce((path) => world.stat(path)),
    readLink: lookOnce((path) => world.readLink(path)),
    readFile: keepContents((path, limit) => world.readFile(path, limit)),
    readDir: lookOnce((path) => world.readDir(path)),
    ...(list === undefined ? {} : { listDir: lookOnce(list) }),
  };
}

function listDirOf(world: World, follow: (path: string) => string | undefined): Pick<World, "listDir"> {
  const list = world.listDir?.bind(world);
  if (list === undefined) return {};
  return { listDir: lookOnce((path) => (follow(path) === undefined ? undefined : list(path))) };
}

function readRangeOf(world: World, follow: (path: string) => string | undefined): Pick<World, "readRange"> {
  const read = world.readRange?.bind(world);
  if (read === undefined) return {};
  return {
    readRange: (path, offset, length) => (follow(path) === undefined ? undefined : read(path, offset, length)),
  };
}

/** Computes once for each place of a view; for any other world, each time. */
export function perView<T>(compute: (place: string, world: World) => T): (place: string, world: World) => T {
  const views = keptWith<World, (place: string) => T>();
  return (place, world) => {
    if (!(VIEW in world)) return compute(place, world);
    const kept = views.get(world) ?? lookOnce((one: string) => compute(one, world));
    views.set(world, kept);
    return kept(place);
  };
}

/** Keeps every answer. Most calls touch no path: nothing is made before the first look. */
export function lookOnce<K, T>(look: (place: K) => T): (place: K) => T {
  let known: Map<K, { readonly found: T }> | undefined;
  return (place) => {
    known ??= new Map();
    const before = known.get(place);
    if (before !== undefined) return before.found;
    const found = look(place);
    known.set(place, { found });
    return found;
  };
}

/** A file that was longer than one limit may fit another. */
function keepContents(read: World["readFile"]): World["readFile"] {
  let known: Map<string, { readonly limit: number; readonly bytes: Uint8Array | undefined }> | undefined;
  let total = 0;
  return (path, limit) => {
    known ??= new Map();
    const before = known.get(path);
    if (before?.bytes !== undefined) return before.bytes.length <= limit ? before.bytes : undefined;
    if (before !== undefined && limit <= before.limit) return undefined;
    const bytes = read(path, limit);
    total += bytes?.length ?? 0;
    if (total <= MAX_KEPT_BYTES) known.set(path, { limit, bytes });
    return bytes;
  };
}
