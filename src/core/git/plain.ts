/**
 * Whether all of a git directory is git's own: git writes through a link, and into the second name of a file, as if it were the file
 * it takes it for; and it shows lines of a file that is not as it should be.
 */
import type { Scene } from "../types.ts";
import { isBelow, isThere, listDir, readText } from "./files.ts";
import type { Repository } from "./repository.ts";

/** Names below these directories that are looked at. */
const NAMES_MAX = 5_000;
const HEAD_BYTES_MAX = 4_096;
/** Directories that are walked whole: git reads and writes in them, and shows lines of what it finds there. */
const WALKED = "info remotes branches worktrees rebase-merge rebase-apply sequencer rr-cache refs logs".split(" ");
/** One level of them is looked at. */
const LEVELS = ["objects", "objects/info", "objects/pack"];

/** `changes`: the sub-command writes more than the index. */
export function isPlain(repo: Repository, changes: boolean, scene: Scene): boolean {
  const dirs = [...new Set([repo.gitDir, repo.commonDir])];
  const borrowed = ["alternates", "http-alternates"].map((name) => `${repo.commonDir}/objects/info/${name}`);
  if (borrowed.some((place) => isThere(place, scene.disk))) return false;
  if ([...scene.call.written].some((path) => dirs.some((dir) => isBelow(path, dir)))) return false;
  return dirs.every((dir) => isPlainDir(dir, scene)) && (!changes || hasOneName(repo, scene));
}

function isPlainDir(dir: string, { disk }: Scene): boolean {
  const top = listDir(dir, disk);
  // Hooks are asked for one by one, wherever they lead. Part of a split index stands in another file.
  if (top?.some(({ name, kind }) => (kind === "link" && name !== "hooks") || name.startsWith("sharedindex.")) ?? true)
    return false;
  const todo = [...WALKED, ...LEVELS].filter((name) => isThere(`${dir}/${name}`, disk));
  let left = NAMES_MAX;
  for (let below = todo.pop(); below !== undefined; below = todo.pop()) {
    const entries = listDir(`${dir}/${below}`, disk);
    left -= entries?.length ?? 0;
    if (entries === undefined || left < 0 || entries.some(({ kind }) => kind === "link")) return false;
    if (LEVELS.includes(below)) continue;
    for (const { name, kind } of entries) if (kind === "directory") todo.push(`${below}/${name}`);
  }
  return true;
}

/** What is written in place, and not put there under a new name. */
function hasOneName({ gitDir, commonDir }: Repository, { disk }: Scene): boolean {
  const head = readText(`${gitDir}/HEAD`, HEAD_BYTES_MAX, disk) ?? "";
  const branch = /^ref: (refs\/\S+)/.exec(head)?.[1];
  const files = [`${gitDir}/COMMIT_EDITMSG`, `${gitDir}/logs/HEAD`];
  if (branch !== undefined) files.push(`${commonDir}/logs/${branch}`);
  return files.every((file) => disk.lstat(file).links < 2);
}
