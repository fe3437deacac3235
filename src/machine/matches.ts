/** What a pattern matches on the disk now, as a shell would have it: names that begin with a dot only where the pattern does. */
import { exact, type Target, unknownTarget } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
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
  let found: readonly string[] = [""];
  let left = MAX_NAMES;
  for (const segment of segmentsOf(pattern)) {
    const has = segmentMatcher(segment);
    const next = new Set<string>();
    const todo = [...found];
    for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
      if (segment === "**") next.add(dir);
      const entries = /[*?[]/.test(segment) ? (listEntries(dir === "" ? "/" : dir, world) ?? []) : [{ name: segment }];
      left -= entries.length;
      if (left < 0) return undefined;
      for (const entry of entries) {
        const path = `${dir}/${entry.name}`;
        if ("kind" in entry && entry.kind !== "directory" && entry.kind !== "link") continue;
        if (segment !== "**") {
          if (has(entry.name)) next.add(path);
        } else if ("kind" in entry && entry.kind === "directory" && !isOfTools(path, world)) todo.push(path);
      }
    }
    found = [...next];
  }
  return found.filter((path) => world.stat(path).kind === "directory");
}

/** The directories a place with wildcards is now; one without them is itself. */
export function foldersAt(place: Target, world: World): readonly Target[] {
  if (place.certainty === "unknown" || !/[*?[]/.test(place.path)) return [place];
  return foldersNow(place.path, world)?.map(exact) ?? [unknownTarget(place.path.split(/\/[^/]*[*?[]/, 1)[0] ?? "")];
}

const isShown = (name: string, segment: string): boolean => !name.startsWith(".") || /^[.[]/.test(segment);
