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
import { type Personal, readPersonal } from "./personal.ts";
import { isPlain } from "./plain.ts";
import { discover, type Repository } from "./repository.ts";
import { changedFiles } from "./staging.ts";
import { has, hasOnly, isKnown, ownOptions, placesRead, startOf } from "./use.ts";

export interface GitCall {
  /** Absolute. */
  readonly cwd: string;
  readonly scene: Scene;
  /** Tracked names that matter where contents are shown; absent: all. */
  readonly isSecretName?: (path: string) => boolean;
}

type Prover = (use: SortedUse, at: changes.GitStanding) => readonly Touch[] | undefined;

interface SubCommand {
  readonly proves: Prover;
  /** It writes more than the index. */
  readonly changes?: true;
  /** On a terminal it starts a pager. */
  readonly pages?: true;
}

const reads: Prover = (use, { cwd }) => placesRead(use, cwd);
const READS: SubCommand = { proves: reads };
const PAGES: SubCommand = { proves: reads, pages: true };

/** The closed list, by its path joined with blanks. */
const SUB_COMMANDS: Readonly<Record<string, SubCommand>> = {
  "": READS,
  status: READS,
  diff: { proves: provesDiff, pages: true },
  log: PAGES,
  show: PAGES,
  shortlog: PAGES,
  blame: PAGES,
  "stash list": PAGES,
  "reflog show": PAGES,
  "rev-parse": READS,
  "rev-list": READS,
  describe: READS,
  "ls-files": READS,
  "ls-tree": READS,
  "cat-file": READS,
  "merge-base": READS,
  "for-each-ref": READS,
  "show-ref": READS,
  "check-ignore": READS,
  "count-objects": READS,
  "worktree list": READS,
  remote: { proves: provesRemotes },
  "remote get-url": READS,
  config: { proves: provesConfig, pages: true },
  "config get": PAGES,
  "config list": PAGES,
  add: { proves: changes.provesAdd, changes: true },
  commit: { proves: changes.provesCommit, changes: true },
  tag: { proves: changes.provesTag, changes: true, pages: true },
  branch: { proves: changes.provesBranch, changes: true, pages: true },
  checkout: { proves: changes.provesNewBranch, changes: true },
  switch: { proves: changes.provesNewBranch, changes: true },
  rm: { proves: changes.provesRemoval, changes: true },
  mv: { proves: changes.provesMove, changes: true },
};

/** What it touches; undefined: nothing is known. Never throws. */
export function proveGit(use: SortedUse, { cwd, scene, isSecretName }: GitCall): readonly Touch[] | undefined {
  const sub = SUB_COMMANDS[use.path.join(" ")];
  const named = startOf(use, cwd);
  const start = named === undefined ? undefined : realPath(named, scene.disk);
  if (sub === undefined || start === undefined || !isKnown(use) || !isUnbent(scene)) return undefined;
  if (sub.pages && scene.process?.terminal && !has(use, "--no-pager")) return undefined;
  const repo = discover(start, scene.disk);
  const personal = repo === undefined ? undefined : readPersonal(repo === "none" ? undefined : repo, scene);
  if (repo === undefined || personal === undefined || leadsIntoProject(personal)) return undefined;
  if (repo === "none") return provesOutside(use, sub, start);
  if (sub.changes && !isOwnWork(start, repo, scene)) return undefined;
  if (!startsNothing(use.path[0] ?? "", { repo, personal, scene, changes: sub.changes ?? false, depth: 0 }))
    return undefined;
  return sub.proves(use, { cwd: start, scene, repo, personal, isSecretName });
}

/** Names of git's family that change where it writes, whom it is, or what it starts for a connection or an editor. */
const HARMLESS_VARIABLE =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|(?:SEQUENCE_)?EDITOR|PAGER|PAGER_IN_USE|TERMINAL_PROMPT|ASKPASS|SSH|SSH_COMMAND|SSH_VARIANT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|CONFIG_NOSYSTEM|ATTR_NOSYSTEM|ADVICE|PS1_\w+|LFS_SKIP_SMUDGE|HTTP_USER_AGENT)$/;

