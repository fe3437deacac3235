/** Files that code names from a directory it goes to, one step after the other: `chdir(home); chdir('.ssh'); open('id_rsa')`. */
import { type Effect, exact } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { absolutePath, isInside } from "../../machine/index.ts";

const GOES =
  /\b(?:chdir|enterDir|set_current_dir|setCurrentDirectory|Chdir|setwd|cd)\b\s*\(?\s*["'`]([^"'`\n]{1,200})["'`]/g;
const TEXT = /["'`]([\w.][^"'`\n:]{0,100})["'`]/g;
const MAX_NAMES = 24;

interface Where {
  readonly cwd: string;
  readonly projectRoot: string;
  readonly world: World;
}

/** Read, as far as they are there; `spelled`: with home as a text. Of the project nothing is told so. */
export function filesGoneTo(spelled: string, { cwd, projectRoot, world }: Where): readonly Effect[] {
  let dir = cwd;
  const dirs = [...spelled.matchAll(GOES)].map(([, to = ""]) => {
    dir = absolutePath(to, dir, world);
    return dir;
  });
  const outside = [...new Set(dirs)].filter((one) => !isInside(one, projectRoot));
  if (outside.length === 0) return [];
  const names = [...new Set([...spelled.matchAll(TEXT)].map(([, name = ""]) => name))].slice(0, MAX_NAMES);
  return outside
    .flatMap((one) => names.map((name) => absolutePath(name, one, world)))
    .filter((path) => world.stat(path).kind === "file")
    .map((path) => ({ do: "read", target: exact(path), recursive: false, content: true }));
}
