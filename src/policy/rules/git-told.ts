/** The work tree a git command is told of, or is led to, in place of the one its repository stands in. */
import { dirname } from "node:path/posix";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, otherTrees, type Repo } from "../../machine/git/index.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { type GitFront, gitFront, gitStands } from "./git-base.ts";

type ToldCall = Pick<PolicyCall, "world" | "effects" | "real">;

/** In place of a value that is not known: it could be any. */
const ANYWHERE = "/";

/** By an option, a variable or a setting; undefined: by none, or where it stands is not known. */
export function toldTree(command: SubCommand, call: ToldCall): string | undefined {
  const from = gitStands(command, call.world);
  const front = gitFront(command);
  if (from === undefined) return undefined;
  const tree = workTreeTold(command, call);
  if (tree !== undefined) return tree;
  const git = gitDirTold(command, call);
  const set = [...settingsGiven(front), ...settingsSet(front), ...settingsOf(command, call)].at(-1);
  if (set !== undefined) return absolutePath(set, git ?? findRepo(from, call.world)?.gitDir ?? from, call.world);
  return git === undefined ? undefined : from;
}

export function workTreeTold(command: SubCommand, call: ToldCall): string | undefined {
  const from = gitStands(command, call.world);
  const told = optionGiven(gitFront(command), "--work-tree") ?? variable("GIT_WORK_TREE", command, call);
  return told === undefined || from === undefined ? undefined : absolutePath(told, from, call.world);
}

export function gitDirTold(command: SubCommand, call: ToldCall): string | undefined {
  const from = gitStands(command, call.world);
  const told = optionGiven(gitFront(command), "--git-dir") ?? variable("GIT_DIR", command, call);
  return told === undefined || from === undefined ? undefined : absolutePath(told, from, call.world);
}

/** The repository it works with; undefined where there is none, or it is not known. */
export function gitRepo(command: SubCommand, call: ToldCall): Repo | undefined {
  const from = gitDirTold(command, call) ?? gitStands(command, call.world);
  return from === undefined ? undefined : findRepo(from, call.world);
}

/** Where the files of a repository stand by themselves. */
export function ownTrees(
  { commonDir, workTree, leadsBack }: Repo,
  { world }: Pick<PolicyCall, "world">,
): readonly string[] {
  const main = commonDir.endsWith("/.git") ? [dirname(commonDir)] : [];
  const own = [...main, ...(workTree !== null && leadsBack ? [workTree] : [])];
  return [...new Set(own.flatMap((tree) => [tree, ...otherTrees(tree, world)]))];
}

/** The place that its files are put to, where that is none of the repository's own. */
export function movedTree(command: SubCommand, call: ToldCall): string | undefined {
  const repo = gitRepo(command, call);
  const led = repo !== undefined && (repo.strays || !repo.leadsBack) ? (repo.workTree ?? undefined) : undefined;
  const tree = toldTree(command, call) ?? led;
  if (tree === undefined) return undefined;
  const isOwn = repo !== undefined && ownTrees(repo, call).includes(call.real(tree).path);
  return isOwn ? undefined : tree;
}

const optionGiven = (front: GitFront | undefined, wanted: string): string | undefined => {
  const given = front?.options.findLast(({ name }) => name === wanted);
  return given === undefined ? undefined : (given.value ?? ANYWHERE);
};

/** Every variable the command is started with, as far as the call sets them. */
const variables = ({ assignments }: SubCommand, { effects }: ToldCall): SubCommand["assignments"] => [
  ...assignments,
  ...effects.flatMap((effect) => (effect.do === "environment" ? [{ name: effect.name, value: effect.value }] : [])),
];

function variable(wanted: string, command: SubCommand, call: ToldCall): string | undefined {
  const given = variables(command, call).find(({ name }) => name === wanted);
  return given === undefined ? undefined : (given.value ?? ANYWHERE);
}

const SETTING = /^core\.worktree(?:=(.*))?$/is;

/** `-c core.worktree=X`, `--config-env=core.worktree=X`. */
const settingsGiven = (front: GitFront | undefined): readonly string[] =>
  (front?.options ?? []).flatMap(({ name, value }) => {
    const [whole, set] = SETTING.exec(value ?? "") ?? [];
    return whole === undefined ? [] : [name === "-c" ? (set ?? ANYWHERE) : ANYWHERE];
  });

/** `git config core.worktree X` is for every later command. */
function settingsSet(front: GitFront | undefined): readonly string[] {
  const words = front?.sub === "config" ? front.rest.map(({ value }) => value) : [];
  const at = words.findIndex((word) => SETTING.test(word ?? ""));
  const isAsked = words.some((word) => /^(?:--)?(?:get\S*|unset\S*|list)$/.test(word ?? ""));
  return at < 0 || at + 1 >= words.length || isAsked ? [] : [words[at + 1] ?? ANYWHERE];
}

/** `GIT_CONFIG_KEY_0=core.worktree GIT_CONFIG_VALUE_0=X`, `GIT_CONFIG_PARAMETERS`. */
function settingsOf(command: SubCommand, call: ToldCall): readonly string[] {
  const all = variables(command, call);
  return all.flatMap(({ name, value }) => {
    const [, number] = /^GIT_CONFIG_KEY_(\d+)$/.exec(name) ?? [];
    if (number === undefined || !SETTING.test(value ?? ""))
      return name === "GIT_CONFIG_PARAMETERS" && /core\.worktree/i.test(value ?? "") ? [ANYWHERE] : [];
    return [all.find((one) => one.name === `GIT_CONFIG_VALUE_${number}`)?.value ?? ANYWHERE];
  });
}

/** Sub-commands that leave the files of a work tree as they are. */
const LEAVES_FILES =
  /^(?:add|annotate|archive|blame|branch|bundle|cat-file|check-attr|check-ignore|cherry|commit|commit-tree|count-objects|describe|diff|diff-files|diff-index|diff-tree|fetch|for-each-ref|format-patch|fsck|gc|grep|hash-object|help|init|log|ls-files|ls-remote|ls-tree|merge-base|name-rev|notes|push|reflog|remote|rev-list|rev-parse|shortlog|show|show-ref|stage|status|symbolic-ref|tag|update-index|update-ref|var|version|whatchanged|write-tree|)$/;

/** It may write the files of the tree it works in. */
export function writesTree(command: SubCommand): boolean {
  const { sub = "", rest = [] } = gitFront(command) ?? {};
  const words = rest.map(({ value }) => value ?? "");
  if (sub === "config") return settingsSet(gitFront(command)).length > 0;
  if (sub === "reset") return words.some((word) => /^--(?:h|me|k)/.test(word));
  if (sub === "stash") return !/^(?:list|show|drop|clear)$/.test(words[0] ?? "");
  return sub === null || !LEAVES_FILES.test(sub);
}
