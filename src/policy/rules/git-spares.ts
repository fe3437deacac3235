/** Files that what git discards in a call surely leaves as they are. */
import type { SubCommand } from "../../contract/reading.ts";
import { openWorkTree, type WorkTree } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, isGit } from "./git-base.ts";
import { discardingCommands } from "./git-discards.ts";
import { treeRoots } from "./git-roots.ts";

/** Every command of the call that discards is one of git's, and each of them leaves these files alone. */
export function leavesAlone(paths: readonly string[], call: PolicyCall): boolean {
  const discarding = discardingCommands(call);
  if (discarding.length === 0 || call.otherways.length > 0) return false;
  return discarding.every((command) => {
    const tree = treeOf(command, call);
    return tree !== undefined && paths.every((path) => !isInside(path, tree.root) || isSpared(path, command, tree));
  });
}

/** The one tree it works in; undefined where that cannot be said. */
function treeOf(command: SubCommand, call: PolicyCall): WorkTree | undefined {
  const [root, ...others] = isGit(command) ? treeRoots(command, call) : [];
  return root === undefined || others.length > 0 ? undefined : openWorkTree(root, call.world);
}

/** Of what it does not know, `clean` takes what is not ignored, and the others only what a revision has they are told of. */
function isSpared(path: string, command: SubCommand, tree: WorkTree): boolean {
  const front = isGit(command) ? gitFront(command) : undefined;
  if (front === undefined || tree.names(path)) return false;
  const words = front.rest.map(({ value }) => value ?? "\0");
  if (words.some((word) => word.includes("\0"))) return false;
  const before = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  const operands = before.filter((word) => !word.startsWith("-"));
  switch (front.sub) {
    case "clean":
      return !before.some((word) => /^-[a-wyzA-Z]*[xXe]|^--e/.test(word)) && tree.ignores(path, false);
    case "restore":
      return !before.some((word) => /^-[a-zA-Z]*s|^--so/.test(word));
    case "reset":
      return operands.every((word) => word === "HEAD");
    case "checkout":
      return operands.every((word) => word === "." || word === "HEAD");
    default:
      return false;
  }
}
