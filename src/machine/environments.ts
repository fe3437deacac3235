/**
 * Environments of interpreters, by what marks them and not by what they are called: what lies in one is started by whoever
 * activates it, names it in a shebang, or has it in PATH. A mark only ever closes a place.
 */
import type { World } from "../contract/world.ts";
import { foldSegment } from "./fold.ts";
import { isInside } from "./resolve.ts";

/** https://docs.python.org/3/library/venv.html; conda keeps its records in `conda-meta`; each has a script to activate it. */
const MARKS: readonly string[] = ["pyvenv.cfg", "conda-meta"];
const ACTIVATED: readonly string[] = [
  "bin/activate",
  "Scripts/activate",
  "Scripts/activate.bat",
  "Scripts/Activate.ps1",
];
/** What an environment that is the project itself holds beside the project's own files. */
const OWN_FOLDERS = /^(?:bin|scripts|lib|lib64|include|conda-meta|pyvenv\.cfg)$/;

/** The names in a directory mark it. */
export const isEnvironment = (names: readonly string[]): boolean =>
  names.some((name) => MARKS.includes(foldSegment(name)));

/** The environment a path lies in, at or below `root`. */
export function environmentAround(path: string, root: string, world: Pick<World, "lstat">): string | undefined {
  if (!isInside(path, root)) return undefined;
  for (let dir = path; dir.length >= root.length && dir !== ""; dir = dir.slice(0, dir.lastIndexOf("/"))) {
    const isMarked = [...MARKS, ...ACTIVATED].some((mark) => world.lstat(`${dir}/${mark}`).kind !== "absent");
    if (isMarked && (dir !== root || OWN_FOLDERS.test(foldSegment(path.slice(root.length + 1).split("/")[0] ?? ""))))
      return dir;
  }
  return undefined;
}
