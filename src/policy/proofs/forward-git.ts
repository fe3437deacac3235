/** Local, forward-only version control where git would run nothing of the repository's (§5). */

import { isReading, type VcsEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, gitHelpers, type Operation } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { movesFiles } from "./consulted.ts";

const FORWARD: Readonly<Partial<Record<VcsEffect["op"], Operation>>> = {
  add: "add",
  commit: "commit",
  "branch-create": "checkout",
};

/** `git add`, `git commit` without `--amend` or `--no-verify`, a new branch: and no hook, filter or signing program. */
export function isForwardGit(command: SubCommand, call: PolicyCall): boolean {
  if (command.cwd.certainty !== "exact" || !isOwnWork(command.cwd.path, call)) return false;
  const operations = new Set<Operation>();
  for (const effect of command.effects) {
    const operation = effect.do === "vcs" && effect.forced !== true ? FORWARD[effect.op] : undefined;
    if (operation !== undefined) operations.add(operation);
    else if (!isReading(effect)) return false;
  }
  if (movesFiles(call).includes(command) && !bringsNoHook(command, call)) return false;
  return operations.size > 0 && [...operations].every((operation) => runsNothing(command.cwd.path, operation, call));
}

/** The directory lies in the project by name and by where links lead, and its repository is not that of a whole home. */
function isOwnWork(dir: string, call: PolicyCall): boolean {
  const real = call.real(dir);
  if (real.problem !== null || !isInside(dir, call.projectRoot)) return false;
  if (!isInside(real.path, call.real(call.projectRoot).path)) return false;
  const workTree = findRepo(dir, call.world)?.workTree;
  return typeof workTree === "string" && !isInside(call.real(call.world.home).path, workTree);
}

/** The files of another commit come last, and no hook can be among them. */
function bringsNoHook(command: SubCommand, call: PolicyCall): boolean {
  const { consulted } = gitHelpers(command.cwd.path, "checkout", call.world);
  const root = call.real(call.projectRoot).path;
  const inTree = consulted.some(
    (place) => [call.projectRoot, root].some((dir) => isInside(place, dir)) && !/\/\.git(?:\/|$)/.test(place),
  );
  return !inTree && call.reading?.commands.at(-1) === command;
}

/** Neither now nor after what this very call writes first. */
function runsNothing(dir: string, operation: Operation, call: PolicyCall): boolean {
  const { runs, unknown, consulted } = gitHelpers(dir, operation, call.world);
  if (runs.length > 0 || unknown !== null) return false;
  return !call.effects.some((effect) => {
    if (effect.do !== "write") return false;
    const { path, certainty } = effect.target;
    if (certainty !== "exact") return true;
    const real = call.real(path);
    if (real.problem !== null) return true;
    const ways = [path, real.path];
    return consulted.some((place) => ways.some((way) => isInside(way, place) || isInside(place, way)));
  });
}
