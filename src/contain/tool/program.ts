/** The programs that make walls, found in the system's own directories: `PATH` is a host's, and a project can be on it. */
import { accessSync, constants, realpathSync, statSync } from "node:fs";

const SYSTEM_DIRECTORIES = [
  "/usr/bin",
  "/bin",
  "/usr/local/bin",
  "/run/current-system/sw/bin",
  "/run/wrappers/bin",
  "/usr/sbin",
];

/** Absolute; undefined where there is none. */
export function systemProgram(name: string): string | undefined {
  return SYSTEM_DIRECTORIES.map((dir) => `${dir}/${name}`).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
}

/** What tells one build of a program from another without starting it. */
export function identityOf(path: string): string {
  const real = realpathSync(path);
  const { mtimeMs, size, ino } = statSync(real);
  return [path, real, mtimeMs, size, ino].join(" ");
}
