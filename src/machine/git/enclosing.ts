/** What stands around a directory: the repositories it lies in, and every directory up to the outermost of them. */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { absolutePath, isInside, realPath } from "../resolve.ts";
import { perView } from "../view.ts";

export interface Enclosing {
  /** From the directory itself up to the top of the outermost repository; it alone where there is none. */
  readonly directories: readonly string[];
  /** The tops of the repositories, the innermost first; of a home that is one, only where it is the innermost. */
  readonly tops: readonly string[];
}

/**
 * By the names alone, for what is found may only tighten: a `.git` that cannot be read counts, and one inside another repository
 * (a submodule, or what somebody just made) does not end the walk. By its own path and by where its links lead.
 */
export const enclosing = perView((directory: string, world: World): Enclosing => {
  const own = absolutePath(directory, "/", world);
  const ways = [...new Set([own, realPath(own, world).path])].map((way) => walk(way, world));
  return {
    directories: [...new Set(ways.flatMap(({ directories }) => directories))],
    tops: [...new Set(ways.flatMap(({ tops }) => tops))],
  };
});

function walk(start: string, world: World): Enclosing {
  const up = [start];
  for (let parent = dirname(start); parent !== up.at(-1); parent = dirname(parent)) up.push(parent);
  const holders = up.filter((place) => world.stat(place === "/" ? "/.git" : `${place}/.git`).kind !== "absent");
  const outermost = holders.at(-1);
  return {
    directories: outermost === undefined ? [start] : up.slice(0, up.indexOf(outermost) + 1),
    tops: holders.filter((place, i) => i === 0 || !isInside(world.home, place)),
  };
}
