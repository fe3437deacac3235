/** Where a program is. */
import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Env } from "./paths.ts";

/**
 * As written in PATH, not where a link leads: an update moves the link. Never a project's own program: `npx` puts those first,
 * and a repository must not bring the model that judges it.
 */
export const findOnPath = (program: string, env: Env): string | undefined =>
  filesOnPath(program, env).find((file) => !isProjects(file));

/** A project's own program by this name, which stands for nobody's: so that a person is told why it does not count. */
export const findInProjects = (program: string, env: Env): string | undefined =>
  filesOnPath(program, env).find(isProjects);

const isProjects = (file: string): boolean => file.split(/[/\\]/).includes("node_modules");

function filesOnPath(program: string, env: Env): readonly string[] {
  const names = process.platform === "win32" ? [`${program}.exe`] : [program];
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).filter((file) => existsSync(file));
}
