/** Effects on disk and on the network, and small questions about places. */
import { posix } from "node:path";
import type { ActIn } from "../contract/acts.ts";
import type { DeleteEffect, NetworkEffect, ReadEffect, SecretEffect, Target, WriteEffect } from "../contract/effect.ts";
import { exact, fixedPart, globTarget, unknownTarget } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";

export const reads = (target: Target, recursive = false): ReadEffect => ({
  do: "read",
  target,
  recursive,
  content: true,
});
export const looks = (target: Target, recursive = false): ReadEffect => ({
  do: "read",
  target,
  recursive,
  content: false,
});
export const removes = (target: Target, recursive = false): DeleteEffect => ({ do: "delete", target, recursive });
export const writes = (
  target: Target,
  more: Partial<Pick<WriteEffect, "recursive" | "as" | "from" | "contents">> = {},
): WriteEffect => ({ do: "write", target, recursive: false, ...more });
export const shows = (act: SecretEffect["act"]): SecretEffect => ({ do: "secret", act });
export const network = (host: string | null, sends: boolean, id?: ActIn<"network">): NetworkEffect => ({
  do: "network",
  ...(id === undefined ? {} : { act: id }),
  host,
  sends,
});

/** A tree whose links are followed: all that is known is where the way begins. A file is only itself. */
export function through(target: Target, world: Pick<World, "stat">): Target {
  const kind = target.certainty === "exact" ? world.stat(target.path).kind : "directory";
  return kind === "file" || kind === "absent" ? target : unknownTarget(fixedPart(target));
}

/** `name` inside `directory`; null is a name that is not known. */
export function inside(directory: Target, name: string | null): Target {
  if (directory.certainty === "unknown") return directory;
  if (name === null || name === "" || name === "." || name === "..") return unknownTarget(directory.path);
  const path = posix.join(directory.path, name);
  return directory.certainty === "exact" ? exact(path) : globTarget(path);
}

/** Anything below a place whose own names are not known. */
export const below = (target: Target): Target => unknownTarget(target.certainty === "exact" ? target.path : "");

/** A disk itself rather than a file on one: writing here destroys what is on it. */
const RAW_DEVICE = /^\/dev\/(?:r?disk|[shv]d[a-z]|xvd|nvme|mmcblk|loop|md|dm-|mapper\/|mem$|kmem$|port$)/;
export const isRawDevice = (target: Target): boolean => RAW_DEVICE.test(target.path);
