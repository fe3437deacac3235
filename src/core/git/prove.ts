/**
 * Whether a git command is harmless where it stands: it is a sub-command of the closed list, nothing of the repository would be
 * started, no variable bends git, and what it touches is told. Git itself is never run.
 */
import { resolve } from "node:path/posix";
import type { SortedUse } from "../../contract/simple.ts";
import type { Scene, Touch } from "../types.ts";
import * as changes from "./changes.ts";
import { isBelow, realPath } from "./files.ts";
import { populatedSubmodules } from "./gitindex.ts";
import { isHarmlessFor, leadsIntoProject } from "./harmless.ts";
import { HOOKS, startsNoHook } from "./hooks.ts";
import { readPersonal } from "./personal.ts";
import { isPlain } from "./plain.ts";
import { discover, findRepository, type Repository } from "./repository.ts";
import { changedFiles } from "./staging.ts";
import { has, hasOnly, isKnown, placesRead, startOf } from "./use.ts";

export interface GitCall {
  /** Absolute. */
  readonly cwd: string;
  readonly scene: Scene;
  /** Tracked names that matter where contents are shown or committed; absent: all. */
  readonly isSecretName?: (path: string) => boolean;
}

type Prover = (use: SortedUse, at: changes.GitStanding) => readonly Touch[] | undefined;

const READ =
  ",status,rev-parse,rev-list,describe,ls-files,ls-tree,cat-file,merge-base,for-each-ref,show-ref,check-ignore,count-objects," +
  "worktree list,remote,remote get-url";
const PAGED =
  "log,show,shortlog,blame,stash list,reflog show,config get,config list,config --get,branch --list,tag --list";
const reads: Prover = (use, { cwd }) => placesRead(use, cwd);
const readers = (names: string): readonly (readonly [string, Prover])[] =>
  names.split(",").map((name) => [name, reads]);

/** The closed list, by sub-command and what is asked of it: those that only read, and those that write more than the index. */
const READERS: ReadonlyMap<string, Prover> = new Map([...readers(READ), ...readers(PAGED), ["diff", provesDiff]]);
const CHANGERS: ReadonlyMap<string, Prover> = new Map([
  ["add", changes.provesAdd],
  ["commit", changes.provesCommit],
  ["tag", changes.provesTag],
  ["branch", changes.provesBranch],
  ["checkout", changes.provesSwitch],
  ["switch", changes.provesSwitch],
  ["rm", changes.provesRemoval],
  ["mv", changes.provesMove],
]);
/** On a terminal these start a pager. */
const PAGES: ReadonlySet<string> = new Set(["diff", ...PAGED.split(",")]);

/** What it touches; undefined: nothing is known. Never throws. */
export function proveGit(use: SortedUse, { cwd, scene, isSecretName }: GitCall): readonly Touch[] | undefined {
  const name = nameOf(use);
  const proves = READERS.get(name) ?? CHANGERS.get(name);
  const named = startOf(use, cwd);
  const start = named === undefined ? undefined : realPath(named, scene.disk);
  if (proves === undefined || start === undefined || !isKnown(use) || !isUnbent(scene)) return undefined;
  if (PAGES.has(name) && scene.process?.terminal && !has(use, "--no-pager")) return undefined;
  const found = discover(start, scene.disk);
  if (found === "none") return provesOutside(use, start);
  const personal = found && readPersonal(found, scene);
  if (found === undefined || personal === undefined || leadsIntoProject(personal)) return undefined;
  if (CHANGERS.has(name) && !isOwnWork(start, found, scene)) return undefined;
  if (!startsNothing(name, found, scene)) return undefined;
  return proves(use, { cwd: start, scene, repo: found, personal, matters: isSecretName });
}

