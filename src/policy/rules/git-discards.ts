/** Where a call throws uncommitted work away: what a restore point has to save. */
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, linkedTrees } from "../../machine/git/index.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { type GitFront, gitFront, gitStands, isGit } from "./git-base.ts";
import { treeRoots } from "./git-roots.ts";

/** The commands of the call that do. */
export const discardingCommands = ({ reading }: Pick<PolicyCall, "reading">): readonly SubCommand[] =>
  (reading?.commands ?? []).filter(({ effects }) =>
    effects.some((effect) => effect.do === "vcs" && effect.op === "discard"),
  );

/** Directories at and below which something may be lost; undefined stands for one that is not known. */
export function discardedTrees(call: PolicyCall): readonly (string | undefined)[] {
  const commands = discardingCommands(call);
  // A tool of the host's own that discards does so in the project.
  if (commands.length === 0) return [call.projectRoot];
  return [...new Set(commands.flatMap((command) => treesLost(command, call)))];
}

function treesLost(command: SubCommand, call: PolicyCall): readonly (string | undefined)[] {
  const { world } = call;
  const front = isGit(command) ? gitFront(command) : undefined;
  const from = gitStands(command, world);
  if (from === undefined) return [undefined];
  if (front?.sub === "worktree") return treesRemoved(front, from, call);
  const roots = front === undefined ? [] : treeRoots(command, call);
  const whole = roots.length === 0 ? [findRepo(from, world)?.workTree ?? from] : roots;
  return whole.length === 1 && front !== undefined && staysBelow(front) ? [from] : whole;
}

/** It touches nothing but what lies at and below where it stands. */
function staysBelow({ sub, rest }: GitFront): boolean {
  const words = rest.map(({ value }) => value ?? "\0");
  const paths = words.filter((word) => !word.startsWith("-"));
  if (paths.some((word) => /\0|^[:/~]|(?:^|\/)\.\.(?:\/|$)/.test(word))) return false;
  if (words.some((word) => word.startsWith("--pathspec"))) return false;
  if (sub === "checkout") return words.includes("--") ? words.at(-1) !== "--" : words.at(-1) === ".";
  return sub === "clean" || sub === "restore";
}

/** `git worktree remove X`: a place, or how the name of one ends. */
const treesRemoved = ({ rest }: GitFront, from: string, { world }: PolicyCall): readonly (string | undefined)[] =>
  rest
    .slice(1)
    .filter(({ value }) => !value?.startsWith("-"))
    .flatMap(({ value }): readonly (string | undefined)[] => {
      if (value === null) return [undefined];
      const place = absolutePath(value, from, world);
      const repo = findRepo(from, world);
      const named = repo === undefined ? [] : linkedTrees(repo, world).filter((tree) => tree.endsWith(`/${value}`));
      return [place, ...named].filter((tree) => world.lstat(tree).kind !== "absent");
    });
