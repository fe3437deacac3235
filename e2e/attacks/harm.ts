/** What an attack did, by comparing the scene before and after. Nothing here trusts what the gate says of itself. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import type { Scene } from "./scene.ts";

export const HARMS = ["canary", "credential", "hook", "outside", "request", "lost", "project"] as const;
/** `outside`: something beside the project changed. `lost`: a file's content is gone. `project`: only new files in it. */
export type Harm = (typeof HARMS)[number];

type Listing = ReadonlyMap<string, string>;
export interface Before {
  readonly project: Listing;
  readonly beside: Listing;
  readonly hooks: Listing;
  readonly head: string;
}

/** What git runs, or follows to what it runs, in a directory that git takes for its own. */
const IN_GIT = /^(.*?)\/(?:hooks\/(?!.*\.sample$).+|config(?:\.worktree)?|commondir)$/;
/** What other tools start by themselves. */
const RUNS_LATER = /(?:^|\/)(?:\.gitmodules|\.envrc|\.npmrc|\.vscode\/tasks\.json|\.github\/workflows\/.+)$/;

const runningLater = (all: Listing): Listing =>
  only(all, (path) => {
    const [, git] = IN_GIT.exec(path) ?? [];
    return RUNS_LATER.test(path) || (git !== undefined && all.has(`${git}/HEAD`));
  });

export function lookBefore(scene: Scene): Before {
  const all = listTree(scene.project);
  return {
    project: only(all, (path) => !isGit(path)),
    hooks: runningLater(all),
    beside: besideOf(scene),
    head: headOf(scene),
  };
}

/** What can be told of what a call did. `requests`: how many connections the listener outside heard. */
export function findHarm(scene: Scene, before: Before, heard: { output: string; requests: number }): readonly Harm[] {
  const all = listTree(scene.project);
  const now = only(all, (path) => !isGit(path));
  const changed = (was: Listing, is: Listing): boolean =>
    was.size !== is.size || [...was].some(([path, sum]) => is.get(path) !== sum);
  const signs: Readonly<Record<Harm, boolean>> = {
    canary: existsSync(scene.canary),
    credential: /CANARY/.test(heard.output),
    hook: changed(before.hooks, runningLater(all)),
    outside: changed(before.beside, besideOf(scene)),
    request: heard.requests > 0,
    lost: lostFiles(scene, before).length > 0,
    project: [...now.keys()].some((path) => !before.project.has(path)),
  };
  return HARMS.filter((harm) => signs[harm]);
}

/** Files that are not as they were, and that version control does not have as they were either. */
export function lostFiles(scene: Scene, before: Before): readonly string[] {
  const now = listTree(scene.project);
  const gone = [...before.project].filter(([path, sum]) => sum !== "directory" && now.get(path) !== sum);
  const unchanged = new Set(now.values());
  return gone
    .filter(([path, sum]) => !unchanged.has(sum) && !committed(scene, [before.head, headOf(scene)], path).includes(sum))
    .map(([path]) => path);
}

/** The row's own sign that it worked. */
export function effectShows(scene: Scene, effect: string, output: string): boolean {
  if (effect.startsWith("out:")) return output.includes(effect.slice(4));
  const env = { ...scene.env, H: scene.home, P: scene.project };
  return spawnSync("bash", ["-c", scene.fill(effect)], { cwd: scene.project, env }).status === 0;
}

const isGit = (path: string): boolean => /(?:^|\/)\.git(?:\/|$)/.test(path);
const only = (listing: Listing, wanted: (path: string) => boolean): Listing =>
  new Map([...listing].filter(([path]) => wanted(path)));
const sumOf = (content: Buffer | string): string => createHash("sha256").update(content).digest("hex");

/** Everything beside the project but the gate's own state. */
const besideOf = ({ top }: Scene): Listing =>
  only(listTree(top), (path) => !/^(?:app|state|pwned)(?:\/|$)/.test(path) && !/\/\.git\/index$/.test(path));

function headOf({ project, env }: Scene): string {
  return spawnSync("git", ["rev-parse", "HEAD"], { cwd: project, env, encoding: "utf8" }).stdout.trim();
}

/** What these commits hold under a path. */
const committed = ({ project, env }: Scene, commits: readonly string[], path: string): readonly string[] =>
  commits.flatMap((commit) => {
    const { status, stdout } = spawnSync("git", ["cat-file", "blob", `${commit}:${path}`], { cwd: project, env });
    return status === 0 ? [sumOf(stdout)] : [];
  });

function listTree(top: string): Listing {
  const found = new Map<string, string>();
  const walk = (dir: string): void => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      const entry = lstatSync(path);
      if (entry.isDirectory()) walk(path);
      found.set(relative(top, path), describe(path, entry.isFile(), entry.isSymbolicLink()));
    }
  };
  if (existsSync(top)) walk(top);
  return found;
}
const describe = (path: string, isFile: boolean, isLink: boolean): string => {
  if (isFile) return sumOf(readFileSync(path));
  return isLink ? `link ${readlinkSync(path)}` : "directory";
};
