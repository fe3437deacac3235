/** Files that have other names too: writing one writes there as well. */
import type { World } from "../../contract/world.ts";

/** Above this many files the system is asked for all of them at once: it costs a start, and each file then half as much. */
const MANY_FILES = 4_000;

/** What a walk met: regular files, and the directories it met them in. */
export interface WalkedFiles {
  readonly files: string[];
  readonly directories: string[];
}

/** Those of the files that may have more than one hard link: all of them, where nobody could tell at once. */
export function possiblyLinked({ files, directories }: WalkedFiles, world: World): readonly string[] {
  const linked = files.length > MANY_FILES ? world.linkedFiles?.(directories) : undefined;
  if (linked === undefined) return files;
  const met = linked.length === 0 ? undefined : new Set(files);
  return linked.filter((path) => met?.has(path));
}
