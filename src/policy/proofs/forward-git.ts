/** Local, forward-only version control where git would run nothing of the repository's (§5). */

import { actOf, type Effect, isReading, type VcsEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, gitHelpers, type Operation } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

const FORWARD: Readonly<Partial<Record<VcsEffect["op"], Operation>>> = {
  add: "add",
  commit: "commit",
  "branch-create": "checkout",
  tag: "other",
};

/**
 * `git add`, `git commit` without `--amend` or `--no-verify`, a tag, a new branch from where one is, `git rm` and
 * `git mv`: and no hook, filter or signing program. What they do to files, or to entries of the index
 * alone, is for the edit's own proof.
 */
export function isForwardGit(command: SubCommand, call: PolicyCall): boolean {
  if (command.cwd.certainty !== "exact" || !isOwnWork(command.cwd.path, call) || namesCode(command)) return false;
  if (leavesUnfinished(command, call)) return false;
  const operations = command.effects.map((effect) => operationOf(effect, command));
  return (
    operations.some((operation) => operation !== "nothing") &&
    operations.every(
      (operation) =>
        operation !== undefined && (operation === "nothing" || runsNothing(command.cwd.path, operation, call)),
    )
  );
}

/** What git keeps of a merge, a pick, a revert or a rebase that somebody is in the middle of. */
const UNDER_WAY =
  "MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD SQUASH_MSG MERGE_MSG rebase-merge rebase-apply sequencer BISECT_LOG".split(
    " ",
  );

/** `git checkout -b x` forgets it: nothing has a copy of that. */
function leavesUnfinished({ cwd, words, effects }: SubCommand, { world }: PolicyCall): boolean {
  if (words[1]?.value === "branch" || !effects.some((effect) => effect.do === "vcs" && effect.op === "branch-create"))
    return false;
  const repo = findRepo(cwd.path, world);
  return repo !== undefined && UNDER_WAY.some((name) => world.lstat(`${repo.gitDir}/${name}`).kind !== "absent");
}

/** A branch or a tag whose name somebody's prompt or script would run. */
const namesCode = ({ words, effects }: SubCommand): boolean =>
  effects.some((effect) => effect.do === "vcs" && (effect.op === "branch-create" || effect.op === "tag")) &&
  words.some(({ value }, i) => !MESSAGE.test(words[i - 1]?.value ?? "") && !REF_NAME.test(value ?? "$"));
const MESSAGE = /^-[a-z]*m$|^--message$/;
const REF_NAME = /^(?:-.*|[^\s$`;|&<>()'"\\!]*)$/s;

/** The directory lies in the project by name and by where links lead, and its repository is not that of a whole home. */
function isOwnWork(dir: string, call: PolicyCall): boolean {
  const real = call.real(dir);
  if (real.problem !== null || !isInside(dir, call.projectRoot)) return false;
  if (!isInside(real.path, call.real(call.projectRoot).path)) return false;
  const repo = findRepo(dir, call.world);
  if (repo === undefined) return true; // git says so and does nothing
  return typeof repo.workTree === "string" && !isInside(call.real(call.world.home).path, repo.workTree);
}

const OF_FILES: ReadonlySet<string> = new Set(["rm", "mv", "add", "stage"]);

/** Undefined: not forward. */
function operationOf(effect: Effect, { words }: SubCommand): Operation | "nothing" | undefined {
  if (isReading(effect)) return "nothing";
  const ofFiles = OF_FILES.has(words[1]?.value ?? "");
  if (effect.do === "write" || effect.do === "delete") return ofFiles ? "nothing" : undefined;
  if (effect.do !== "vcs" || effect.forced === true || effect.deletes === true) return undefined;
  // The files of another commit overwrite ignored ones and bring what is consulted later.
  if (actOf(effect) === "git.branch-from") return undefined;
  return ofFiles && effect.op === "other" ? "add" : FORWARD[effect.op];
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
