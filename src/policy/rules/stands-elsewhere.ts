/**
 * Where a command of an open rule stands: behind `cd`, by a directory the host names, or behind its own `-C`. What it does to the
 * repository, the services or the deployment of that directory is covered in the project, in added and in temporary directories.
 */
import { type Effect, fixedPart, onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { placesSpelled } from "../proofs/credentials.ts";
import { gitFront, gitStands, isGit } from "./git-base.ts";
import { treeRoots } from "./git-roots.ts";
import { repositoryTrees } from "./outside-places.ts";
import { isOwnWay } from "./own-reach.ts";

/** They say themselves what they touch, wherever the command stands. */
const SAYS_WHERE: ReadonlySet<Effect["do"]> = new Set([
  ...(["read", "write", "delete", "environment", "network", "secret", "message"] as const),
  ...(["process", "privilege", "persist", "package", "cluster", "database", "account", "security", "system"] as const),
]);

/** It works on another directory's things, and the rule does not say where. */
export function standsElsewhere(command: SubCommand, spelled: readonly string[], call: PolicyCall): boolean {
  if (!isBoundToPlace(command)) return false;
  const own = [...repositoryTrees(call), ...treesBegun(call), ...placesSpelled(spelled, call.cwd, call)];
  const isOwn = (way: string): boolean => isOwnWay(way, call) || own.some((one) => isInside(way, one));
  return [placeStood(command, call), ...treesChanged(command, call)].some(
    (place) => place === undefined || isLinkedNow(place, call) || ![place, call.real(place).path].every(isOwn),
  );
}

/** A link that this very call makes leads there. */
const isLinkedNow = (place: string, { effects }: PolicyCall): boolean =>
  effects.some(
    (effect) => effect.do === "write" && effect.as === "link" && isInside(place, fixedPart(effect.target) || "/"),
  );

/** A new work tree is judged by where it is put. */
const treesChanged = (command: SubCommand, call: PolicyCall): readonly (string | undefined)[] =>
  gitFront(command)?.sub === "worktree" ? [] : treeRoots(command, call);

/** Clones and work trees that this call makes where nothing is yet, or that this session made. */
function treesBegun({ reading, memory, world }: PolicyCall): readonly string[] {
  const commands = (reading?.commands ?? []).filter(isGit);
  const begun = commands
    .flatMap(({ effects }) => madeBy(effects))
    .filter((path) => world.lstat(path).kind === "absent");
  const made = commands.flatMap(({ cwd }) => findRepo(cwd.path, world)?.workTree ?? []);
  return [...begun, ...made.filter((tree) => memory.created.has(tree))];
}

const madeBy = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((effect) =>
    effect.do === "write" && effect.recursive && effect.target.certainty === "exact" ? [effect.target.path] : [],
  );

/** What it does is something else in another directory. A repository that is made is judged by where it is put. */
function isBoundToPlace(command: SubCommand): boolean {
  const { understood, effects } = command;
  if (understood && onlyReads(effects)) return false;
  if (isGit(command)) return !/^(?:clone|init|init-db|help|version)$/.test(gitFront(command)?.sub ?? "");
  return effects.some((effect) => !SAYS_WHERE.has(effect.do) && !("op" in effect && effect.op === "read"));
}

/** At or above it; undefined where nothing is known of it. */
function placeStood(command: SubCommand, { world }: PolicyCall): string | undefined {
  if (isGit(command) && command.name !== "git") return gitStands(command, world);
  const { cwd } = command;
  return cwd.certainty === "exact" ? cwd.path : fixedPart(cwd) || undefined;
}
