/** What home keeps for programs, in names that start with a dot: from there they take settings, plugins, scripts and keys. */
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

/** Kept to be thrown away. */
const THROWN_AWAY = ["/.cache", "/.npm/_cacache", "/.Trash", "/.local/share/Trash"];
export const isThrownAway = (path: string, { world }: PolicyCall): boolean =>
  THROWN_AWAY.some((one) => isInside(path, world.home + one));

/** The name below home that says whose it is. */
export const hiddenName = (path: string, call: PolicyCall): string | undefined =>
  keepsForPrograms(path, call) ? path.slice(call.world.home.length).replace(/^\/+/, "").split("/")[0] : undefined;

/** Below a hidden name of home, and neither in the project nor in a directory that was added to it. */
export function keepsForPrograms(path: string, call: PolicyCall): boolean {
  const { home } = call.world;
  if (!isInside(path, home) || !path.slice(home.length).replace(/^\/+/, "").startsWith(".")) return false;
  if (isThrownAway(path, call)) return false;
  return ![call.projectRoot, ...call.settings.additionalDirectories].some((root) =>
    isInside(path, absolutePath(root, call.projectRoot, call.world)),
  );
}