const ASKS_CONFIG = ["--get", "--get-all", "--get-regexp", "--list", "-l"];
const ASKS_REFS = ["-l", "--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];
const LISTS_REFS = `${ASKS_REFS.join(" ")} -a --all -r --remotes --show-current -v -vv --verbose -n --format --sort --color --no-color --column --no-column --abbrev -i --ignore-case`;

/** Some sub-commands list without a word, or with an option, and change something otherwise. */
function nameOf(use: SortedUse): string {
  const name = use.path.join(" ");
  if (name === "config") return has(use, ...ASKS_CONFIG) ? "config --get" : "config --set";
  if ((name === "remote" || name === "") && use.operands.length > 0) return "unknown";
  const lists = (name === "branch" || name === "tag") && (use.operands.length === 0 || has(use, ...ASKS_REFS));
  return lists && hasOnly(use, LISTS_REFS) ? `${name} --list` : name;
}

/** Names of git's family that say whom it is and how it looks, or what it starts for a connection, an editor or a pager. */
const HARMLESS_VARIABLE = new RegExp(
  `^GIT_(?:${[
    "(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|(?:SEQUENCE_)?EDITOR|PAGER|PAGER_IN_USE|TERMINAL_PROMPT|ASKPASS|SSH|SSH_COMMAND",
    "SSH_VARIANT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|CONFIG_NOSYSTEM|ATTR_NOSYSTEM|ADVICE|PS1_\\w+|LFS_SKIP_SMUDGE|HTTP_USER_AGENT",
  ].join("|")})$`,
);

function isUnbent({ process, disk }: Scene): boolean {
  if (process === undefined || disk.platform === "win32") return false;
  return ![...process.variables].some((name) => name.startsWith("GIT_") && !HARMLESS_VARIABLE.test(name));
}

/** Git says that there is no repository, and does nothing; but `git diff` compares any two places then. */
function provesOutside(use: SortedUse, cwd: string): readonly Touch[] {
  if (use.path[0] !== "diff") return [];
  return use.operands.map(({ word }) => ({ role: "search", path: resolve(cwd, word.value ?? "") }));
}

/** In the project, by where links lead; and not the repository of a whole home. */
function isOwnWork(start: string, { workTree }: Repository, { call, disk }: Scene): boolean {
  const roots = [call.projectRoot, ...call.additional].flatMap((root) => realPath(root, disk) ?? []);
  const home = realPath(disk.home, disk);
  return home !== undefined && !isBelow(home, workTree) && roots.some((root) => isBelow(start, root));
}

/** Nothing of the repository's: no setting, no hook, nothing borrowed or planted, and the same of its populated submodules. */
function startsNothing(sub: string, repo: Repository, scene: Scene): boolean {
  const personal = readPersonal(repo, scene);
  if (personal === undefined || !isHarmlessFor(sub, repo, personal)) return false;
  if (!isPlain(repo, CHANGERS.has(sub), scene) || !startsNoHook(sub, repo, personal, scene)) return false;
  if (HOOKS[sub] === undefined) return true;
  return populatedSubmodules(repo, scene.disk)?.every((place) => isQuietInside(place, scene)) ?? false;
}

/** Git looks for changes in a submodule by running its own status there. Each lies in the work tree of the one before, so that this ends. */
function isQuietInside(place: string, scene: Scene): boolean {
  const repo = findRepository(place, scene.disk);
  return repo?.workTree === place && startsNothing("status", repo, scene);
}

/** It prints what changed in the work tree; with a place outside of it, it compares any two files. */
function provesDiff(use: SortedUse, { repo, scene, cwd, matters }: changes.GitStanding): readonly Touch[] | undefined {
  const touches = placesRead(use, cwd);
  const isInside = use.operands.every(({ word }) => isBelow(resolve(cwd, word.value ?? ""), repo.workTree));
  if (touches === undefined || !isInside || has(use, "--cached", "--staged")) return isInside ? touches : undefined;
  const shown = changedFiles({ repo, roots: [repo.workTree], disk: scene.disk, matters });
  return shown && [...touches, ...shown.map((path): Touch => ({ role: "read", path }))];
}
