/**
 * Ways that no link can bend. A directory is opened name by name, each without following a link, and what lies in it is
 * reached through the open directory: whoever puts a link in its place meanwhile changes nothing.
 */
import { closeSync, constants, openSync, realpathSync } from "node:fs";

/** Opens a place for naming what is below it, also where it may not be listed. Linux only. */
const O_PATH = 0o10000000;
const DIRECTORY = (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

export interface OpenDirectory {
  /** The way to a name in it, for one system call. */
  readonly at: (name: string) => string;
  /** A directory in it; throws where it is none, or a link. */
  readonly enter: (name: string) => OpenDirectory;
  readonly close: () => void;
}

/** `path` is absolute and has no `.`, `..` or link in it. Throws where a part of it is a link, is no directory or is not there. */
export function openDirectory(path: string): OpenDirectory {
  if (process.platform !== "linux") return plainDirectory(path);
  let here = heldDirectory(openSync("/", O_PATH | DIRECTORY));
  for (const name of path.split("/").filter((part) => part !== "")) {
    const above = here;
    try {
      here = above.enter(name);
    } finally {
      above.close();
    }
  }
  return here;
}

const heldDirectory = (fd: number): OpenDirectory => ({
  at: (name) => `/proc/self/fd/${fd}/${name}`,
  enter: (name) => heldDirectory(openSync(`/proc/self/fd/${fd}/${name}`, O_PATH | DIRECTORY)),
  close: () => closeSync(fd),
});

/** Where a system names no open directories: the way is looked at just before. */
function plainDirectory(path: string): OpenDirectory {
  const straight = (dir: string): string => {
    if (realpathSync(dir) !== dir) throw Object.assign(new Error(`${dir} leads through a link`), { code: "ELOOP" });
    return dir;
  };
  straight(path);
  const at = (name: string): string => `${straight(path) === "/" ? "" : path}/${name}`;
  return { at, enter: (name) => plainDirectory(at(name)), close: () => undefined };
}

/** Keeps the last directory open: places in the order of a walk share most of their way. */
export class DirectoryKeeper {
  #path: string | undefined;
  #open: OpenDirectory | undefined;

  /** The directory of a place, and its name there. */
  parentOf(path: string): { readonly directory: OpenDirectory; readonly name: string } {
    const end = path.lastIndexOf("/");
    const parent = path.slice(0, Math.max(end, 1));
    if (this.#open === undefined || this.#path !== parent) {
      this.close();
      this.#open = openDirectory(parent);
      this.#path = parent;
    }
    return { directory: this.#open, name: path.slice(end + 1) };
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }
}
