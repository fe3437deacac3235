/** What is not there inside: credential stores, the gate's directories, the agents' state, and what a person hides. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { isInside } from "../../machine/index.ts";
import { agentPlaces } from "./agent-places.ts";
import { homesOf } from "./around.ts";
import { SHOWN_BESIDE_HOME } from "./home-table.ts";
import { type HostMount, namesOnHost, shownElsewhere } from "./mounts-on-host.ts";
import { mountable, type PlacedKind } from "./places.ts";
import { credentialPlaces } from "./stores.ts";
import type { WallsRequest } from "./types.ts";

export interface HiddenPlace extends PlacedKind {
  /** A project below it is there all the same, and what the tables show. */
  readonly open: boolean;
}

interface Shown {
  readonly secrets: readonly string[];
  /** A directory can be mounted at more than one place: what is hidden is hidden at every one. */
  readonly host: readonly HostMount[];
}

export function hiddenPlaces(at: WallsRequest, { secrets, host }: Shown, world: World): Result<readonly HiddenPlace[]> {
  const closed = [
    ...credentialPlaces({ ...world, home: at.home }),
    ...at.hidden,
    ...secrets,
    ...at.gateDirectories,
    ...at.movedPlaces,
  ];
  const agents = agentPlaces(at).flatMap((path) => namesOnHost(path, host));
  const homes = at.walls === "work" ? [...otherHomes(at, world), ...namesOnHost(at.home, host).slice(1)] : [];
  const places = [
    ...closed.map((path) => ({ path, open: false })),
    ...[...agents, ...homes].map((path) => ({ path, open: true })),
  ].flatMap(({ path, open }) => {
    const found = mountable(path, world);
    return found === undefined
      ? []
      : (open ? [found] : sameElsewhere(found, host, world)).map((place) => ({ ...place, open }));
  });
  const inside = [at.projectRoot, ...at.writable].flatMap((root) =>
    places.filter((place) => !place.open && isInside(root, place.path)).map(({ path }) => [root, path] as const),
  );
  const [first] = inside;
  return first === undefined ? ok(outermost(places)) : fail(`${first[0]} lies in ${first[1]}, which is hidden`);
}

/** The place, its other names, and where a part of it is mounted by itself. */
const sameElsewhere = (found: PlacedKind, host: readonly HostMount[], world: World): readonly PlacedKind[] => [
  found,
  ...[...namesOnHost(found.path, host).slice(1), ...shownElsewhere(found.path, host)].flatMap(
    (path) => mountable(path, world) ?? [],
  ),
];

const otherHomes = (at: WallsRequest, world: World): readonly string[] =>
  homesOf(at, world).filter((path) => !isInside(at.home, path) && !SHOWN_BESIDE_HOME.includes(path));

/** One mount hides everything below it; a closed place stays closed within an open one. */
function outermost(places: readonly HiddenPlace[]): readonly HiddenPlace[] {
  const byPath = new Map<string, HiddenPlace>();
  for (const place of places) {
    const before = byPath.get(place.path);
    byPath.set(place.path, { ...place, open: place.open && (before?.open ?? true) });
  }
  const all = [...byPath.values()];
  return all.filter(
    (place) =>
      !all.some(
        (other) => other.path !== place.path && isInside(place.path, other.path) && (!other.open || place.open),
      ),
  );
}
