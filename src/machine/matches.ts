/** What a pattern matches on the disk now, as a shell would have it: names that begin with a dot only where the pattern does. */
import type { DirEntry, World } from "../contract/world.ts";
import { listEntries } from "./entries.ts";
import { segmentMatcher, segmentsOf } from "./glob.ts";
import { isOfTools } from "./secret-search.ts";

/** Names looked at for one pattern. */
const MAX_NAMES = 20_000;

/** `pattern` is absolute. Undefined: there is more than is looked through. */
export function matchesNow(pattern: string, world: Pick<World, "readDir" | "lstat">): readonly string[] | undefined {
  let found: readonly string[] = [""];
  let left = MAX_NAMES;
  for (const segment of segmentsOf(pattern)) {
    const next: string[] = [];
    for (const dir of found) {
      const names = /[*?[]/.test(segment) ? (world.readDir(dir === "" ? "/" : dir) ?? []) : [segment];
      left -= names.length;
      if (left < 0) return undefined;
      const has = segmentMatcher(segment);
      next.push(...names.filter((name) => has(name) && isShown(name, segment)).map((name) => `${dir}/${name}`));
    }
    found = next;
  }
  return found.filter((path) => world.lstat(path).kind !== "absent");
}

/** Directories that a pattern names; its `**` is any way down, past what others wrote and published. Undefined: there is more than is looked through. */
export function foldersNow(pattern: string, world: World): readonly string[] | undefined {
  const budget = { left: MAX_NAMES };
  let found: readonly string[] = [""];
  for (const segment of segmentsOf(pattern)) {
    found = segment === "**" ? allBelow(found, world, budget) : oneDown(found, segment, world, budget);
    if (budget.left < 0) return undefined;
  }
  return found.filter((path) => world.stat(path).kind === "directory");
}

interface Budget {
  left: number;
}

function oneDown(dirs: readonly string[], segment: string, world: World, budget: Budget): readonly string[] {
  if (!/[*?[]/.test(segment)) return dirs.map((dir) => `${dir}/${segment}`);
  const has = segmentMatcher(segment);
  return dirs.flatMap((dir) =>
    foldersOf(dir, world, budget)
      .filter(({ name }) => has(name))
      .map(({ name }) => `${dir}/${name}`),
  );
}

/** With themselves. */
function allBelow(dirs: readonly string[], world: World, budget: Budget): readonly string[] {
  const found = [...dirs];
  for (let i = 0; i < found.length && budget.left >= 0; i += 1) {
    const dir = found[i] ?? "";
    const own = foldersOf(dir, world, budget).filter(({ kind }) => kind === "directory");
    found.push(...own.map(({ name }) => `${dir}/${name}`).filter((path) => !isOfTools(path, world)));
  }
  return found;
}

/** What is a directory, or may lead to one. */
function foldersOf(dir: string, world: World, budget: Budget): readonly DirEntry[] {
  const entries = budget.left < 0 ? [] : (listEntries(dir === "" ? "/" : dir, world) ?? []);
  budget.left -= entries.length;
  return entries.filter(({ kind }) => kind === "directory" || kind === "link");
}

const isShown = (name: string, segment: string): boolean => !name.startsWith(".") || /^[.[]/.test(segment);
