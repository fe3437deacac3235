/** Configuration of a repository that makes git read, and so print, files outside it or secrets of it. */
import { basename, dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { absolutePath, foldSegment, isInside, realPath, secretFile } from "../index.ts";
import { type ConfigEntry, type GitConfig, pathValue } from "./config.ts";
import type { Repo } from "./repo.ts";

/** Names, addresses and commands; and the two paths that are followed where the repository and its hooks are found. */
const NO_FILE =
  /^(?:(?:remote|url|branch|submodule|user|credential|alias|difftool|mergetool|guitool|http|safe|gui|pretty)\.|core\.(?:worktree|hookspath|sshcommand|editor|pager)$)/;
/** Keys that name a file whatever their value looks like. */
const NAMES_FILE = /(?:file|template|path|skiplist)$/;
/** Values that say themselves that they are paths which may lead away. */
const LEADS_AWAY = /^(?:[/\\].|~.|%\(prefix\)|[A-Za-z]:[/\\])|(?:^|[/\\])\.\.(?:[/\\]|$)/;

/** Why git may read such files; null when its configuration names none. */
export function readsOutside(repo: Repo, config: GitConfig, world: World): string | null {
  const found = config.entries.find((entry) => entry.scope === "repository" && leadsOut(entry, repo, world));
  return found === undefined ? null : `${found.key} in ${found.file} names a file outside the repository, or a secret`;
}

function leadsOut({ key, value, certain, file }: ConfigEntry, repo: Repo, world: World): boolean {
  if (value === null || value === "" || NO_FILE.test(key)) return false;
  if (!NAMES_FILE.test(key) && !LEADS_AWAY.test(value)) return false;
  const path = certain ? pathValue(value, world) : undefined;
  if (path === undefined) return true;
  const base = key.startsWith("include") ? dirname(file) : (repo.workTree ?? repo.gitDir);
  const real = realPath(absolutePath(path, base, world), world);
  const roots = [repo.workTree, repo.gitDir, repo.commonDir].filter((root) => root !== null);
  if (secretFile(foldSegment(basename(real.path))) !== undefined) return true;
  return real.problem !== null || !roots.some((root) => isInside(real.path, root));
}
