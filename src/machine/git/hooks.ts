/** Hooks that are there to be run: files under the effective `core.hooksPath`, and hooks named in configuration. */

import type { World } from "../../contract/world.ts";
import { absolutePath } from "../index.ts";
import { type GitConfig, pathValue } from "./config.ts";
import { gitBoolean } from "./configfile.ts";
import { HOOKS, type Operation } from "./helpertable.ts";
import type { Repo } from "./repo.ts";

export interface Hooks {
  readonly runs: readonly string[];
  readonly unknown: string | null;
  /** Where git would look; a file put there later is a hook. */
  readonly dirs: readonly string[];
}

export function findHooks(repo: Repo, dir: string, operation: Operation, config: GitConfig, world: World): Hooks {
  const dirs = hookDirs(repo, dir, config, world);
  if (dirs === undefined) return { runs: [], unknown: "core.hooksPath has a value that cannot be followed", dirs: [] };
  const runs = configuredHooks(operation, config);
  let unknown: string | null = null;
  for (const hooksDir of dirs) {
    const names = operation === "other" ? filesIn(hooksDir, world) : HOOKS[operation].split(" ");
    if (names === undefined) unknown ??= `the hooks in ${hooksDir} cannot be listed`;
    for (const name of names ?? []) {
      if (name === "") continue;
      const spellings = world.platform === "win32" ? [name, `${name}.exe`] : [name];
      for (const path of spellings.map((spelling) => `${hooksDir}/${spelling}`)) {
        const { kind, executable } = world.stat(path);
        if (kind === "unreadable") unknown ??= `${path} cannot be read`;
        else if (kind !== "absent" && kind !== "directory" && (executable || world.platform === "win32"))
          runs.push(`the ${name} hook ${path}`);
      }
    }
  }
  return { runs, unknown, dirs };
}

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

/** Samples are never run. */
function filesIn(dir: string, world: World): readonly string[] | undefined {
  const { kind } = world.stat(dir);
  if (kind === "absent" || kind === "file" || kind === "other") return [];
  return world.readDir(dir)?.filter((name) => !name.endsWith(".sample"));
}

/** `hook.NAME.command` with `hook.NAME.event`, from whatever file: a hook counts like one in the hooks directory. */
function configuredHooks(operation: Operation, config: GitConfig): string[] {
  const events = operation === "other" ? null : new Set(HOOKS[operation].split(" "));
  const last = (key: string): string | null | undefined =>
    config.entries.findLast((entry) => entry.key === key && !entry.maybe)?.value;
  return config.entries.flatMap(({ key, value, file }) => {
    const name = /^hook\.([\s\S]*)\.event$/.exec(key)?.[1];
    if (name === undefined || (events !== null && value !== null && !events.has(value))) return [];
    if (gitBoolean(last(`hook.${name}.enabled`)) === false) return [];
    return [`the hook ${name} for ${value ?? "any event"} set in ${file}`];
  });
}
