/** The configuration git would use, in its order, a later entry counting more. Whatever condition an include has: it may hold. */
import { dirname, resolve } from "node:path/posix";
import type { World } from "../../contract/world.ts";
import { GIT, type GitSetting, isInclude, readSettings } from "../../core/git/index.ts";
import { realPath } from "../resolve.ts";
import type { Repo } from "./repo.ts";

const INCLUDED_MAX = 200;

/** Of every file that may be read, those it includes behind it. */
export function settingsOf(repo: Repo | undefined, world: World): readonly GitSetting[] {
  const seen = new Set<string>();
  return filesOf(repo, world).flatMap((file) => settingsIn(file, world, seen));
}

/** Every file that is configuration because another one includes it, wherever it lies and whether it is there yet. */
export function includedFiles(repo: Repo | undefined, world: World): readonly string[] {
  const own = filesOf(repo, world);
  const seen = new Set<string>();
  for (const file of own) settingsIn(file, world, seen);
  return [...seen].filter((file) => !own.includes(file)).flatMap((file) => [file, realPath(file, world).path]);
}

const filesOf = (repo: Repo | undefined, { home }: World): readonly string[] => [
  ...GIT.systemFiles,
  ...[".config/git/config", ".gitconfig"].map((name) => `${home}/${name}`),
  ...(repo === undefined ? [] : [`${repo.commonDir}/config`, `${repo.gitDir}/config.worktree`]),
];

function settingsIn(file: string, world: World, seen: Set<string>): readonly GitSetting[] {
  if (seen.has(file) || seen.size > INCLUDED_MAX) return [];
  seen.add(file);
  const real = realPath(file, world).path;
  return (readSettings(real, world) ?? []).flatMap((one) =>
    isInclude(one.key)
      ? [file, real].flatMap((from) => {
          const path = pathValue(one.value, dirname(from), world);
          return path === undefined ? [] : settingsIn(path, world, seen);
        })
      : [one],
  );
}

/** Undefined for `~user`, `%(prefix)` and other forms that are not known here. */
export function pathValue(value: string | null, base: string, { home }: World): string | undefined {
  if (value === null || value === "" || /^(?:~[^/]|~$|%\(|:\()/.test(value)) return undefined;
  return resolve(base, value.startsWith("~/") ? home + value.slice(1) : value);
}

export const lastValue = (settings: readonly GitSetting[], key: string): string | null | undefined =>
  settings.findLast((one) => one.key === key)?.value;
