/**
 * One look at each place: a `World` that keeps every answer, also that something is absent or cannot be read. Made for
 * one decision and dropped with it: nothing is carried over to the next.
 */
import type { PathInfo, World } from "../contract/world.ts";

/** Contents beyond this are read anew each time they are asked for. */
const MAX_KEPT_BYTES = 32 << 20;

const VIEWS = new WeakSet<World>();

export function viewOnce(world: World): World {
  const links = new Map<string, Kept<PathInfo>>();
  const lstat = keep(links, (path) => absentAbove(path, links) ?? world.lstat(path));
  const view: World = {
    platform: world.platform,
    home: world.home,
    path: world.path,
    lstat,
    stat: keep(new Map(), (path) => {
      const found = lstat(path);
      return found.kind === "link" ? world.stat(path) : found;
    }),
    readLink: keep(new Map(), (path) => world.readLink(path)),
    readFile: keepContents((path, limit) =>
      links.get(path)?.found.kind === "absent" ? undefined : world.readFile(path, limit),
    ),
    readDir: keep(new Map(), (path) => world.readDir(path)),
    ...(world.readRange === undefined ? {} : { readRange: world.readRange.bind(world) }),
  };
  VIEWS.add(view);
  return view;
}

/** Computes once for each place of a view; for any other world, each time. */
export function perView<T>(compute: (place: string, world: World) => T): (place: string, world: World) => T {
  const views = new WeakMap<World, (place: string) => T>();
  return (place, world) => {
    if (!VIEWS.has(world)) return compute(place, world);
    const kept = views.get(world) ?? keep(new Map(), (one) => compute(one, world));
    views.set(world, kept);
    return kept(place);
  };
}

interface Kept<T> {
  readonly found: T;
}

function keep<T>(known: Map<string, Kept<T>>, look: (path: string) => T): (path: string) => T {
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before.found;
    const found = look(path);
    known.set(path, { found });
    return found;
  };
}

/** Below what is not there, nothing is. The empty path is no place, and nothing is below it. */
function absentAbove(path: string, known: ReadonlyMap<string, Kept<PathInfo>>): PathInfo | undefined {
  const end = path.lastIndexOf("/");
  const above = end > 0 ? known.get(path.slice(0, end))?.found : undefined;
  return above?.kind === "absent" ? above : undefined;
}

/** A file that was longer than one limit may fit another. */
function keepContents(read: World["readFile"]): World["readFile"] {
  const known = new Map<string, { readonly limit: number; readonly bytes: Uint8Array | undefined }>();
  let total = 0;
  return (path, limit) => {
    const before = known.get(path);
    if (before?.bytes !== undefined) return before.bytes.length <= limit ? before.bytes : undefined;
    if (before !== undefined && limit <= before.limit) return undefined;
    const bytes = read(path, limit);
    total += bytes?.length ?? 0;
    if (total <= MAX_KEPT_BYTES) known.set(path, { limit, bytes });
    return bytes;
  };
}
