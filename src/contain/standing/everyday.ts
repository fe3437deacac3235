/** Everyday commands that have to work inside: a shell, git, and the toolchains of this machine. */
import { spawnSync } from "node:child_process";
import type { WallsPlan } from "../plan/types.ts";
import { runInside } from "../tool/run.ts";
import type { WallsTools } from "./standing.ts";

const LIMIT_MS = 30_000;

/** What a machine does not have, or what does not work outside either, says nothing of the walls. */
const EVERYDAY: readonly string[] = [
  "echo one | cat",
  "git --version",
  "node --version",
  "python3 -c 'import os'",
  "go version",
  "cargo --version",
  "ruby -e 1",
];

/**
 * A look at it must leave no trace: a program that is a toolchain's shim makes settings of its own in a new home (rustup does). So the
 * whole disk is read-only to it; one that cannot do without writing says nothing of the walls.
 */
function worksOutside(line: string, { tool, bash }: WallsTools, env: Parameters<typeof tryEveryday>[2]): boolean {
  const [file, ...args] =
    process.platform === "darwin"
      ? [tool, "-p", '(version 1)(allow default)(deny file-write* (subpath "/"))', bash, "-c", line]
      : [tool, "--ro-bind", "/", "/", "--dev", "/dev", "--die-with-parent", "--new-session", bash, "-c", line];
  return spawnSync(file, args, { env: { ...env }, timeout: LIMIT_MS, cwd: "/" }).status === 0;
}

export function tryEveryday(
  plan: WallsPlan,
  tools: WallsTools,
  env: Readonly<Record<string, string | undefined>>,
): { readonly why: string; readonly mend: string } | null {
  for (const line of EVERYDAY) {
    const inside = runInside(plan, { ...tools, command: [tools.bash, "-c", line], env, timeoutMs: LIMIT_MS });
    if (inside.status !== 0 && worksOutside(line, tools, env)) {
      const said = inside.stderr.trim().split("\n")[0] ?? "";
      const mend =
        "it lies where the walls show nothing: move it to a usual place, or see docs/walls.md for a row of its own";
      return { why: `${line} works outside and not inside: ${said}`, mend };
    }
  }
  return null;
}
