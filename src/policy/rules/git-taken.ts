/**
 * What an open rule on git says nothing of: taking away the project's own deny and ask rules with the rest of a tree, losing what only the
 * index has, and showing settings with a secret in them.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, hasStagedOnly, isSameIn, settingsFiles, trackedClean } from "../../machine/git/index.ts";
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { holdsSecret } from "../proofs/settings-with-secrets.ts";
import { type GitFront, gitFront, gitStands, isGit } from "./git-base.ts";
import { treeRoots } from "./git-roots.ts";

export function takesMore(command: SubCommand, spelled: readonly string[], call: PolicyCall): boolean {
  const front = isGit(command) ? gitFront(command) : undefined;
  if (front === undefined) return false;
  return (
    takesRules(command, front, call) || losesStaged(command, call) || tellsSecret(command, { front, spelled }, call)
  );
}

const RULES = ".sallyport/settings.json";

function takesRules(command: SubCommand, front: GitFront, call: PolicyCall): boolean {
  if (treeRoots(command, call).length === 0) return false;
  const repo = findRepo(call.projectRoot, call.world);
  const top = repo?.workTree;
  if (repo === undefined || top === undefined || top === null) return false;
  const files = upTo(call.projectRoot, top)
    .map((dir) => `${dir === "/" ? "" : dir}/${RULES}`)
    .filter((file) => call.world.lstat(file).kind !== "absent");
  return files.some((file) => {
    const tracked = trackedClean(file, call.world);
    const inTree = file.slice(top === "/" ? 1 : top.length + 1);
    if (tracked === "untracked")
      return takesUntracked(front) || !staysUntracked(front, (rev) => isSameIn(repo, rev, inTree, call.world));
    if (tracked !== "clean") return !CHANGES_NO_FILE.test(front.sub ?? "");
    const rev = revisionIn(front);
    return rev === undefined || !isSameIn(repo, rev, inTree, call.world);
  });
}

function upTo(from: string, top: string): readonly string[] {
  if (!isInside(from, top)) return [from];
  return from === top ? [from] : [from, ...upTo(from.slice(0, from.lastIndexOf("/")) || "/", top)];
}

const CHANGES_NO_FILE = /^(?:worktree|clone|init)$/;
const wordsOf = ({ rest }: GitFront): readonly string[] => rest.map(({ value }) => value ?? "\0");

/** `git clean`, `git stash -u`: what git does not know goes. */
function takesUntracked(front: GitFront): boolean {
  const words = wordsOf(front);
  if (front.sub === "clean") return !words.some((word) => /^(?:-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/.test(word));
  return (
    front.sub === "stash" && words.some((word) => /^(?:-[a-z]*[ua][a-z]*|--include-untracked|--all|\0.*)$/.test(word))
  );
}

/** What is not tracked is overwritten only where a revision has it. */
function staysUntracked(front: GitFront, same: (rev: string) => boolean): boolean {
  if (!/^(?:checkout|switch|reset|restore|read-tree)$/.test(front.sub ?? "")) return true;
  const rev = revisionIn(front);
  return rev !== undefined && same(rev);
}

/** The one revision whose files the command leaves: HEAD where it stays; undefined: another, or not known. */
function revisionIn(front: GitFront): string | undefined {
  const words = wordsOf(front);
  // What stands behind `--` are paths.
  const before = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  const operands = before.filter((word) => !word.startsWith("-"));
  switch (front.sub) {
    case "stash":
      return /^(?:pop|apply|branch)$/.test(operands[0] ?? "") ? undefined : "HEAD";
    case "clean":
    case "worktree":
      return "HEAD";
    case "restore":
    case "rm":
    case "mv":
      return words.some((word) => /^(?:-s|--source)/.test(word)) ? undefined : "HEAD";
    case "reset":
      return operands.length === 0 ? "HEAD" : operands[0];
    case "checkout":
    case "switch":
      return revisionEntered(words, operands);
    default:
      return undefined;
  }
}

function revisionEntered(words: readonly string[], operands: readonly string[]): string | undefined {
  if (words.includes("--orphan")) return undefined;
  const start = words.some((word) => /^-[bBcC]$/.test(word)) ? operands[1] : operands[0];
  return start === undefined || start === "." ? "HEAD" : start;
}

/** What git throws away can come back from a restore point, but not what only the index holds. */
function losesStaged({ effects }: SubCommand, call: PolicyCall): boolean {
  if (!effects.some((effect) => effect.do === "vcs" && effect.op === "discard")) return false;
  const repo = findRepo(call.projectRoot, call.world);
  return repo !== undefined && hasStagedOnly(repo, call.world);
}

/** Names of settings whose value is no address and no secret. */
const PLAIN_SETTING =
  /^(?:user\.(?:name|email)|init\.\w+|pull\.\w+|push\.\w+|core\.(?!sshCommand)\w+|branch\..*|color\..*|merge\.\w+|rebase\.\w+)$/i;

/** Commands that print settings or addresses as they stand. */
function tellsSecret(
  command: SubCommand,
  { front, spelled }: { readonly front: GitFront; readonly spelled: readonly string[] },
  call: PolicyCall,
): boolean {
  const words = wordsOf(front);
  const tells =
    (front.sub === "config" && !words.some((word) => PLAIN_SETTING.test(word))) ||
    (front.sub === "var" && words.some((word) => /^-l$|\0/.test(word))) ||
    (front.sub === "remote" &&
      (words.length > 0 ? !/^(?:add|remove|rm|rename|prune|set-head)$/.test(words[0] ?? "") : false)) ||
    (front.sub === "ls-remote" && words.includes("--get-url"));
  if (!tells || words.some((word) => spelled.includes(word))) return false;
  const from = gitStands(command, call.world);
  return from === undefined || settingsFiles(from, call.world).some((file) => holdsSecret(file, call.world));
}
