/** The places a pattern names that are there now. */
import type { World } from "../contract/world.ts";
import { nameTest } from "../core/places/index.ts";

const MAX_ALTERNATIVES = 256;

/**
 * `*`, `?`, `[…]` (any sign) and `{a,b}`, below `base`, which is no pattern ("" is the root). What holds no wildcard is looked up, never
 * listed. None where there are more alternatives than anyone writes by hand.
 */
export const existingPlaces = (
  pattern: string,
  world: Pick<World, "lstat" | "readDir">,
  base = "",
): readonly string[] =>
  expandBraces(pattern).flatMap((way) => {
    let here: readonly string[] = [base];
    for (const segment of way.split("/").filter((part) => part !== "")) {
      const has = /[*?[\\]/.test(segment) ? nameTest([plainPattern(segment)]) : undefined;
      here = here.flatMap((dir) =>
        has === undefined
          ? [`${dir}/${segment}`].filter((path) => world.lstat(path).kind !== "absent")
          : (world.readDir(dir === "" ? "/" : dir) ?? []).filter(has).map((name) => `${dir}/${name}`),
      );
    }
    return here;
  });

const plainPattern = (segment: string): string => segment.replace(/\[[^\]]+\]|\\./gs, "?");

function expandBraces(text: string): readonly string[] {
  const done: string[] = [];
  const open = [text];
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const found = /\{([^{}]*,[^{}]*)\}/.exec(way);
    if (found === null) done.push(way);
    const [whole = "", inner = ""] = found ?? [];
    const [before, behind] = [way.slice(0, found?.index ?? 0), way.slice((found?.index ?? 0) + whole.length)];
    if (found !== null) for (const option of inner.split(",").reverse()) open.push(before + option + behind);
    if (open.length + done.length > MAX_ALTERNATIVES) return [];
  }
  return done;
}
