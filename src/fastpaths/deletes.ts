/** Deletes that never pass a fast path or an allow rule, and those that are shown to lose nothing (§5). */
import type { Call } from "../call.ts";
import type { DeleteEffect, Effect, Target } from "../effect.ts";
import { trackedClean } from "../git/index.ts";
import { isInside } from "../places/index.ts";

/** A recursive delete of the root, its parents, home, `/`, a direct child of `/`, or of a path not fully known. */
export function isCriticalDelete(effect: Effect, call: Call): boolean {
  if (effect.do !== "delete" || !effect.recursive) return false;
  if (effect.target.certainty !== "exact") return true;
  const { path } = effect.target;
  return [path, call.real(path).path].some(
    (way) =>
      [call.projectRoot, call.world.home, ...realRoots(call)].some((dir) => isInside(dir, way)) ||
      way.split("/").length <= 2,
  );
}

const realRoots = (call: Call): readonly string[] => [
  call.real(call.projectRoot).path,
  call.real(call.world.home).path,
];

/** What is deleted can be had back, or was made in this session. */
export function losesNothing(effect: DeleteEffect, call: Call): boolean {
  if (effect.target.certainty !== "exact" || isCriticalDelete(effect, call)) return false;
  const { path } = effect.target;
  if (bringsWork(path, call)) return false;
  return call.world.lstat(path).kind === "absent" || isRecoverable(path, call);
}

const isRecoverable = (path: string, call: Call): boolean =>
  wasCreated(path, call) || trackedClean(path, call.world) === "clean";

/** The same call moves something there first that could not be had back. */
const bringsWork = (path: string, call: Call): boolean =>
  call.effects.some(
    (effect) =>
      effect.do === "write" &&
      effect.as === "move" &&
      (effect.target.certainty !== "exact" ||
        isInside(effect.target.path, path) ||
        isInside(path, effect.target.path)) &&
      !(effect.from?.certainty === "exact" && isRecoverable(effect.from.path, call)),
  );

/** The place is emptied by being moved elsewhere, and not to where everything may be deleted. */
export const isMoved = (target: Target, call: Call): boolean =>
  call.effects.some(
    (effect) =>
      effect.do === "write" &&
      effect.as === "move" &&
      effect.from?.path === target.path &&
      effect.from.certainty === "exact" &&
      (!wasCreated(effect.target.path, call) || isRecoverable(target.path, call)),
  );

/** Made in this session, itself or a directory it lies in. */
function wasCreated(path: string, call: Call): boolean {
  for (let way = path; way.length > 1; way = way.slice(0, Math.max(way.lastIndexOf("/"), 0))) {
    if (call.memory.created.has(way)) return true;
  }
  return false;
}
