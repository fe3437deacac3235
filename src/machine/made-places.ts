/** The disk as it is once something was laid on it: names that are there by then are listed, found and read. Nothing is taken away. */
import { dirname } from "node:path/posix";
import type { DirEntry, PathInfo, World } from "../contract/world.ts";
import { listEntries } from "./entries.ts";

export interface MadePlace {
  /** Where its contents come from; absent: whoever makes it wrote them. */
  readonly from?: string;
  readonly directory: boolean;
}

/** A copy of a copy, so many times over. */
const MAX_COPIES = 16;

/** `made`: by absolute path; the directories above them are there by then too. */
export function withMade(world: World, made: ReadonlyMap<string, MadePlace>): World {
  const below = namesBelow(made.keys());
  const sourceOf = (path: string): string => {
    let at = path;
    for (let i = 0; i < MAX_COPIES; i += 1) at = made.get(at)?.from ?? at;
    return at;
  };
  const isDirectory = (path: string): boolean =>
    below.has(path) || made.get(path)?.directory === true || world.stat(sourceOf(path)).kind === "directory";
  const infoOf = (path: string, found: PathInfo): PathInfo => {
    if (found.kind !== "absent" || !(made.has(path) || below.has(path))) return found;
    return isDirectory(path)
      ? { ...found, kind: "directory" }
      : { ...found, ...world.stat(sourceOf(path)), kind: "file", links: 1 };
  };
  const namesOf = (path: string): readonly string[] | undefined => {
    const there = world.readDir(path);
    const laid = below.get(path);
    if (laid === undefined) return there ?? (made.has(path) && isDirectory(path) ? [] : undefined);
    return [...new Set([...(there ?? []), ...laid])];
  };
  const entriesOf = (path: string): readonly DirEntry[] | undefined => {
    const there = listEntries(path, world) ?? [];
    const known = new Set(there.map(({ name }) => name));
    const laid = namesOf(path)?.filter((name) => !known.has(name));
    const kindOf = (name: string) => (isDirectory(`${path === "/" ? "" : path}/${name}`) ? "directory" : "file");
    return laid && [...there, ...laid.map((name): DirEntry => ({ name, kind: kindOf(name) }))];
  };
  return {
    ...world,
    lstat: (path) => infoOf(path, world.lstat(path)),
    stat: (path) => infoOf(path, world.stat(path)),
    readFile: (path, limit) => world.readFile(sourceOf(path), limit),
    readDir: namesOf,
    listDir: entriesOf,
  };
}

function namesBelow(paths: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const below = new Map<string, Set<string>>();
  for (const path of paths)
    for (let at = path; at !== "/" && at.startsWith("/"); at = dirname(at)) {
      const names = below.get(dirname(at)) ?? new Set();
      below.set(dirname(at), names.add(at.slice(at.lastIndexOf("/") + 1)));
    }
  return below;
}
