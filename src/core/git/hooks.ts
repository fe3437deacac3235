/** Hooks of the project that a sub-command would start. A hook that lies outside of it, by the person's own setting, is the person's. */
import type { Scene } from "../types.ts";
import { realPath } from "./files.ts";
import { isOfProject, type Personal, settingPath } from "./personal.ts";
import type { Repository } from "./repository.ts";
import { valuesOf } from "./syntax.ts";
import { GIT } from "./tables.ts";

/** Whether none of them is there to be run. */
export function startsNoHook(sub: string, repo: Repository, personal: Personal, scene: Scene): boolean {
  const names = GIT.hooks[sub] ?? [];
  const dirs = hookDirs(repo, personal, scene);
  return dirs?.every((dir) => names.every((name) => isNoHook(`${dir}/${name}`, scene))) ?? false;
}

/** Where the project's hooks may lie. The last setting counts, and the repository's stands behind the person's. */
function hookDirs(repo: Repository, personal: Personal, scene: Scene): readonly string[] | undefined {
  const read = (value: string | null) => settingPath(value, repo.workTree, scene);
  const own = valuesOf([...personal.brought, ...repo.settings], "core.hookspath").map(read);
  const persons = valuesOf(personal.settings, "core.hookspath").map(read);
  const dirs = [...persons, ...(own.length > 0 ? own : [`${repo.commonDir}/hooks`])];
  const found: string[] = [];
  for (const [i, dir] of dirs.entries()) {
    const real = dir === undefined ? undefined : realPath(dir, scene.disk);
    if (real === undefined) return undefined;
    if (i >= persons.length || isOfProject(real, repo, scene)) found.push(real);
    // A link or a file of the session's in the person's own directory.
    else if ([...scene.call.written].some((path) => path.startsWith(`${real}/`))) return undefined;
  }
  return found;
}

/** Git passes over what is not there or cannot be executed. */
function isNoHook(path: string, { disk }: Scene): boolean {
  const real = realPath(path, disk);
  if (real === undefined) return false;
  const { kind, executable } = disk.lstat(real);
  return kind === "absent" || kind === "directory" || (kind === "file" && !executable);
}
