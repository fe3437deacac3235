/** Places and texts through `World`. Nothing here throws; undefined is always "cannot be told". */
import { join } from "node:path/posix";
import type { DirEntry, World } from "../../contract/world.ts";

const LINKS_MAX = 40;

export const isBelow = (path: string, root: string): boolean =>
  path === root || path.startsWith(root === "/" ? root : `${root}/`);

export const isThere = (path: string, disk: World): boolean => disk.lstat(path).kind !== "absent";

/** Where links lead, as the kernel walks; what is not there yet stands where its directory leads. `//server` is not looked at. */
export function realPath(path: string, disk: World): string | undefined {
  if (!path.startsWith("/") || path.startsWith("//")) return undefined;
  const left = path.split("/").reverse();
  let at = "/";
  let links = 0;
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const next = join(at, name);
    const { kind } = disk.lstat(next);
    const to = kind === "link" ? disk.readLink(next) : undefined;
    if (kind === "unreadable" || (kind === "link" && (!to || to.startsWith("//") || ++links > LINKS_MAX)))
      return undefined;
    if (to === undefined) at = next;
    else left.push(...to.split("/").reverse());
    if (to?.startsWith("/")) at = "/";
  }
  return at;
}

/** Null: nothing is there. A link, a pipe or a longer file cannot be told. */
export function readBytes(path: string, limit: number, disk: World): Buffer | null | undefined {
  const { kind, size } = disk.lstat(path);
  if (kind === "absent") return null;
  const bytes = kind === "file" && size <= limit ? disk.readFile(path, limit) : undefined;
  return bytes === undefined ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The same as text. */
export function readText(path: string, limit: number, disk: World): string | null | undefined {
  const bytes = readBytes(path, limit, disk);
  return bytes === null ? null : bytes?.toString("utf8");
}

export function listDir(path: string, disk: World): readonly DirEntry[] | undefined {
  if (disk.listDir !== undefined) return disk.listDir(path);
  return disk.readDir(path)?.map((name) => {
    const { kind } = disk.lstat(`${path}/${name}`);
    return { name, kind: kind === "link" || kind === "directory" || kind === "file" ? kind : "other" };
  });
}
