/**
 * How far a rule for a tool reaches on the disk. One that names no place means where the session works: the project, directories that
 * were added to it, and temporary ones. Anywhere else is covered by a rule whose own path leads there.
 */
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isThrownAway } from "./home-places.ts";
import { anchors, permitsPath } from "./paths.ts";
import type { Rule } from "./rule.ts";

/** Everybody's, to be thrown away; a home that lies there is somebody's all the same. */
const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)(?:\/|$)/;

/** Under every name the place has. */
export function isOwnReach(path: string, call: PolicyCall): boolean {
  const { path: real, problem } = call.real(path);
  return problem === null && [path, real].every((way) => isOwnWay(way, call));
}

/** In the project, in a directory that was added to it, or in a temporary one. */
export function isOwnWay(way: string, call: PolicyCall): boolean {
  const { projectRoot, places, settings, world, real } = call;
  const roots = [projectRoot, places.projectRoot, ...settings.additionalDirectories, ...settings.contain.writable]
    .map((dir) => absolutePath(dir, projectRoot, world))
    .flatMap((dir) => [dir, real(dir).path]);
  if (roots.some((root) => isInside(way, root)) || isThrownAway(way, call)) return true;
  const homes = [world.home, real(world.home).path];
  return TEMPORARY.test(way) && !homes.some((home) => isInside(way, home) || isInside(home, way));
}

/** A rule with a path leads there, and its path says more than home, the root or what homes lie in. */
export const isNamedBy = ({ content }: Rule, path: string, call: PolicyCall): boolean =>
  content?.kind === "path" && permitsPath(content.pattern, path, call) && namesSome(content.pattern, call);

function namesSome(pattern: string, { projectRoot, world }: PolicyCall): boolean {
  return anchors(pattern, projectRoot, world.home, true).every((text) => {
    const fixed = text.split(/\/[^/]*[*?[{]/, 1)[0] ?? "";
    return fixed !== "" && fixed !== "/" && !isInside(world.home, fixed.replace(/(?<=.)\/+$/, ""));
  });
}

/** The last name of its pattern is written out, at least as it begins. */
export const spellsName = ({ content }: Rule, path: string, call: PolicyCall): boolean =>
  content?.kind === "path" &&
  permitsPath(content.pattern, path, call) &&
  /(?:^|\/)(?![*?[{]|.[*?[{])[^/]+$/.test(content.pattern);
