/** Everyday commands that have to work inside: a shell, git, and the toolchains of this machine. */
import { spawnSync } from "node:child_process";
import { runInside } from "./run.ts";
import type { WallsTools } from "./standing.ts";
import type { WallsPlan } from "./types.ts";

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

export function tryEveryday(
  plan: WallsPlan,
  tools: WallsTools,
  env: Readonly<Record<string, string | undefined>>,
): { readonly why: string; readonly mend: string } | null {
  for (const line of EVERYDAY) {
    const outside = spawnSync(tools.bash, ["-c", line], { env: { ...env }, timeout: LIMIT_MS, cwd: "/" });
    if (outside.status !== 0) continue;
    const inside = runInside(plan, { ...tools, command: [tools.bash, "-c", line], env, timeoutMs: LIMIT_MS });
    if (inside.status !== 0) {
      const said = inside.stderr.trim().split("\n")[0] ?? "";
      const mend =
        "it lies where the walls show nothing: move it to a usual place, or see docs/walls.md for a row of its own";
      return { why: `${line} works outside and not inside: ${said}`, mend };
    }
  }
  return null;
}
