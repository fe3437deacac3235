/**
 * One look at each place: a `World` that keeps every answer, also that something is absent or cannot be read. Made for
 * one decision and dropped with it: nothing is carried over to the next.
 */
import type { PathInfo, World } from "../contract/world.ts";

/** Contents beyond this are read anew each time they are asked for. */
const MAX_KEPT_BYTES = 32 << 20;

const VIEW = Symbol("view");

export function viewOnce(world: World): World & { readonly [VIEW]: true } {
  const absent = new Map<string, PathInfo>();
  const lstat = lookOnce((path: string): PathInfo => {
    // Below what is not there, nothing is. The empty path is no place, and nothing is below it.
    const end = path.lastIndexOf("/");
    const found = (end > 0 ? absent.get(path.slice(0, end)) : undefined) ?? world.lstat(path);
    if (found.kind === "absent") absent.set(path, found);
    return found;
  });
  return {
    [VIEW]: true,
    platform: world.platform,
    home: world.home,
    path: world.path,
    lstat,
    stat: lookOnce((path) => {
      const found = lstat(path);
      return found.kind === "link" ? world.stat(path) : found;
    }),
    readLink: lookOnce((path) => world.readLink(path)),
    readFile: keepContents((path, limit) => (absent.has(path) ? undefined : world.readFile(path, limit))),
    readDir: lookOnce((path) => world.readDir(path)),
    ...(world.readRange === undefined ? {} : { readRange: world.readRange.bind(world) }),
  };
}

/** Computes once for each place of a view; for any other world, each time. */
export function perView<T>(compute: (place: string, world: World) => T): (place: string, world: World) => T {
  const views = new WeakMap<World, (place: string) => T>();
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
