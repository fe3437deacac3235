/** Which directories are bound as a whole. */
import type { World } from "../contract/world.ts";
import { findRepo } from "../machine/git/index.ts";
import { isInside } from "../machine/index.ts";
import type { Call } from "./call.ts";

/** Nobody's who runs an agent. */
const SYSTEM = /^\/(?:$|(?:usr|bin|sbin|lib\w*|opt|etc|proc|sys|dev|run|nix|snap|System|Library)(?:\/|$))/;
/** Too wide: files in them are bound where they are named, the whole is not. */
const WIDE = /^\/(?:tmp|var|var\/tmp|private\/tmp|home|Users|root|mnt|media)$/;

export const isSystem = (path: string): boolean => SYSTEM.test(path);

/** The system, home, or what holds it. */
export const isWide = (path: string, { home }: World): boolean =>
  isSystem(path) || WIDE.test(path) || isInside(home, path);

/**
 * The project and what belongs to it: the repository around it, and packages that stand above it, where programs look for them.
 * Home and what holds it is no project, whoever keeps it in a repository.
 */
export function projectTrees({ projectRoot, world }: Pick<Call, "projectRoot" | "world">): readonly string[] {
  const top = findRepo(projectRoot, world)?.workTree ?? undefined;
  const around = top !== undefined && isInside(projectRoot, top) && !isWide(top, world) ? [top] : [];
  const packages = directoriesAbove(projectRoot)
    .map((dir) => `${dir}/node_modules`)
    .filter((dir) => world.stat(dir).kind === "directory" && !around.some((one) => isInside(dir, one)));
  return [...new Set([projectRoot, ...around, ...packages])];
}

const directoriesAbove = (dir: string): readonly string[] => {
  const parts = dir.split("/").slice(0, -1);
  return parts.map((_, n) => parts.slice(0, parts.length - n).join("/"));
};
