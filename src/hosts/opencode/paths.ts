/** OpenCode 1.18 opens what is written; but `grep`, given anything but a directory, searches all of the directory it lies in. */
import { dirname } from "node:path/posix";
import type { HostPaths } from "../../contract/opening.ts";
import { resolveLiterally } from "../spellings.ts";

export const opencodePaths: HostPaths = (text, at) => {
  const path = resolveLiterally(text, at);
  return at.tool === "grep" && at.world.stat(path).kind !== "directory" ? [dirname(path)] : [];
};
