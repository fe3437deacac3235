/** Credential stores that are there, and the files in them by what they are: a hard link under any other name is the same file. */
import { stateLayout } from "../../contract/state-dir.ts";
import type { World } from "../../contract/world.ts";
import { foldSegment, isCredentialPlace, nameTest, storeNames } from "../../core/places/index.ts";
import { existingPlaces } from "../../machine/index.ts";

/** Of all stores together; what lies beyond is not looked at. */
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 4;

/**
 * Every store by its path, this person's and those of the others on this machine. What processes and devices tell is not among them: that
 * is no place a file lies in. Names are compared folded, as the table has them.
 */
export function credentialPlaces(world: World): readonly string[] {
  const names = storeNames().filter((name) => !/^\/(?:proc|dev)\//.test(name));
  const homes = [world.home === "/" ? "" : world.home, ...existingPlaces("/{root,home/*,Users/*}", world)];
  const list = listing(world);
  const places = names.flatMap((name) =>
    name.startsWith("~/") ? homes.flatMap((home) => named(home, name.slice(2), list)) : named("", name.slice(1), list),
  );
  return [...new Set(places)].filter((path) => isCredentialPlace(path, world.home));
}

type List = (dir: string) => ReadonlyMap<string, readonly string[]>;

/** What a directory holds, by folded names; each is listed once. */
function listing({ readDir }: Pick<World, "readDir">): List {
  const known = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return (dir) => {
    const before = known.get(dir);
    if (before !== undefined) return before;
    const found = new Map<string, readonly string[]>();
    for (const name of readDir(dir === "" ? "/" : dir) ?? [])
      found.set(foldSegment(name), [...(found.get(foldSegment(name)) ?? []), name]);
    known.set(dir, found);
    return found;
  };
}

function named(base: string, name: string, list: List): readonly string[] {
  let here: readonly string[] = [base];
  for (const segment of name.split("/")) {
    const has = /[*?]/.test(segment) ? nameTest([segment]) : undefined;
    here = here.flatMap((dir) => {
      const found = list(dir);
      const names = has === undefined ? found.get(segment) : [...found].flatMap(([one, all]) => (has(one) ? all : []));
      return (names ?? []).map((one) => `${dir}/${one}`);
    });
  }
  return here;
}

/**
 * Those that have a second name somewhere; the world tells what a file is only then. Of the gate's directories the service's folder:
 * its secret speaks for the person.
 */
export function linkedCredentials(world: World, gateDirectories: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  let left = MAX_ENTRIES;
  const own = gateDirectories.map((directory) => stateLayout(directory).service);
  let todo = [...own, ...credentialPlaces(world)].map((path) => ({ path, depth: 0 }));
  while (todo.length > 0 && left > 0) {
    left -= todo.length;
    todo = todo.flatMap(({ path, depth }) => {
      const { kind, inode } = world.stat(path);
      if (inode !== undefined) found.add(inode);
      if (kind !== "directory" || depth === MAX_DEPTH) return [];
      return (world.readDir(path) ?? []).map((name) => ({ path: `${path}/${name}`, depth: depth + 1 }));
    });
  }
  return found;
}
