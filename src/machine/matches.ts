/** What a pattern matches on the disk now, as a shell would have it: names that begin with a dot only where the pattern does. */
import type { World } from "../contract/world.ts";
import { segmentMatcher, segmentsOf } from "./glob.ts";

/** Names looked at for one pattern. */
const MAX_NAMES = 20_000;

/** `pattern` is absolute. Undefined: there is more than is looked through. */
export function matchesNow(pattern: string, world: Pick<World, "readDir" | "lstat">): readonly string[] | undefined {
  let found: readonly string[] = [""];
  let left = MAX_NAMES;
  for (const segment of segmentsOf(pattern)) {
    const next: string[] = [];
    for (const dir of found) {
      const names = /[*?[]/.test(segment) ? (world.readDir(dir === "" ? "/" : dir) ?? []) : [segment];
      left -= names.length;
      if (left < 0) return undefined;
      const has = segmentMatcher(segment);
      next.push(...names.filter((name) => has(name) && isShown(name, segment)).map((name) => `${dir}/${name}`));
    }
    found = next;
  }
  return found.filter((path) => world.lstat(path).kind !== "absent");
}

const isShown = (name: string, segment: string): boolean => !name.startsWith(".") || /^[.[]/.test(segment);
