/** Files of credential stores by what they are: a hard link under any other name is the same file. */
import { stateLayout } from "../contract/state-dir.ts";
import type { World } from "../contract/world.ts";
import { credentialPlaces } from "./credentials.ts";

/** Of all stores together; what lies beyond is not looked at. */
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 4;

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
