/** Where git looks for hooks: the effective `core.hooksPath`. */
import type { World } from "../../contract/world.ts";
import { absolutePath } from "../index.ts";
import { type GitConfig, pathValue } from "./config.ts";
import type { Repo } from "./repo.ts";

/** A relative path counts from the top of the work tree; without one, every directory git might stand in is meant. */
export function hookDirs(repo: Repo, dir: string, config: GitConfig, world: World): readonly string[] | undefined {
  let dirs = [`${repo.commonDir}/hooks`];
  for (const entry of config.entries) {
    if (entry.key !== "core.hookspath") continue;
    const value = entry.value === null || !entry.certain ? undefined : pathValue(entry.value, world);
    if (value === undefined) return undefined;
    const bases = repo.workTree === null ? [repo.gitDir, dir] : [repo.workTree];
    const here = bases.map((base) => absolutePath(value, base, world));
    dirs = entry.maybe ? [...dirs, ...here] : here;
  }
  return [...new Set(dirs)];
}
