/** Deletes that never pass a fast path or an allow rule, and what can be had back after one (§5). */

import { beside } from "../../contract/beside.ts";
import type { DeleteEffect, Effect, Target, WriteEffect } from "../../contract/effect.ts";
import { trackedClean } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

/** A recursive delete of the root, its parents, home, `/`, a direct child of `/`, or of a path not fully known. */
export function isCriticalDelete(effect: Effect, call: PolicyCall): boolean {
  if (effect.do !== "delete" || !effect.recursive) return false;
  if (effect.target.certainty !== "exact") return true;
  const { path } = effect.target;
  const real = call.real(path);
  if (real.problem !== null) return true;
  return [path, real.path].some(
    (way) =>
      [call.projectRoot, call.world.home, ...realRoots(call)].some((dir) => isInside(dir, way)) ||
      way.split("/").length <= 2,
  );
}

const realRoots = (call: PolicyCall): readonly string[] => [
  call.real(call.projectRoot).path,
  call.real(call.world.home).path,
];

/** What it deletes is known, and is not what the same call brought there first. Whether it can come back, `losses` says. */
export function isKnownDelete(effect: DeleteEffect, call: PolicyCall): boolean {
  if (effect.target.certainty !== "exact" || isCriticalDelete(effect, call)) return false;
  return !bringsWork(effect.target.path, call);
}

/** Version control has it as it stands. */
export const isRecoverable = (path: string, call: PolicyCall): boolean => {
  const answers = asked.get(call) ?? new Map<string, boolean>();
  asked.set(call, answers);
  const answer = answers.get(path) ?? trackedClean(path, call.world) === "clean";
  answers.set(path, answer);
  return answer;
};

/** The repository is asked once about each path of a call. */
const asked = beside<PolicyCall, Map<string, boolean>>();

/** The same call moves something there first that could not be had back. */
const bringsWork = (path: string, call: PolicyCall): boolean =>
  movesIn(call).some(
    ({ target, from }) =>
      (target.certainty !== "exact" || isInside(target.path, path) || isInside(path, target.path)) &&
      !(from?.certainty === "exact" && isRecoverable(from.path, call)),
  );

const moves = beside<PolicyCall, readonly WriteEffect[]>();

export function movesIn(call: PolicyCall): readonly WriteEffect[] {
  const kept =
    moves.get(call) ??
    call.effects.flatMap((effect) => (effect.do === "write" && effect.as === "move" ? [effect] : []));
  moves.set(call, kept);
  return kept;
}

/** The place is emptied by being moved elsewhere: nothing of it is lost. */
export const isMoved = (target: Target, call: PolicyCall): boolean =>
  movesIn(call).some(({ from }) => from?.path === target.path && from.certainty === "exact");

/** An allowed call was to make it, itself or a directory it lies in. A name only: what stands there now may be another's. */
export function wasCreated(path: string, call: PolicyCall): boolean {
  for (let way = path; way.length > 1; way = way.slice(0, Math.max(way.lastIndexOf("/"), 0))) {
    if (call.memory.created.has(way)) return true;
  }
  return false;
}
