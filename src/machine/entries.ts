/** What a directory holds, each name with what it is, in one look where the machine can tell so much at once. */
import type { DirEntry, PathKind, World } from "../contract/world.ts";

/** Undefined where it cannot be listed, or is no directory. */
export function listEntries(path: string, world: World): readonly DirEntry[] | undefined {
  if (world.listDir !== undefined) return world.listDir(path);
  return world.readDir(path)?.map((name) => ({ name, kind: entryKind(world.lstat(`${path}/${name}`).kind) }));
}

/** What cannot be told is `other`: whoever needs to know looks at it again. */
const entryKind = (kind: PathKind): DirEntry["kind"] =>
  kind === "link" || kind === "directory" || kind === "file" ? kind : "other";
