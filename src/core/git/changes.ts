/** Sub-commands that go forward: what each would touch. Undefined wherever it is used in another way than the one that is known. */
import { basename } from "node:path/posix";
import type { SortedUse } from "../../contract/simple.ts";
import type { Scene, Touch } from "../types.ts";
import { isBelow, isThere } from "./files.ts";
import { isNewName } from "./newname.ts";
import type { Personal } from "./personal.ts";
import type { Repository } from "./repository.ts";
import { changedFiles, stagedFiles } from "./staging.ts";
import { isTrackedClean } from "./tracked.ts";
import { filesNamed, has, hasOnly, ownOptions, placesNamed } from "./use.ts";

/** Where a use of git stands; no part of `cwd` is a link. */
export interface GitStanding {
  readonly cwd: string;
  readonly scene: Scene;
  readonly repo: Repository;
  readonly personal: Personal;
  readonly isSecretName?: ((path: string) => boolean) | undefined;
}

type Answer = readonly Touch[] | undefined;

const RENAMED_MAX = 200;

/** All of these lie in the work tree. */
const inTree = (paths: readonly string[] | undefined, { repo }: GitStanding): readonly string[] | undefined =>
  paths?.every((path) => isBelow(path, repo.workTree) && !isBelow(path, repo.gitDir)) ? paths : undefined;

const staged = (paths: readonly string[] | undefined): Answer => paths?.map((path) => ({ role: "stage", path }));

export function provesAdd(use: SortedUse, at: GitStanding): Answer {
  if (!hasOnly(use, "-A --all -u --update -v --verbose")) return undefined;
  const isUpdate = has(use, "-u");
  const named = inTree(placesNamed(use, at.cwd, at.scene), at);
  const isWhole = use.operands.length === 0 && (isUpdate || has(use, "-A"));
  const roots = isWhole ? [at.repo.workTree] : named;
  if (roots === undefined) return undefined;
  const staging = { repo: at.repo, roots, disk: at.scene.disk };
  return staged(isUpdate ? changedFiles(staging) : stagedFiles(staging));
}

/** What was staged was judged when it was staged; `-a` and places take changed files in besides. A message is there, so that no editor starts. */
export function provesCommit(use: SortedUse, at: GitStanding): Answer {
  if (!hasOnly(use, "-m --message -F --file -a --all -q --quiet -s --signoff --allow-empty")) return undefined;
  const options = ownOptions(use);
  const file = options.find(({ names }) => names.includes("-F"))?.value?.value;
  const hasMessage = options.some(({ names, value }) => names.includes("-m") && (value?.value ?? "").trim() !== "");
  if (file === null || (file === undefined) !== hasMessage) return undefined;
  const message = file === undefined || file === "-" ? [] : filesNamed({ ...use, operands: [operand(file)] }, at.cwd);
  const named = inTree(placesNamed(use, at.cwd, at.scene), at);
  if (message === undefined || named === undefined) return undefined;
  const roots = has(use, "-a") ? [at.repo.workTree] : named;
  const changed =
    roots.length === 0 ? [] : changedFiles({ repo: at.repo, roots, disk: at.scene.disk, matters: at.isSecretName });
  const taken = staged(changed);
  return taken && [...message.map((path): Touch => ({ role: "read", path })), ...taken];
}

const operand = (value: string): SortedUse["operands"][number] => ({
  word: { value, text: value, prefix: value },
  role: "read",
});

const LISTS_TAGS =
  "-l --list -n --sort --format --contains --no-contains --merged --no-merged --points-at --column --no-column";

export function provesTag(use: SortedUse, at: GitStanding): Answer {
  const asksForList = ["-l", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"].some((name) =>
    has(use, name),
  );
  if ((use.operands.length === 0 || asksForList) && hasOnly(use, LISTS_TAGS)) return [];
  const message = ownOptions(use).find(({ names }) => names.includes("-m"));
  const needsEditor = has(use, "-a") && message === undefined;
  if (!hasOnly(use, "-a --annotate -m --message") || needsEditor || use.operands.length > 2) return undefined;
  return isNew(use.operands[0]?.word.value, at) ? [] : undefined;
}

const LISTS_BRANCHES =
  "-a --all -r --remotes -l --list --show-current -v -vv --verbose --merged --no-merged --contains --no-contains --format --sort " +
  "--points-at --color --no-color --column --no-column --abbrev -i --ignore-case";

export function provesBranch(use: SortedUse, at: GitStanding): Answer {
  const asksForList = ["-l", "--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];
  if ((use.operands.length === 0 || asksForList.some((name) => has(use, name))) && hasOnly(use, LISTS_BRANCHES))
    return [];
  if (!hasOnly(use, "-q --quiet --no-track") || use.operands.length !== 1) return undefined;
  return isNew(use.operands[0]?.word.value, at) ? [] : undefined;
}

/** What git keeps of a merge, a pick or a rebase that somebody is in the middle of: a new branch would forget it. */
const UNDER_WAY =
  "MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD REBASE_HEAD SQUASH_MSG MERGE_MSG AUTO_MERGE rebase-merge rebase-apply sequencer BISECT_LOG".split(
    " ",
  );

/** From where one is, so that no file changes. */
export function provesNewBranch(use: SortedUse, at: GitStanding): Answer {
  const option = use.path[0] === "switch" ? "-c" : "-b";
  const [given, ...more] = ownOptions(use).filter(({ names }) => names.includes(option));
  if (!hasOnly(use, `${option} -q --quiet`) || more.length > 0 || use.operands.length > 0) return undefined;
  if (UNDER_WAY.some((name) => isThere(`${at.repo.gitDir}/${name}`, at.scene.disk))) return undefined;
  return isNew(given?.value?.value, at) ? [] : undefined;
}

const isNew = (name: string | null | undefined, { repo, personal, cwd, scene }: GitStanding): boolean =>
  name != null && isNewName(name, repo, { cwd, personal, disk: scene.disk });

export function provesRemoval(use: SortedUse, at: GitStanding): Answer {
  const files = inTree(filesNamed(use, at.cwd), at);
  if (!hasOnly(use, "-q --quiet --cached") || !areClean(files, at)) return undefined;
  return has(use, "--cached") ? [] : files?.map((path) => ({ role: "delete", path }));
}

export function provesMove(use: SortedUse, at: GitStanding): Answer {
  const files = inTree(filesNamed(use, at.cwd), at);
  const target = files?.at(-1);
  const from = files?.slice(0, -1) ?? [];
  if (!hasOnly(use, "-v --verbose") || target === undefined || !areClean(from, at)) return undefined;
  const { disk } = at.scene;
  const isInto = disk.lstat(target).kind === "directory";
  const to = isInto ? from.map((path) => `${target}/${basename(path)}`) : [target];
  if ((!isInto && from.length !== 1) || to.some((path) => isThere(path, disk))) return undefined;
  return [
    ...from.map((path): Touch => ({ role: "move", path })),
    ...to.map((path): Touch => ({ role: "write", path })),
  ];
}

const areClean = (files: readonly string[] | undefined, { scene }: GitStanding): files is readonly string[] =>
  files !== undefined &&
  files.length > 0 &&
  files.length <= RENAMED_MAX &&
  files.every((path) => isTrackedClean(path, scene));
