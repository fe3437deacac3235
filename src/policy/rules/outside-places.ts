/**
 * Where an open allow rule lets a program write or delete: in the project, in directories that were added to it and in temporary ones.
 * Any other place, of home, of the system or of somebody else, needs a rule whose own words name it.
 */
import { type Effect, fixedPart } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, otherTrees } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { placesSpelled } from "../proofs/credentials.ts";
import { gitFront, isGit } from "./git-base.ts";
import { keepsForPrograms } from "./home-places.ts";
import { isOwnWay } from "./own-reach.ts";

/** What is written here is shown or gone. */
const SINKS = /^\/dev\/(?:null|zero|full|tty|stdout|stderr|fd\/\d+)$/;

/** It writes or deletes outside of these, and the rule does not say where. */
export function writesOutside(command: SubCommand, spelled: readonly string[], call: PolicyCall): boolean {
  const changed = command.effects.flatMap((effect) => placeChanged(effect, command, call));
  if (changed.length === 0) return false;
  const own = [...treesOf(command, call), ...placesSpelled(spelled, command.cwd.path, call)];
  return changed.some((place) => !own.some((one) => isInside(place, one)) && !isOwnWay(place, call));
}

/** Every name of the place; none for what does not count. */
function placeChanged(effect: Effect, command: SubCommand, call: PolicyCall): readonly string[] {
  if (effect.do !== "write" && effect.do !== "delete") return [];
  // A path with two readings is looked at in each of them.
  if (effect.target.certainty === "unknown" && call.otherways.length > 0) return [];
  const path = fixedPart(effect.target);
  // Of what is not known at all other steps decide; an empty directory of home is nothing yet.
  if (path === "" || SINKS.test(path)) return [];
  if (effect.do === "write" && effect.as === "directory" && !effect.recursive && isInside(path, call.world.home))
    return [];
  const ways = [path, call.real(path).path];
  return makesTree(command) ? ways.filter((way) => !isVisibleInHome(way, call)) : ways;
}

/** A repository beside the project is made by its own name: where that may be is asked of the trees git makes. */
const makesTree = (command: SubCommand): boolean =>
  isGit(command) && /^(?:clone|worktree|init)$/.test(gitFront(command)?.sub ?? "");
const isVisibleInHome = (path: string, call: PolicyCall): boolean =>
  isInside(path, call.world.home) && path !== call.world.home && !keepsForPrograms(path, call);

/** Git works on its whole repository, the project may be a part of it. */
export const treesOf = (command: SubCommand, call: PolicyCall): readonly string[] =>
  isGit(command) ? repositoryTrees(call) : [];

/** The repository around the project, and its other work trees. */
export function repositoryTrees({ projectRoot, world, real }: PolicyCall): readonly string[] {
  const around = findRepo(projectRoot, world);
  if (around === undefined) return [];
  return [around.workTree ?? projectRoot, around.gitDir, around.commonDir, ...otherTrees(projectRoot, world)]
    .filter((dir) => !isInside(world.home, dir))
    .flatMap((dir) => [dir, real(dir).path]);
}

/** What it fetches gets its name from a server, an address or a list: it may be any, one that starts something too. */
export const fillsUnknown = ({ effects }: SubCommand): boolean =>
  effects.some((effect) => effect.do === "network") &&
  effects.some((effect) => effect.do === "write" && effect.target.certainty === "unknown");