function isUnbent({ process, disk }: Scene): boolean {
  if (process === undefined || disk.platform === "win32") return false;
  return ![...process.variables].some((name) => name.startsWith("GIT_") && !HARMLESS_VARIABLE.test(name));
}

/** Git says that there is no repository, and does nothing; but `git diff` compares any two places then. */
function provesOutside(use: SortedUse, sub: SubCommand, cwd: string): readonly Touch[] | undefined {
  if (sub.changes) return [];
  if (use.path[0] === "config") return provesConfig(use);
  if (use.path[0] !== "diff") return [];
  return use.operands.map(({ word }) => ({ role: "search", path: resolve(cwd, word.value ?? "") }));
}

/** In the project, by where links lead; and not the repository of a whole home. */
function isOwnWork(start: string, { workTree }: Repository, { call, disk }: Scene): boolean {
  const roots = [call.projectRoot, ...call.additional].map((root) => realPath(root, disk));
  const home = realPath(disk.home, disk);
  if (home === undefined || isBelow(home, workTree)) return false;
  return roots.some((root) => root !== undefined && isBelow(start, root));
}

const DEPTH_MAX = 4;

interface Looked {
  readonly repo: Repository;
  readonly personal: Personal;
  readonly scene: Scene;
  readonly changes: boolean;
  readonly depth: number;
}

/** Nothing of the repository's: no setting, no hook, nothing borrowed or planted, and the same of its populated submodules. */
function startsNothing(sub: string, { repo, personal, scene, changes, depth }: Looked): boolean {
  if (!isHarmlessFor(sub, repo, personal) || !isPlain(repo, changes, scene)) return false;
  if (!startsNoHook(sub, repo, personal, scene)) return false;
  if (!Object.hasOwn(HOOKS, sub)) return true;
  const inner = populatedSubmodules(repo, scene.disk);
  if (inner === undefined || (inner.length > 0 && depth >= DEPTH_MAX)) return false;
  return inner.every((place) => {
    const found = discover(place, scene.disk);
    if (found === undefined || found === "none" || found.workTree !== place) return false;
    const persons = readPersonal(found, scene);
    return (
      persons !== undefined &&
      startsNothing("", { repo: found, personal: persons, scene, changes: false, depth: depth + 1 })
    );
  });
}

/** Of the work tree it prints what changed; with a place outside of it, it compares any two files. */
function provesDiff(use: SortedUse, at: changes.GitStanding): readonly Touch[] | undefined {
  const { repo, scene, cwd } = at;
  const named = use.operands.map(({ word }) => resolve(cwd, word.value ?? ""));
  const touches = placesRead(use, cwd);
  if (touches === undefined || named.some((path) => !isBelow(path, repo.workTree))) return undefined;
  if (has(use, "--cached") || has(use, "--staged")) return touches;
  const shown = changedFiles({ repo, roots: [repo.workTree], disk: scene.disk, matters: at.isSecretName });
  return shown && [...touches, ...shown.map((path): Touch => ({ role: "read", path }))];
}

function provesRemotes(use: SortedUse): readonly Touch[] | undefined {
  return hasOnly(use, "-v --verbose") && use.operands.length === 0 ? [] : undefined;
}

const ASKS = ["--get", "--get-all", "--get-regexp", "--list", "-l"];

/** With one word it reads, with two it writes. */
function provesConfig(use: SortedUse): readonly Touch[] | undefined {
  const known = `${ASKS.join(" ")} --global --local --system --show-origin --show-scope --name-only --includes --type --bool --int --path -z --null --default`;
  const asks = ASKS.some((name) => has(use, name)) || ["get", "list"].includes(use.path[1] ?? "");
  if (
    !hasOnly(use, known) ||
    (!asks && (use.operands.length !== 1 || ownOptions(use).some(({ names }) => names.includes("--default"))))
  )
    return undefined;
  return [];
}
