/**
 * What of git an open rule covers: a closed list of commands that people type, and of what they put into history only files that hold
 * no secret. The rest is covered by a rule that spells it out.
 */
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { openWorkTree, type WorkTree } from "../../machine/git/index.ts";
import { toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isCredential } from "../proofs/credentials.ts";
import { type GitFront, gitFront, gitStands, isGit } from "./git-base.ts";

const COMMANDS: ReadonlySet<string> = new Set(
  (
    "add am annotate apply archive bisect blame branch checkout cherry cherry-pick clean clone commit config describe diff difftool " +
    "fetch format-patch gc grep help init lfs log maintenance merge mergetool mv notes prune pull push range-diff rebase reflog remote repack " +
    "rerere reset restore revert rm shortlog show show-branch sparse-checkout stage stash status submodule switch tag version whatchanged worktree " +
    // What scripts ask.
    "cat-file check-attr check-ignore check-mailmap check-ref-format count-objects diff-files diff-index diff-tree for-each-ref fsck " +
    "ls-files ls-remote ls-tree merge-base merge-tree name-rev rev-list rev-parse show-ref var verify-commit verify-tag"
  ).split(" "),
);

/** How many files and directories that git does not know are looked at. */
const MAX_LOOKS = 20_000;

/** `fixed`: the words the rule spells out. */
export function isUncoveredGit(command: SubCommand, fixed: readonly string[], call: PolicyCall): boolean {
  const front = isGit(command) ? gitFront(command) : undefined;
  if (front === undefined) return false;
  if (front.sub === null) return true;
  const isSpelled = fixed.includes(front.sub) || fixed.some((word) => word.endsWith(`git-${front.sub}`));
  if (!COMMANDS.has(front.sub)) return !isSpelled && !onlyAsks(front);
  return keepsSecret(command, { front, fixed }, call);
}

/** Of these one form only reads. */
function onlyAsks({ sub, rest }: GitFront): boolean {
  const values = rest.map(({ value }) => value ?? "\0");
  if (sub === "symbolic-ref")
    return (
      values.every((value) => /^(?:-q|--quiet|--short|--no-recurse|[\w/]+)$/.test(value)) &&
      values.filter((value) => !value.startsWith("-")).length === 1
    );
  return sub === "hash-object" && values.every((value) => /^(?!-)[\w./-]+$/.test(value));
}

interface Kept {
  readonly front: GitFront;
  readonly fixed: readonly string[];
}

/** It puts a file with a secret, or one git is told to ignore, where `git diff --cached`, `git show` and `git push` find it. */
function keepsSecret(command: SubCommand, { front, fixed }: Kept, call: PolicyCall): boolean {
  const words = front.rest.filter(({ value }) => value === null || !fixed.slice(1).includes(value));
  if (front.sub === "add" || front.sub === "stage") return addsSecret(command, words, call);
  if (front.sub !== "stash") return false;
  const [verb] = words;
  if (verb !== undefined && /^(?:list|show|pop|apply|drop|clear|branch)$/.test(verb.value ?? "")) return false;
  if (words.some(({ value }) => value === null || /^-[a-z]*a|^--a/.test(value))) return true;
  return words.some(({ value }) => /^-[a-z]*u|^--i/.test(value ?? "")) && hasLooseSecret(command, call);
}

/** Options of `git add` that bring nothing more in. */
const PLAIN =
  /^(?:-[AnvpiueN]+|--(?:all|dry-run|verbose|patch|interactive|update|edit|intent-to-add|renormalize|refresh|ignore-errors|ignore-removal|no-all|no-ignore-removal|chmod=[+-]x|sparse))$/;

function addsSecret(command: SubCommand, words: readonly KnownWord[], call: PolicyCall): boolean {
  const ends = words.findIndex(({ value }) => value === "--");
  const options = words.filter(({ value }, i) => (ends < 0 || i < ends) && /^-./.test(value ?? ""));
  if (options.some(({ value }) => !PLAIN.test(value ?? ""))) return true;
  const operands = words.filter((word) => !options.includes(word) && word.value !== "--");
  const from = gitStands(command, call.world);
  if (from === undefined || operands.some(({ value, splits }) => value === null || splits)) return true;
  const paths = operands.map(({ value }) => toTarget(value ?? "", from, call.world));
  if (paths.some((target) => isCredential({ do: "read", target, recursive: false, content: true }, call))) return true;
  // A file by its name is nothing but that file; a directory or a pattern brings what lies there.
  const isFile = ({ value }: KnownWord, i: number): boolean =>
    !/[*?[\\]|^:/.test(value ?? "") && call.world.lstat(paths[i]?.path ?? "").kind !== "directory";
  return !(operands.length > 0 && operands.every(isFile)) && hasLooseSecret(command, call);
}

/** A file with a secret that git neither knows nor ignores; or nobody can tell. */
function hasLooseSecret(command: SubCommand, call: PolicyCall): boolean {
  const { world } = call;
  const from = gitStands(command, world);
  const tree = from === undefined ? undefined : openWorkTree(from, world);
  // Without an index that can be read nothing is known to git; without a repository nothing is added.
  if (tree === undefined) return from === undefined;
  let left = MAX_LOOKS;
  const todo = [tree.root];
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    const loose = looseIn(dir, tree, call);
    left -= loose.length;
    if (left < 0 || loose.some(({ path, isDirectory }) => !isDirectory && isSecret(path, call))) return true;
    todo.push(...loose.filter(({ isDirectory }) => isDirectory).map(({ path }) => path));
  }
  return false;
}

const isSecret = (path: string, call: PolicyCall): boolean =>
  isCredential({ do: "read", target: toTarget(path, "/", call.world), recursive: false, content: true }, call);

/** Directories, and what git neither knows nor ignores. */
const looseIn = (dir: string, tree: WorkTree, { world }: PolicyCall): readonly Loose[] =>
  (world.readDir(dir) ?? [])
    .filter((name) => name !== ".git")
    .map((name) => `${dir === "/" ? "" : dir}/${name}`)
    .filter((path) => !tree.names(path))
    .map((path) => ({ path, isDirectory: world.lstat(path).kind === "directory" }))
    .filter(({ path, isDirectory }) => !tree.ignores(path, isDirectory));

interface Loose {
  readonly path: string;
  readonly isDirectory: boolean;
}
