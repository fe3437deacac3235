/** Files that what git discards in a call surely leaves as they are. */
import type { SubCommand } from "../../contract/reading.ts";
import { openWorkTree, type WorkTree } from "../../machine/git/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, isGit } from "./git-base.ts";

/** Every command of the call that discards is one of git's, and each of them leaves these files alone. */
export function leavesAlone(paths: readonly string[], call: PolicyCall): boolean {
  const tree = openWorkTree(call.projectRoot, call.world);
  if (tree === undefined || call.otherways.length > 0) return false;
  const discarding = (call.reading?.commands ?? []).filter(({ effects }) =>
    effects.some((effect) => effect.do === "vcs" && effect.op === "discard"),
  );
  return discarding.length > 0 && discarding.every((command) => paths.every((path) => isSpared(path, command, tree)));
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
