/** Which directories are bound as a whole. */
import type { World } from "../contract/world.ts";
import { findRepo } from "../machine/git/index.ts";
import { absolutePath, isInside } from "../machine/index.ts";
import type { Call } from "./call.ts";

/** Nobody's who runs an agent. */
const SYSTEM = /^\/(?:$|(?:usr|bin|sbin|lib\w*|opt|etc|proc|sys|dev|run|nix|snap|System|Library)(?:\/|$))/;
/** Too wide: files in them are bound where they are named, the whole is not. */
const WIDE = /^\/(?:tmp|var|var\/tmp|private\/tmp|home|Users|root|mnt|media)$/;
/** Of home: where programs keep what they like. */
const WIDE_IN_HOME =
  /^\/(?:\.config|\.cache|\.local|\.local\/(?:share|state)|\.ssh|\.gnupg|\.mozilla|Library|Library\/[^/]+|AppData|AppData\/[^/]+|Desktop|Documents|Downloads)$/;

export const isSystem = (path: string): boolean => SYSTEM.test(path);

/** A directory outside the project, and not one that holds the project or everything else. */
export const isOwnTree = (path: string, { projectRoot, world }: Pick<Call, "projectRoot" | "world">): boolean =>
  world.stat(path).kind === "directory" &&
  !isWide(path, world) &&
  !isInside(path, projectRoot) &&
  !isInside(projectRoot, path);

/** The system, home, or what holds it. */
export const isWide = (path: string, { home }: World): boolean =>
  isSystem(path) || WIDE.test(path) || isInside(home, path);

/** The same where it is only mentioned. */
export const isOwnMention = (path: string, call: Pick<Call, "projectRoot" | "world">): boolean =>
  isOwnTree(path, call) && !(isInside(path, call.world.home) && WIDE_IN_HOME.test(path.slice(call.world.home.length)));

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

/** The place a word names; where nothing is there, also what a loader would find by adding an ending. */
export function placesOf(word: string, dir: string, world: World): readonly string[] {
  const path = absolutePath(word, dir, world);
  const { kind } = world.stat(path);
  if (kind !== "absent") return [path];
  if (!word.includes("/")) return [];
  const parent = parentOf(path);
  const stem = `${path.slice(path.lastIndexOf("/") + 1)}.`;
  const completed = (world.readDir(parent) ?? []).filter((name) => name.startsWith(stem));
  return [path, ...completed.map((name) => `${parent === "/" ? "" : parent}/${name}`)];
}

export const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 1));
