/** Home in `work`: empty, but for the tables' rows, what `PATH` names, and private directories for what tools write. */
import type { World } from "../../contract/world.ts";
import { existingPlaces, isInside } from "../../machine/index.ts";
import { shownAround } from "./around.ts";
import { PRIVATE_IN_HOME, SHOWN_IN_HOME } from "./home-table.ts";
import type { Mount } from "./mount.ts";
import { mountable } from "./places.ts";
import type { NeededDirectory, WallsRequest } from "./types.ts";

const HOME_BYTES = 256 << 20;

export interface HomePlan {
  readonly mounts: readonly Mount[];
  readonly needs: readonly NeededDirectory[];
}

export function planHome(at: WallsRequest, world: World): HomePlan {
  const shown = shownPlaces(at, world);
  const fixed = [...shown.map(({ place }) => place), at.projectRoot, at.sessionTmp, ...at.writable, ...shownAround(at)];
  const own = PRIVATE_IN_HOME.map((name) => `${at.home}/${name}`).map((place) => ({
    place,
    from: privatePlace(at, place),
  }));
  const kept = own.filter(({ place, from }) => isClean(from, place, fixed, world));
  return {
    mounts: [
      { kind: "tmpfs", place: at.home, bytes: HOME_BYTES },
      ...own.map(({ place }): Mount => ({ kind: "tmpfs", place, bytes: HOME_BYTES })),
      ...kept.map(({ place, from }): Mount => ({ kind: "bind", place, from })),
      ...shown.map(({ place, from }): Mount => ({ kind: "roBind", place, from })),
    ],
    needs: kept.map(({ from }) => ({ path: from, copyOf: null })),
  };
}

/** A directory of the gate's that stands in for a place inside. */
export const privatePlace = ({ cacheDir }: WallsRequest, place: string): string => `${cacheDir}/places${place}`;

interface ShownPlace {
  readonly place: string;
  readonly from: string;
}

function shownPlaces(at: WallsRequest, world: World): readonly ShownPlace[] {
  const rows = SHOWN_IN_HOME.flatMap(({ paths }) => paths.flatMap((path) => existingPlaces(path, world, at.home)));
  const found = new Map<string, string>();
  for (const place of [...rows, ...world.path.flatMap((dir) => toolchainOf(dir, at, world))]) {
    const real = mountable(place, world);
    if (real !== undefined && ![...found.keys()].some((shown) => isInside(place, shown))) found.set(place, real.path);
  }
  return [...found].map(([place, from]) => ({ place, from }));
}

/** Beside a toolchain's `bin`: what its programs load. */
const BESIDE_BIN = ["lib", "lib64", "libexec", "share", "include"];

/** A directory of `PATH` below home, and what belongs to it. Never home, nor anything that a private place lies in. */
function toolchainOf(dir: string, { home, projectRoot }: WallsRequest, world: World): readonly string[] {
  const real = mountable(dir, world);
  if (real?.kind !== "directory" || real.path === home || !isInside(real.path, home)) return [];
  if (isInside(real.path, projectRoot)) return [];
  const parent = real.path.slice(0, real.path.lastIndexOf("/"));
  const beside = real.path.endsWith("/bin") && parent !== home ? BESIDE_BIN.map((name) => `${parent}/${name}`) : [];
  const isPrivate = (place: string): boolean => PRIVATE_IN_HOME.some((name) => isInside(`${home}/${name}`, place));
  return [real.path, ...beside].filter((place) => !isPrivate(place));
}

/**
 * What ran in walls wrote into a private directory and may have put a link where something has to be mounted: then the
 * place is empty memory for this call.
 */
function isClean(from: string, place: string, fixed: readonly string[], world: World): boolean {
  return fixed
    .filter((path) => path !== place && isInside(path, place))
    .every((path) => {
      let here = from;
      for (const part of path.slice(place.length + 1).split("/")) {
        here = `${here}/${part}`;
        const { kind } = world.lstat(here);
        if (kind === "absent") return true;
        if (kind !== "directory" && kind !== "file") return false;
      }
      return true;
    });
}
