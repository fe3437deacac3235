/** Which paths git ignores: `.gitignore` files, `info/exclude` and `core.excludesFile`, the nearest match last written wins. */

import type { World } from "../../contract/world.ts";
import { segmentMatches } from "../index.ts";
import { lastEntry, pathValue, readConfig } from "./config.ts";
import { readText } from "./files.ts";
import type { Repo } from "./repo.ts";
import { wildmatch } from "./wildmatch.ts";

const IGNORE_BYTES_MAX = 1 << 20;

interface IgnoreRule {
  readonly pattern: string;
  readonly keeps: boolean;
  readonly directoriesOnly: boolean;
  /** Compared with the whole path from the file's own directory, not with the name alone. */
  readonly anchored: boolean;
}

/** The rules of one file, and the directory they count from ("" is the top). */
export interface IgnoreLevel {
  readonly dir: string;
  readonly rules: readonly IgnoreRule[];
}

/** Levels that hold for the whole repository, weakest first. */
export const baseLevels = (repo: Repo, world: World): readonly IgnoreLevel[] =>
  baseFiles(repo, world).flatMap((file) => levelOf(file, "", world));

/** Where they stand. */
export function baseFiles(repo: Repo, world: World): readonly string[] {
  const named = lastEntry(readConfig(repo, world), "core.excludesfile")?.value;
  const excludes = named == null ? `${world.home}/.config/git/ignore` : pathValue(named, world);
  return [...(excludes === undefined ? [] : [excludes]), `${repo.commonDir}/info/exclude`];
}

/** The level of a directory's own `.gitignore`; none without one. */
export const levelIn = (workTree: string, dir: string, world: World): readonly IgnoreLevel[] =>
  levelOf(`${workTree}/${dir === "" ? "" : `${dir}/`}.gitignore`, dir, world);

/** `path` is relative to the work tree. A path below an ignored directory is not asked about. */
export function isIgnored(levels: readonly IgnoreLevel[], path: string, directory: boolean): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (const { dir, rules } of [...levels].reverse()) {
    const below = dir === "" ? path : path.slice(dir.length + 1);
    const rule = rules.findLast(
      ({ pattern, directoriesOnly, anchored }) =>
        (directory || !directoriesOnly) && (anchored ? wildmatch(pattern, below) : segmentMatches(pattern, name)),
    );
    if (rule !== undefined) return !rule.keeps;
  }
  return false;
}

function levelOf(file: string, dir: string, world: World): readonly IgnoreLevel[] {
  // One of the work tree that is a link, git does not follow.
  if (file.endsWith("/.gitignore") && world.lstat(file).kind === "link") return [];
  const read = readText(file, IGNORE_BYTES_MAX, world);
  if (typeof read === "string") return [];
  const rules = read.text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line) => parseRule(line.replace(/\r$/, "")));
  return rules.length === 0 ? [] : [{ dir, rules }];
}

const CLASSES = /\[:(?:alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit):\]/g;

/** Brackets that do not end, or a class nobody knows: git matches nothing by them. Such a rule takes nothing away, and keeps everything. */
function isOdd(pattern: string): boolean {
  const bare = pattern.replace(/\\[\s\S]/g, "x").replace(CLASSES, "x");
  return bare.includes("[:") || /\[(?!.+\])/s.test(bare);
}

function parseRule(line: string): readonly IgnoreRule[] {
  if (line.startsWith("#")) return [];
  const trimmed = line.replace(/(?<!\\) +$/, "");
  const keeps = trimmed.startsWith("!");
  const body = keeps ? trimmed.slice(1) : trimmed;
  const directoriesOnly = body.endsWith("/");
  const pattern = directoriesOnly ? body.slice(0, -1) : body;
  if (pattern === "" || (isOdd(pattern) && !keeps)) return [];
  return [
    {
      pattern: isOdd(pattern) ? "*" : pattern,
      keeps,
      directoriesOnly,
      anchored: !isOdd(pattern) && pattern.includes("/"),
    },
  ];
}
