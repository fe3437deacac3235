/**
 * The configuration that is not the repository's. What it starts is the person's own (git-lfs, delta, a signing program, a
 * credential helper), and git started it before any agent came. Only where it leads into the project does it count as the project's.
 */
import { dirname } from "node:path/posix";
import type { Scene } from "../types.ts";
import { isBelow, realPath } from "./files.ts";
import type { Repository } from "./repository.ts";
import { type GitSetting, readSettings } from "./syntax.ts";

const FILES_MAX = 64;

/** Of every platform and installer: where another one is read besides, nothing more is proven. */
const SYSTEM_FILES: readonly string[] = [
  ...["/etc", "/usr/local/etc", "/opt/homebrew/etc"].map((dir) => `${dir}/gitconfig`),
  ...["CommandLineTools", "Xcode.app/Contents/Developer"].flatMap((tools) =>
    ["/Library/Developer", "/Applications"].map((dir) => `${dir}/${tools}/usr/share/git-core/gitconfig`),
  ),
];

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
export function isOfProject(real: string, repo: Repository | undefined, { call, disk }: Scene): boolean {
  const roots = [call.projectRoot, ...call.additional].map((root) => realPath(root, disk) ?? root);
  const home = realPath(disk.home, disk) ?? disk.home;
  const own = repo === undefined ? [] : [repo.gitDir, repo.commonDir, repo.workTree];
  return call.written.has(real) || [...roots, ...own].some((root) => isBelow(real, root) && !isBelow(home, root));
}

export function readPersonal(repo: Repository | undefined, scene: Scene): Personal | undefined {
  const todo = [`${homeOf(scene)}/.gitconfig`, `${configHome(scene)}/git/config`, ...SYSTEM_FILES];
  const settings: GitSetting[] = [];
  const brought: GitSetting[] = [];
  const seen = new Set<string>();
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const real = realPath(file, scene.disk);
    const lines = real === undefined || seen.size > FILES_MAX ? undefined : readSettings(real, scene.disk);
    if (real === undefined || lines === undefined) return undefined;
    (isOfProject(real, repo, scene) ? brought : settings).push(...lines);
    for (const { value } of lines.filter(({ key }) => isInclude(key))) {
      const path = settingPath(value, dirname(file), scene);
      if (path === undefined) return undefined;
      todo.push(path);
    }
  }
  return { settings, brought };
}
