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
import { startsNoHook } from "./hooks.ts";
import { readPersonal } from "./personal.ts";
import { isPlain } from "./plain.ts";
import { discover, findRepository, type Repository } from "./repository.ts";
import { changedFiles } from "./staging.ts";
import { valuesOf } from "./syntax.ts";
import { GIT } from "./tables.ts";
import { type GitStanding, has, hasOnly, isKnown, placesRead, startOf } from "./use.ts";

export interface GitCall {
  /** Absolute. */
  readonly cwd: string;
  readonly scene: Scene;
  /** Tracked names that matter where contents are shown or committed; absent: all. */
  readonly isSecretName?: (path: string) => boolean;
}

type Prover = (use: SortedUse, at: GitStanding) => readonly Touch[] | undefined;

const reads: Prover = (use, { cwd }) => placesRead(use, cwd);

/** The closed list, by sub-command and what is asked of it: those that only read, and those that write more than the index. */
const READERS: ReadonlyMap<string, Prover> = new Map([
  ...[...GIT.reads, ...GIT.pages].map((name): [string, Prover] => [name, reads]),
  ["diff", provesDiff],
]);
const CHANGERS: ReadonlyMap<string, Prover> = new Map([
  ["add", changes.provesAdd],
  ["commit", changes.provesCommit],
  ["tag", changes.provesTag],
  ["branch", changes.provesBranch],
  ["checkout", changes.provesSwitch],
  ["switch", changes.provesSwitch],
]);
/** What it touches; undefined: nothing is known. Never throws. */
export function proveGit(use: SortedUse, { cwd, scene, isSecretName }: GitCall): readonly Touch[] | undefined {
  const name = nameOf(use);
  const proves = READERS.get(name) ?? CHANGERS.get(name);
  const named = startOf(use, cwd);
  const start = named === undefined ? undefined : realPath(named, scene.disk);
  if (proves === undefined || start === undefined || !isKnown(use) || !isUnbent(scene)) return undefined;
  if ((name === "diff" || GIT.pages.includes(name)) && scene.process?.terminal && !has(use, "--no-pager"))
    return undefined;
  const found = discover(start, scene.disk);
  if (found === "none") return provesOutside(use, start);
  const personal = found && readPersonal(found, scene);
  if (found === undefined || personal === undefined || leadsIntoProject(personal)) return undefined;
  if (CHANGERS.has(name) && !isOwnWork(start, found, scene)) return undefined;
  if (!startsNothing(name, { repo: found, personal }, scene)) return undefined;
  return proves(use, { cwd: start, scene, repo: found, personal, matters: isSecretName });
}

/** Some sub-commands list without a word, or with an option, and change something otherwise. */
function nameOf(use: SortedUse): string {
  const name = use.path.join(" ");
  if ((name === "remote" || name === "") && use.operands.length > 0) return "unknown";
  const lists = (name === "branch" || name === "tag") && (use.operands.length === 0 || has(use, ...GIT.asksForRefs));
  return lists && hasOnly(use, [...GIT.asksForRefs, ...GIT.listsRefs]) ? `${name} --list` : name;
}

function isUnbent({ process, disk }: Scene): boolean {
  if (process === undefined || disk.platform === "win32") return false;
  // Moved, and nobody told where to.
  if (process.variables.has("XDG_CONFIG_HOME") && process.values.XDG_CONFIG_HOME === undefined) return false;
  return ![...process.variables].some((name) => name.startsWith("GIT_") && !GIT.variables.includes(name));
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

type Configured = Pick<GitStanding, "repo" | "personal">;

/** Nothing of the repository's: no setting, no hook, nothing borrowed or planted, and the same of its populated submodules. */
function startsNothing(sub: string, { repo, personal }: Configured, scene: Scene): boolean {
  if (
    !isHarmlessFor(sub, repo, personal) ||
    !isPlain(repo, CHANGERS.has(sub), scene) ||
    !startsNoHook(sub, repo, personal, scene)
  )
    return false;
  // `log -p` and `show` run git there too where the person has changes of submodules shown as a diff.
  if (GIT.hooks[sub] === undefined && !valuesOf(personal.settings, "diff.submodule").includes("diff")) return true;
  return populatedSubmodules(repo, scene.disk)?.every((place) => isQuietInside(place, scene)) ?? false;
}

/** Git looks for changes in a submodule by running its own status there. Each lies in the work tree of the one before, so that this ends. */
function isQuietInside(place: string, scene: Scene): boolean {
  const repo = findRepository(place, scene.disk);
  const personal = repo && readPersonal(repo, scene);
  return repo?.workTree === place && personal !== undefined && startsNothing("status", { repo, personal }, scene);
}

/** It prints what changed in the work tree; with a place outside of it, it compares any two files. */
function provesDiff(use: SortedUse, { repo, scene, cwd, matters }: GitStanding): readonly Touch[] | undefined {
  const touches = placesRead(use, cwd);
  const isInside = use.operands.every(({ word }) => isBelow(resolve(cwd, word.value ?? ""), repo.workTree));
  if (touches === undefined || !isInside || has(use, "--cached", "--staged")) return isInside ? touches : undefined;
  const shown = changedFiles({ repo, roots: [repo.workTree], disk: scene.disk, matters });
  return shown && [...touches, ...shown.map((path): Touch => ({ role: "read", path }))];
}
