/**
 * The configuration that is not the repository's. What it starts is the person's own (git-lfs, delta, a signing program, a
 * credential helper), and git started it before any agent came. Only where it leads into the project does it count as the project's.
 */
import { dirname } from "node:path/posix";
import type { Scene } from "../types.ts";
import { isBelow, realPath } from "./files.ts";
import type { Repository } from "./repository.ts";
import { type GitSetting, readSettings } from "./syntax.ts";
import { GIT } from "./tables.ts";

const FILES_MAX = 64;

export interface Personal {
  /** Of every file that may be included, whatever its condition. */
  readonly settings: readonly GitSetting[];
  /** Lines of files that lie in the project, whoever includes them. */
  readonly brought: readonly GitSetting[];
}

export const homeOf = ({ process, disk }: Scene): string => process?.values.HOME ?? disk.home;

export const configHome = (scene: Scene): string => scene.process?.values.XDG_CONFIG_HOME || `${homeOf(scene)}/.config`;

/** A path value as git takes it; undefined for `~user`, `%(prefix)` and white space on which versions differ. */
export function settingPath(value: string | null, base: string, scene: Scene): string | undefined {
  if (value === null || value === "" || /^(?:~[^/]|~$|%\(|:\()|\t/.test(value)) return undefined;
  if (value.startsWith("~/")) return homeOf(scene) + value.slice(1);
  return value.startsWith("/") ? value : `${base}/${value}`;
}

export const isInclude = (key: string): boolean => /^include(?:if\..+)?\.path$/s.test(key);

/** The project's, the repository's, or something this session wrote; a whole home that is a project does not make its settings one. */
export function isOfProject(real: string, repo: Repository, { call, disk }: Scene): boolean {
  const told = [call.projectRoot, ...call.additional].map((root) => realPath(root, disk) ?? root);
  const roots = [...told, repo.gitDir, repo.commonDir, repo.workTree];
  const home = realPath(disk.home, disk) ?? disk.home;
  return call.written.has(real) || roots.some((root) => isBelow(real, root) && !isBelow(home, root));
}

export function readPersonal(repo: Repository, scene: Scene): Personal | undefined {
  const todo = [`${homeOf(scene)}/.gitconfig`, `${configHome(scene)}/git/config`, ...GIT.systemFiles];
  const found: Record<"settings" | "brought", GitSetting[]> = { settings: [], brought: [] };
  for (const file of todo) {
    const real = realPath(file, scene.disk);
    const lines = real === undefined || todo.length > FILES_MAX ? undefined : readSettings(real, scene.disk);
    if (real === undefined || lines === undefined) return undefined;
    found[isOfProject(real, repo, scene) ? "brought" : "settings"].push(...lines);
    todo.push(...includesIn(lines, file, scene).filter((path) => !todo.includes(path)));
  }
  return found;
}

/** One that cannot be followed is no path at all. */
const includesIn = (lines: readonly GitSetting[], file: string, scene: Scene): readonly string[] =>
  lines.filter(({ key }) => isInclude(key)).map(({ value }) => settingPath(value, dirname(file), scene) ?? "");
