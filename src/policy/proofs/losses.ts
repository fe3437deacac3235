/** What a call would take away that nobody else keeps: it must be able to come back, or nothing is proven (§5). */

import { dirname } from "node:path/posix";
import { beside } from "../../contract/beside.ts";
import { type Effect, onlyReads, type Target, type WriteEffect } from "../../contract/effect.ts";
import { findRepo } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import { matchedBy } from "../brought.ts";
import type { PolicyCall } from "../call.ts";
import { isMoved, isRecoverable, movesIn } from "./deletes.ts";
import { isOwnWork } from "./own-work.ts";
import { isSettled } from "./trees.ts";

/** A tree that is copied over another is compared up to here; a larger one takes everything it lands on. */
const MAX_COMPARED = 2000;

const SMALL_FILE_BYTES = 1 << 20;
/** Some five thousand files. */
const LARGE_INDEX_BYTES = 512 << 10;

/** Nothing is lost, or a restore point would hold it; or would hold all of it that was not made here. */
export function canComeBack(effects: readonly Effect[], call: PolicyCall): boolean {
  const lost = lossesIn(effects, call);
  return [() => lost, () => withoutOwn(lost, call)].some((list) => {
    const paths = list();
    return paths.length === 0 || call.restorable(paths);
  });
}

/** Where not all of it can be saved: what of it has to be, because this session did not make it. */
export const withoutOwn = (paths: readonly string[], call: PolicyCall): readonly string[] =>
  paths.filter((path) => !isOwnWork(path, call));

const known = beside<PolicyCall, readonly string[]>();

/** Of the places a call is known to delete or overwrite, those that version control does not have, whoever made them. */
export function lossesOf(call: PolicyCall): readonly string[] {
  if (onlyReads(call.effects)) return [];
  const before = known.get(call) ?? lossesIn(call.effects, call);
  known.set(call, before);
  return before;
}

function lossesIn(effects: readonly Effect[], call: PolicyCall): readonly string[] {
  const touched = effects.flatMap((effect): readonly string[] => {
    if (effect.do === "delete")
      return effect.target.certainty !== "exact" || isMoved(effect.target, call) ? [] : [effect.target.path];
    return effect.do === "write" ? overwritten(effect, call) : [];
  });
  touched.push(...(effects === call.effects ? (matchedBy(call) ?? []) : []));
  return [...new Set(touched)].filter((path) => isOnlyCopy(path, call));
}

/**
 * Files that go to where nothing stands. Nothing is lost of them by this call; but another one that was allowed, and has not run yet, may
 * write to the same place.
 */
export const movedFiles = (call: PolicyCall): readonly string[] =>
  movesIn(call).flatMap(({ from }) =>
    from?.certainty === "exact" && call.world.lstat(from.path).kind === "file" && isOnlyCopy(from.path, call)
      ? [from.path]
      : [],
  );

const isOnlyCopy = (path: string, call: PolicyCall): boolean =>
  call.world.lstat(path).kind !== "absent" && (isSoonerSaved(path, call) || !isRecoverable(path, call));

/** In a large repository a copy of a small file is made sooner than its whole index is read. */
function isSoonerSaved(path: string, call: PolicyCall): boolean {
  const { kind, size } = call.world.lstat(path);
  const repo = kind === "file" && size <= SMALL_FILE_BYTES ? findRepo(dirname(path), call.world) : undefined;
  return (
    repo !== undefined && call.world.stat(`${repo.gitDir}/index`).size > LARGE_INDEX_BYTES && call.restorable([path])
  );
}

/** What stands where something is written now, or will by then because the same call moves it there first. */
function overwritten(effect: WriteEffect, call: PolicyCall): readonly string[] {
  const { target, as } = effect;
  if (target.certainty !== "exact" || as === "mode") return [];
  const moved = movesIn(call).filter((move) => meetsMove(effect, move));
  const sources =
    moved.length === 0 ? [] : movesIn(call).flatMap(({ from }) => (from === undefined ? [] : [from.path]));
  return [...sources, ...standing(effect, call)];
}

/** Another move ends at, above or below the place; the two landings of one move do not meet each other. */
function meetsMove(effect: WriteEffect, move: WriteEffect): boolean {
  if (effect === move) return false;
  const [here, there] = [effect.target.path, move.target.path];
  if (effect.as === "move" && effect.from?.path === move.from?.path && here !== there) return false;
  return isInside(here, there) || isInside(there, here);
}

function standing({ target: { path }, from, recursive }: WriteEffect, call: PolicyCall): readonly string[] {
  switch (call.world.lstat(path).kind) {
    case "absent":
      return [];
    case "link":
      // A copy writes through it, a move replaces it.
      return [path, call.real(path).path];
    case "directory":
      return recursive && from !== undefined ? metTree(from, path, call) : [];
    default:
      return [path];
  }
}

/** A tree that is not known yet may land on everything. */
const metTree = (from: Target, to: string, call: PolicyCall): readonly string[] =>
  from.certainty === "exact" && call.world.lstat(from.path).kind !== "absent" && isSettled(from.path, call)
    ? metNames(from.path, to, call)
    : [to];

/** The names of a tree that are there already where it is copied to. */
function metNames(from: string, to: string, call: PolicyCall): readonly string[] {
  const met: string[] = [];
  const pending = [""];
  let looked = 0;
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    for (const name of call.world.readDir(from + below) ?? []) {
      if (++looked > MAX_COMPARED) return [to];
      const path = `${below}/${name}`;
      const there = call.world.lstat(to + path).kind;
      if (there === "absent") continue;
      if (there === "directory" && call.world.lstat(from + path).kind === "directory") pending.push(path);
      else met.push(to + path);
    }
  }
  return met;
}
