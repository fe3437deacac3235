/** Where a program is. */
import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Env } from "./paths.ts";

/**
 * As written in PATH, not where a link leads: an update moves the link. Never a project's own program: `npx` puts those first,
 * and a repository must not bring the model that judges it.
 */
export function findOnPath(program: string, env: Env): string | undefined {
  const names = process.platform === "win32" ? [`${program}.exe`] : [program];
  const folders = (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !folder.split(/[/\\]/).includes("node_modules"));
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file));
}
