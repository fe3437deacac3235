/** Commands that consult files of the project before they do anything: what was read of those files must still hold. */
import { basename, dirname } from "node:path/posix";
import type { WriteEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, gitHelpers, mayRunEmbedded } from "../../machine/git/index.ts";
import { absolutePath, foldSegment, isInside } from "../../machine/index.ts";
import { type ProgramSpec, programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";

/** Any directory with these in it is a repository to git, with a configuration of its own. */
const MAKES_REPOSITORY = /^(?:head|config|config\.worktree|commondir|objects|refs)$/;
/** A directory called `config` is common in projects; these are not. */
const HOLDS_REPOSITORY = /^(?:objects|refs)$/;

const consultsOf = ({ name }: SubCommand): ProgramSpec["consults"] => programNamed(name ?? "")?.consults;

export const consultsGit = (command: SubCommand): boolean => consultsOf(command) === "git";

/** The same call changes, or may change, what the command consults. */
export function consultsWritten(command: SubCommand, call: PolicyCall): boolean {
  const consults = consultsOf(command);
  if (consults === undefined) return false;
  const writes = call.effects.filter((effect) => effect.do === "write");
  if (consults === "pin") return writes.length > 0;
  if (consults === "git" && runsWhatIsAdded(command, call)) return true;
  return writes.length > 0 && writes.some((write) => mayTurnGit(write, command, call));
}

/** A repository in the work tree is one of its submodules as soon as an earlier command of the call has added it. */
function runsWhatIsAdded(command: SubCommand, call: PolicyCall): boolean {
  const commands = call.reading?.commands ?? [];
  const before = commands.slice(0, Math.max(commands.indexOf(command), 0));
  if (!before.some((one) => addsTrees(one, call))) return false;
  return command.cwd.certainty !== "exact" || mayRunEmbedded(command.cwd.path, "other", call.world);
}

/** More than files that it names one by one. */
function addsTrees({ effects, words, cwd }: SubCommand, { world }: PolicyCall): boolean {
  if (!effects.some((effect) => effect.do === "vcs" && effect.op === "add")) return false;
  const verb = words.findIndex(({ value }) => value === "add" || value === "stage");
  return words.slice(verb + 1).some(({ value, glob, splits }) => {
    if (value === null || glob || splits || value.startsWith("-") || cwd.certainty !== "exact") return true;
    return world.lstat(absolutePath(value, cwd.path, world)).kind !== "file";
  });
}

function mayTurnGit(write: WriteEffect, command: SubCommand, call: PolicyCall): boolean {
  if (write.target.certainty !== "exact" || write.recursive) return true;
  const real = call.real(write.target.path);
  if (real.problem !== null) return true;
  const ways = [write.target.path, real.path];
  const named = (way: string): boolean =>
    MAKES_REPOSITORY.test(foldSegment(basename(way))) || HOLDS_REPOSITORY.test(foldSegment(basename(dirname(way))));
  if (ways.some(named)) return true;
  if (command.cwd.certainty !== "exact" || ways.some((way) => isInsideRepository(way, call))) return true;
  const { consulted } = gitHelpers(command.cwd.path, "log", call.world);
  return consulted.some((place) => ways.some((way) => isInside(way, place) || isInside(place, way)));
}

function isInsideRepository(path: string, call: PolicyCall): boolean {
  const repo = findRepo(dirname(path), call.world);
  return repo !== undefined && isInside(path, repo.gitDir);
}
