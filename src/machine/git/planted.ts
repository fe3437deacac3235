/**
 * What stands in a git directory and is not git's own: git writes and prints through a link, and a second name of a file,
 * as if it were the file it takes it for.
 */
import type { PathInfo, World } from "../../contract/world.ts";
import { perView } from "../view.ts";

/** Entries of one git directory that are looked at. */
const MAX_ENTRIES = 5_000;
/** Repositories of their own, which are asked for themselves, and stores that git itself does not open. */
const NOT_GITS = /^(?:modules|lfs|annex)$/;
/** Of the object store only these directories hold anything but objects. */
const IN_OBJECTS = /^(?:info|pack)$/;

/** Why nothing is known of what git does in this git directory; null when all of it is plain files and directories. */
export const plantedIn = perView((gitDir: string, world: World): string | null => {
  const todo = [""];
  let left = MAX_ENTRIES;
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    const names = world.readDir(gitDir + dir);
    if (names === undefined) return `${gitDir}${dir} cannot be listed`;
    left -= names.length;
    if (left < 0) return `${gitDir} holds more than is looked through`;
    for (const name of names) {
      const below = `${dir}/${name}`;
      const info = world.lstat(gitDir + below);
      const wrong = wrongWith(info, dir);
      if (wrong !== null) return `${gitDir}${below} ${wrong}`;
      if (info.kind === "directory" && isWalked(dir, name)) todo.push(below);
    }
  }
  return null;
});

/** Objects get a second name when a repository is cloned on the same disk, and are never written again. */
function wrongWith({ kind, links }: PathInfo, dir: string): string | null {
  if (kind === "link") return "is a link";
  if (kind === "unreadable") return "cannot be read";
  return kind === "file" && links > 1 && !dir.startsWith("/objects") ? "is a file with another name elsewhere" : null;
}

const isWalked = (dir: string, name: string): boolean =>
  dir === "" ? !NOT_GITS.test(name) : dir !== "/objects" || IN_OBJECTS.test(name);
