/** Credential stores: reading one leaves the safe path for every tool (§5). */
import { answersByText } from "../contract/answers.ts";
import { once } from "../contract/once.ts";
import type { World } from "../contract/world.ts";
import { CREDENTIAL_STORES, IN_ANY_HOME } from "./credential-stores.ts";
import { existingPlaces } from "./existing.ts";
import { foldPath } from "./fold.ts";
import { compilePattern, meets, type Pattern, patternOf, placePattern } from "./glob.ts";
import { reaches, type Ways } from "./reach.ts";

const WHOLE_HOME = "a home directory with everything in it";

/** What a store is called, in words and as its id: code that asks for one names it by this type. */
export type CredentialStore = (typeof CREDENTIAL_STORES)[number]["what"] | typeof WHOLE_HOME;

const anyHome = once((): readonly Store[] =>
  IN_ANY_HOME.flatMap(({ what, paths }) =>
    paths.flatMap((path) => {
      const pattern = compilePattern(path);
      return pattern === undefined ? [] : [{ what, pattern }];
    }),
  ),
);

interface Store {
  readonly what: CredentialStore;
  readonly pattern: Pattern;
}

/** The table, written out once: what lies below a home directory, seen from there, and what lies elsewhere. */
let table: { readonly inHome: readonly Store[]; readonly elsewhere: readonly Store[] } | undefined;

function stores(): NonNullable<typeof table> {
  if (table !== undefined) return table;
  const compiled = (home: boolean): Store[] =>
    CREDENTIAL_STORES.flatMap(({ what, paths }) =>
      paths
        .filter((path) => path.startsWith("~/") === home)
        .flatMap((path) => {
          const pattern = compilePattern(foldPath(home ? path.slice(1) : path));
          return pattern === undefined ? [] : [{ what, pattern }];
        }),
    );
  table = { inHome: compiled(true), elsewhere: compiled(false) };
  return table;
}

/** Every other user's, by the usual places. In a container home may be the root itself. */
const OTHER_HOMES: readonly Pattern[] = [
  patternOf(),
  patternOf("root"),
  patternOf("home", "*"),
  patternOf("users", "*"),
];

/** The credential store something at these places could be, or undefined. `direct`: only naming it counts. */
export const credentialStore = (
  ways: Ways,
  recursive: boolean,
  direct: boolean,
  { home }: Pick<World, "home">,
): CredentialStore | undefined =>
  storesFound(JSON.stringify([ways, recursive, direct, home]), () => findStore(ways, recursive, direct, home));

const storesFound = answersByText<CredentialStore | undefined>();

type StoreQuestion = readonly [ways: Ways, recursive: boolean, direct: boolean, home: string];

function findStore(...[{ links, ...named }, recursive, direct, home]: StoreQuestion): CredentialStore | undefined {
  const { inHome, elsewhere } = stores();
  const ways = { ...named, ways: direct ? named.ways : [...named.ways, ...links], links: [] };
  const found = elsewhere.find(({ pattern }) => reaches(pattern, ways, recursive, direct));
  if (found !== undefined) return found.what;
  for (const one of [placePattern(home), ...OTHER_HOMES]) {
    if (reaches(one, { ...ways, ways: ways.ways.filter((way) => way.length < depthOf(one)) }, recursive, direct))
      return WHOLE_HOME;
    const inside = ways.ways.filter(
      (way) => way.length >= depthOf(one) && meets(one, way.slice(0, depthOf(one)), ways.globs) === "at",
    );
    if (inside.length === 0) continue;
    const seen = { ...ways, ways: inside.map((way) => way.slice(depthOf(one))) };
    const store = inHome.find(({ pattern }) => reaches(pattern, seen, recursive, direct));
    if (store !== undefined) return store.what;
  }
  const hidden = ways.ways.flatMap((way) => fromHidden(way));
  return anyHome().find(({ pattern }) => hidden.some((way) => meets(pattern, way, ways.globs) === "at"))?.what;
}

/** From the first hidden name on: a wildcard does not match one by itself. */
function fromHidden(way: readonly string[]): readonly (readonly string[])[] {
  const first = way.findIndex((segment) => segment.startsWith("."));
  return first < 0 ? [] : [way.slice(first)];
}

const depthOf = (home: Pattern): number => home.ways[0]?.segments.length ?? 0;

/**
 * Every store that is there now, this person's and those of the others on this machine, by its path. What processes
 * and devices tell is not among them: that is no place a file lies in.
 */
export function credentialPlaces(world: World): readonly string[] {
  const patterns = CREDENTIAL_STORES.flatMap(({ paths }) => [...paths]).filter(
    (path) => !path.startsWith("/proc/") && !path.startsWith("/dev/"),
  );
  const homes = [world.home === "/" ? "" : world.home, ...existingPlaces("/{root,home/*,Users/*}", world)];
  const places = patterns.flatMap((path) =>
    path.startsWith("~/")
      ? homes.flatMap((home) => existingPlaces(path.slice(1), world, home))
      : existingPlaces(path, world),
  );
  return [...new Set(places)];
}
