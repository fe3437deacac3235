/** Other names of a place: what is written where a link of the project leads is written under the link's name too. */
import type { World } from "../contract/world.ts";
import { isInside, realPath } from "./resolve.ts";
import { perView } from "./view.ts";

/** Entries looked at in one decision; the outer ones first. */
const MAX_ENTRIES = 2_000;
/** Below a directory that begins with a dot: where tools keep what they obey. */
const MAX_DEPTH = 2;

interface KnownLink {
  readonly at: string;
  readonly leadsTo: string;
}

/** The paths, through links directly in `dir` or in its dot directories, that are the real path `real` as well. */
export const nicknames = (real: string, dir: string, world: World): readonly string[] =>
  linksAround(dir, world)
    .filter(({ leadsTo }) => isInside(real, leadsTo))
    .map(({ at, leadsTo }) => at + (leadsTo === "/" ? real : real.slice(leadsTo.length)));

const linksAround = perView((dir: string, world: World): readonly KnownLink[] => {
  const found: KnownLink[] = [];
  let left = MAX_ENTRIES;
  let level = [dir];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const entries = level.flatMap((one) =>
      (world.readDir(one) ?? []).map((name) => ({ name, path: `${one}/${name}` })),
    );
    const looked = entries
      .slice(0, Math.max(left, 0))
      .map((entry) => ({ ...entry, kind: world.lstat(entry.path).kind }));
    left -= looked.length;
    for (const { path, kind } of looked) {
      if (kind === "link") found.push({ at: path, leadsTo: realPath(path, world).path });
    }
    level = looked
      .filter(({ name, kind }) => kind === "directory" && (depth === 0 ? name.startsWith(".") : name !== "objects"))
      .map(({ path }) => path);
  }
  return found;
});
