/**
 * Directories of git's own that a command writes because it is told of them (`--git-dir`, GIT_DIR), or makes where it stands (`git -C x
 * init`): for rules that forbid editing there. A repository's own directory, found by standing in it, is git's everyday work.
 */
import { exact, onlyReads, type Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo } from "../../machine/git/index.ts";
import { programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, gitStands, isGit } from "./git-base.ts";
import { gitDirTold, workTreeTold } from "./git-told.ts";
import { commandsOf } from "./said-writes.ts";

export const madeByGit = (call: PolicyCall): readonly Target[] =>
  commandsOf(call)
    .filter(isGit)
    .flatMap((command) => placesMade(command, call));

function placesMade(command: SubCommand, call: PolicyCall): readonly Target[] {
  const sub = gitFront(command)?.sub ?? "";
  const readers = String(programNamed("git")?.reader ?? "").split(" ");
  if (onlyReads(command.effects) || readers.includes(sub)) return [];
  const begins = /^init(?:-db)?$/.test(sub);
  const told = toldOther(command, call);
  // What is not known could be any place: where one is made, that counts.
  const places = begins ? [told, ...begun(command, call)] : told === "/" ? [] : [told];
  return places.flatMap((path) => (path === undefined ? [] : [exact(path)]));
}

/** One that is told of, and is not what git would find from where it stands. */
function toldOther(command: SubCommand, call: PolicyCall): string | undefined {
  const told = gitDirTold(command, call);
  const from = gitStands(command, call.world);
  const repo = from === undefined ? undefined : findRepo(from, call.world);
  return told !== undefined && [repo?.gitDir, repo?.commonDir].includes(call.real(told).path) ? undefined : told;
}

/** Where it stands, unless it is told of another place or there is one already; and the tree that is put down in its settings. */
function begun(command: SubCommand, call: PolicyCall): readonly (string | undefined)[] {
  const from = gitStands(command, call.world);
  const tree = workTreeTold(command, call);
  const isElsewhere = gitDirTold(command, call) !== undefined || (gitFront(command)?.rest ?? []).some(isPlace);
  if (from === undefined || isElsewhere || call.world.lstat(`${from}/.git`).kind !== "absent") return [tree];
  return [tree, `${from === "/" ? "" : from}/.git`];
}

/** Operands are found as words of its own. */
const isPlace = ({ value }: SubCommand["words"][number]): boolean => value === null || !value.startsWith("-");
