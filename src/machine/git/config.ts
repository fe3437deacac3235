/**
 * The configuration git would use, in git's order: a later entry wins. Every entry names its file and who could have
 * written it. `-c`, `GIT_CONFIG_*` and `XDG_CONFIG_HOME` are the caller's to consider: `World` has no environment.
 */

import type { World } from "../../contract/world.ts";
import { isInside, realPath } from "../index.ts";
import { readConfigFile } from "./configfile.ts";
import type { ConfigLine } from "./configsyntax.ts";
import type { Repo } from "./repo.ts";
import { wildmatch } from "./wildmatch.ts";

const INCLUDE_DEPTH_MAX = 10;
const FILES_MAX = 200;

/** "repository" is not trusted; "user" and "system" are the person's own choice. */
export type Scope = "system" | "user" | "repository";

export interface ConfigEntry extends ConfigLine {
  readonly file: string;
  readonly scope: Scope;
  /** From an include whose condition cannot be decided here, or changes with the branch. */
  readonly maybe: boolean;
}

export interface GitConfig {
  readonly entries: readonly ConfigEntry[];
  /** Every file that was looked for, found or not. */
  readonly files: readonly string[];
  /** Why entries may be missing. */
  readonly unknown: string | null;
}

const SYSTEM_FILES: Readonly<Record<World["platform"], readonly string[]>> = {
  linux: ["/etc/gitconfig"],
  darwin: [
    "/Library/Developer/CommandLineTools/usr/share/git-core/gitconfig",
    "/Applications/Xcode.app/Contents/Developer/usr/share/git-core/gitconfig",
    "/etc/gitconfig",
    "/usr/local/etc/gitconfig",
    "/opt/homebrew/etc/gitconfig",
  ],
  win32: ["C:/ProgramData/Git/config", "C:/Program Files/Git/etc/gitconfig"],
};

/** The files git begins with, in its order. */
export function topFiles(
  repo: Repo | undefined,
  world: World,
): readonly { readonly file: string; readonly scope: Scope }[] {
  const own = repo === undefined ? [] : [`${repo.commonDir}/config`];
  const linked = repo?.worktreeConfig === true ? [`${repo.gitDir}/config.worktree`] : [];
  return [
    ...SYSTEM_FILES[world.platform].map((file) => ({ file, scope: "system" }) as const),
    ...[".config/git/config", ".gitconfig"].map((name) => ({ file: `${world.home}/${name}`, scope: "user" }) as const),
    ...[...own, ...linked].map((file) => ({ file, scope: "repository" }) as const),
  ];
}

export function readConfig(repo: Repo | undefined, world: World): GitConfig {
  const reader = new Reader(repo, world);
  for (const { file, scope } of topFiles(repo, world)) reader.read(file, scope, false, 0);
  return { entries: reader.entries, files: reader.files, unknown: reader.unknown };
}

/** The entry that wins; undefined when the key is not set. `key` in canonical case. */

export const lastEntry = (config: GitConfig, key: string): ConfigEntry | undefined =>
  config.entries.findLast((entry) => entry.key === key);

/** A path value with `~/` resolved; undefined for `~user`, `%(prefix)` and other forms that are not known here. */
export function pathValue(value: string, world: World): string | undefined {
  if (value.startsWith("~/")) return world.home + value.slice(1);
  return value === "" || /^(~|%\(|:\()/.test(value) ? undefined : value;
}

class Reader {
  readonly entries: ConfigEntry[] = [];
  readonly files: string[] = [];
  unknown: string | null = null;
  private readonly repo: Repo | undefined;
  private readonly world: World;

  constructor(repo: Repo | undefined, world: World) {
    this.repo = repo;
    this.world = world;
  }

  read(file: string, scope: Scope, maybe: boolean, depth: number): void {
    if (depth > INCLUDE_DEPTH_MAX) this.fail(`includes of git configuration go deeper than ${INCLUDE_DEPTH_MAX}`);
    if (this.files.length >= FILES_MAX) this.fail("git configuration includes too many files");
    if (depth > INCLUDE_DEPTH_MAX || this.files.length >= FILES_MAX) return;
    this.files.push(file);
    const lines = readConfigFile(file, this.world);
    if (!lines.ok) this.fail(lines.error);
    for (const line of lines.ok ? lines.value : []) {
      this.entries.push({ ...line, file, scope, maybe });
      const condition = includeCondition(line.key);
      if (condition === undefined) continue;
      const holds = condition === null ? true : this.holds(condition, file);
      if (holds === false) continue;
      const included = line.value === null || !line.certain ? undefined : pathValue(line.value, this.world);
      if (included === undefined) this.fail(`an include in ${file} cannot be followed`);
      else this.include(included, file, scope, maybe || holds === "maybe", depth);
    }
  }

  /** What lies in the repository is the repository's, whoever includes it. */
  private include(path: string, from: string, scope: Scope, maybe: boolean, depth: number): void {
    const absolute = /^(\/|[A-Za-z]:[/\\])/.test(path) ? path : `${from.slice(0, from.lastIndexOf("/"))}/${path}`;
    const real = realPath(absolute, this.world).path;
    const roots = [this.repo?.workTree, this.repo?.gitDir, this.repo?.commonDir];
    const inRepo = roots.some((root) => root && isInside(real, root) && !isInside(this.world.home, root));
    this.read(absolute, inRepo ? "repository" : scope, maybe, depth + 1);
  }

  private holds(condition: string, file: string): boolean | "maybe" {
    const [, kind, pattern] = /^(gitdir|gitdir\/i):([\s\S]*)$/.exec(condition) ?? [];
    if (pattern === undefined) return "maybe";
    if (this.repo === undefined) return false;
    const real = realPath(file, this.world).path;
    const here = pattern.startsWith("./") ? real.slice(0, real.lastIndexOf("/")) : "";
    const expanded = pathValue(here === "" ? pattern : pattern.slice(1), this.world);
    if (expanded === undefined || /[\\[]|\.\./.test(pattern) || /[*?[\\]/.test(here)) return "maybe";
    const rooted = expanded.startsWith("/") ? here + expanded : `**/${expanded}`;
    const whole = rooted.endsWith("/") ? `${rooted}**` : rooted;
    if (wildmatch(whole, this.repo.gitDir, kind === "gitdir/i")) return true;
    return this.repo.linked ? "maybe" : false;
  }

  private fail(why: string): void {
    this.unknown ??= why;
  }
}

/** null for `include.path`, the condition of `includeIf`, undefined for every other key. */
export function includeCondition(key: string): string | null | undefined {
  if (key === "include.path") return null;
  return /^includeif\.([\s\S]*)\.path$/.exec(key)?.[1];
}
