/** Directories the person trusts to run their own declared tasks (`projectTasks`). */

import type { World } from "../../contract/world.ts";
import { compilePattern, isInside, matchesExactly, realPath, segmentsOf } from "../../machine/index.ts";
import { upwards } from "../../readers/definitions/index.ts";

/** By its own name and by where its links lead: the directory, or one above it, is named. Never home or above it. */
export function isTrusted(dir: string, patterns: readonly string[], world: World): boolean {
  const compiled = patterns
    .flatMap((pattern) => absolute(pattern, world.home))
    .flatMap((text) => compilePattern(text) ?? []);
  if (compiled.length === 0) return false;
  return [dir, realPath(dir, world).path].every((way) =>
    upwards(way).some(
      (place) => !isTooWide(place, world) && compiled.some((pattern) => matchesExactly(pattern, segmentsOf(place))),
    ),
  );
}

/** `/`, home and what lies above it: everything would be trusted. */
export function isTooWide(dir: string, world: World): boolean {
  const homes = [world.home, realPath(world.home, world).path];
  return dir === "/" || dir === "" || homes.some((home) => isInside(home, dir));
}

function absolute(pattern: string, home: string): readonly string[] {
  const text = pattern.replace(/\/+$/, "");
  if (text.startsWith("~/")) return [home + text.slice(1)];
  return text.startsWith("/") ? [text] : [];
}
