/** The places a pattern names that are there now. */
import type { World } from "../contract/world.ts";
import { compilePattern, segmentMatches } from "./glob.ts";

/**
 * `*`, `?`, `[…]` and `{a,b}` as in rules, below `base`, which is no pattern ("" is the root). What holds no wildcard is
 * looked up, never listed.
 */
export function existingPlaces(pattern: string, world: Pick<World, "lstat" | "readDir">, base = ""): readonly string[] {
  const compiled = compilePattern(pattern);
  if (compiled === undefined) return [];
  return compiled.ways.flatMap(({ segments, wild }) => {
    let here: readonly string[] = [base];
    for (const [i, segment] of segments.entries())
      here = here.flatMap((dir) =>
        wild[i] === true
          ? (world.readDir(dir === "" ? "/" : dir) ?? [])
              .filter((name) => segmentMatches(segment, name))
              .map((name) => `${dir}/${name}`)
          : [`${dir}/${segment}`].filter((path) => world.lstat(path).kind !== "absent"),
      );
    return here;
  });
}
