/** Mounts put in order, and what shows through them. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { isInside, realPath } from "../../machine/index.ts";
import type { HiddenPlace } from "./hidden.ts";
import type { Mount } from "./mount.ts";
import { bindLines, escapeMount, type HostMount, hostLines } from "./mounts-on-host.ts";
import type { ExpectedMounts, WallsRequest } from "./types.ts";

/** One mount a place, the last that was named; shallow places first, so that nothing is covered by what it lies in. */
export function arrange(mounts: readonly Mount[]): readonly Mount[] {
  const byPlace = new Map<string, Mount>();
  for (const mount of mounts) {
    byPlace.delete(mount.place);
    byPlace.set(mount.place, mount);
  }
  return [...byPlace.values()].sort((a, b) => depthOf(a.place) - depthOf(b.place));
}

const depthOf = (path: string): number => (path === "/" ? 0 : path.split("/").length - 1);

/** Without what lies in a closed place, unless a root of the call's own lies there. */
export function dropHidden(
  mounts: readonly Mount[],
  hidden: readonly HiddenPlace[],
  at: WallsRequest,
): readonly Mount[] {
  const closed = hidden.filter(({ open }) => !open);
  return mounts.filter(({ place }) =>
    closed
      .filter(({ path }) => isInside(place, path))
      .every(({ path }) => isInside(at.sessionTmp, path) && isInside(place, at.sessionTmp)),
  );
}

/** The hides that change anything, also where a hidden place shows under a second name. */
export function hideMounts(
  hidden: readonly HiddenPlace[],
  shown: readonly Mount[],
  emptyFile: string,
): readonly Mount[] {
  const layers = arrange(shown);
  return hidden.flatMap(({ path, kind }) =>
    namesInside(path, layers).map((place): Mount => {
      if (kind === "file") return { kind: "hideFile", place, from: emptyFile };
      // Nobody could pass a directory without permissions on the way to what is mounted below it.
      return shown.some((mount) => mount.place !== place && isInside(mount.place, place))
        ? { kind: "tmpfs", place, bytes: 1 << 20 }
        : { kind: "hideDir", place };
    }),
  );
}

/** Every place inside at which a path of the machine shows. */
export function namesInside(path: string, layers: readonly Mount[]): readonly string[] {
  return layers.flatMap((mount) => {
    if ((mount.kind !== "bind" && mount.kind !== "roBind") || !isInside(path, mount.from)) return [];
    const name = `${mount.place === "/" ? "" : mount.place}${path.slice(mount.from === "/" ? 0 : mount.from.length)}`;
    return covering(name, layers) === mount ? [name] : [];
  });
}

/** The mount a place inside lies in: the deepest. */
export const covering = (place: string, layers: readonly Mount[]): Mount | undefined =>
  layers.findLast((mount) => isInside(place, mount.place));

/** The directory to start in, by the name it was given if that leads there inside too. */
export function startingDirectory(given: string, real: string, layers: readonly Mount[], world: World): Result<string> {
  const shows = (path: string): boolean => {
    const mount = covering(path, layers);
    return mount !== undefined && (mount.kind === "bind" || mount.kind === "roBind");
  };
  if (!shows(real) || world.lstat(real).kind !== "directory") return fail(`${real} is not there inside the walls`);
  return ok(realPath(given, world).links.every(shows) && shows(given) ? given : real);
}

export function expectMounts(mounts: readonly Mount[], host: readonly HostMount[]): Result<ExpectedMounts> {
  const written: string[] = [];
  for (const mount of mounts) {
    if (mount.kind !== "bind") continue;
    const lines = bindLines(mount.from, mount.place, host);
    if (lines === undefined) return fail(`nobody knows which file system ${mount.from} lies on`);
    written.push(...lines);
  }
  const places = mounts.filter(({ kind }) => kind !== "seal");
  return ok({
    written: [...new Set(written)],
    fresh: places.filter(({ kind }) => kind === "tmpfs" || kind === "hideDir").map(({ place }) => escapeMount(place)),
    fixed: places.map(({ place }) => escapeMount(place)),
    silent: [],
    devices: [...new Set(host.map(({ device }) => device))],
    host: hostLines(host),
  });
}
