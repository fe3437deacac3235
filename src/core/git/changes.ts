/** Sub-commands that go forward: what each would touch. Undefined wherever one is used in another way than the one that is known. */
import type { SortedUse } from "../../contract/simple.ts";
import type { Touch } from "../types.ts";
import { isBelow, isThere, listDir } from "./files.ts";
import { isNewName } from "./newname.ts";
import { changedFiles, stagedFiles } from "./staging.ts";
import { GIT } from "./tables.ts";
import { type GitStanding, has, hasOnly, placesNamed, placesRead } from "./use.ts";

type Answer = readonly Touch[] | undefined;

/** With options of the closed list alone. */
const isKnownUse = (use: SortedUse): boolean => hasOnly(use, GIT.options[use.path[0] ?? ""] ?? []);

const as = (role: Touch["role"], paths: readonly string[] | undefined): Answer =>
  paths?.map((path) => ({ role, path }));

/** All of them lie in the work tree. */
function placesInTree(use: SortedUse, { cwd, scene, repo }: GitStanding): readonly string[] | undefined {
  const places = placesNamed(use, cwd, scene);
  return places?.every((path) => isBelow(path, repo.workTree) && !isBelow(path, repo.gitDir)) ? places : undefined;
}

export function provesAdd(use: SortedUse, at: GitStanding): Answer {
  const named = placesInTree(use, at);
  if (named === undefined || !isKnownUse(use)) return undefined;
  const roots = named.length === 0 && has(use, "-A", "--all", "-u", "--update") ? [at.repo.workTree] : named;
  const staging = { repo: at.repo, roots, disk: at.scene.disk };
  return as("stage", has(use, "-u", "--update") ? changedFiles(staging) : stagedFiles(staging));
}

/** In the middle of something that git would end, forget or, at the end of a commit, put back. */
const isUnderWay = ({ repo, scene }: GitStanding, names = GIT.underWay): boolean =>
  names.some((name) => isThere(`${repo.gitDir}/${name}`, scene.disk));

/** What was staged was judged when it was staged; `-a` and places take changed files in besides. With a message no editor starts. */
export function provesCommit(use: SortedUse, at: GitStanding): Answer {
  const named = placesInTree(use, at);
  const message = placesRead({ ...use, operands: [] }, at.cwd);
  const isRead = use.options.every(({ names, role }) => !names.includes("-F") || role === "read");
  const isPlain = isKnownUse(use) && has(use, "-m", "--message", "-F", "--file") && !tidiesUp(at);
  if (named === undefined || message === undefined || !isRead || !isPlain || isUnderWay(at, GIT.endsWithCommit))
    return undefined;
  const roots = has(use, "-a", "--all") ? [at.repo.workTree] : named;
  const changed = roots.length === 0 ? [] : changedFiles({ ...at, roots, disk: at.scene.disk });
  return changed && [...message, ...(as("stage", changed) ?? [])];
}

/** With about so many objects git packs and prunes behind a commit; it takes this one directory of 256 for all. */
function tidiesUp({ repo, personal, scene: { disk } }: GitStanding): boolean {
  const at = (name: string): string => `${repo.commonDir}/objects/${name}`;
  const count = (dir: string): number => (isThere(dir, disk) ? (listDir(dir, disk)?.length ?? MOST_PACK_FILES) : 0);
  const settings = [...personal.settings, ...personal.brought, ...repo.settings];
  const moved = settings.some(({ key, value }) => /^gc\.auto(?:packlimit)?$/.test(key) && value !== "0");
  return moved || count(at("17")) >= MOST_LOOSE || count(at("pack")) >= MOST_PACK_FILES;
}
/** Of 6,700, and of 50 packs with their indexes: where git begins. */
const [MOST_LOOSE, MOST_PACK_FILES] = [26, 90];

/** A branch from where one is, so that no file changes. */
export function provesSwitch(use: SortedUse, at: GitStanding): Answer {
  const names = use.options.flatMap(({ value, role }) => (role === "directory" ? [] : (value?.value ?? [])));
  if (!isKnownUse(use) || names.length !== 1 || use.operands.length > 0) return undefined;
  return !isUnderWay(at) && isNewName(names[0] ?? "", at) ? [] : undefined;
}

export function provesBranch(use: SortedUse, at: GitStanding): Answer {
  const [name, ...more] = use.operands;
  return isKnownUse(use) && more.length === 0 && isNewName(name?.word.value ?? "", at) ? [] : undefined;
}

/** At any commit; one with a note has it in its words, so that no editor starts. */
export function provesTag(use: SortedUse, at: GitStanding): Answer {
  const [name, ...more] = use.operands;
  const hasNote = !has(use, "-a", "--annotate") || has(use, "-m", "--message");
  const isPlain = isKnownUse(use) && hasNote && more.length < 2;
  return isPlain && isNewName(name?.word.value ?? "", at) ? [] : undefined;
}
