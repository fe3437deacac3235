/** Runs a command inside walls, for the self-test, tests and benchmarks. A call of an agent is run by its host instead. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { isInside } from "../machine/index.ts";
import { bubblewrapArgs } from "./bubblewrap.ts";
import { environmentOf } from "./environment.ts";
import { guardScript } from "./guard.ts";
import { escapeMount } from "./mounts-on-host.ts";
import { seatbeltProfile } from "./seatbelt.ts";
import type { WallsPlan } from "./types.ts";

export interface InsideRun {
  /** bubblewrap, or macOS's sandbox-exec, and bash; absolute. */
  readonly tool: string;
  readonly bash: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Another user to run as; only root can. */
  readonly uid?: number;
  readonly gid?: number;
}

const SECCOMP_DESCRIPTOR = 3;

/** The plan must be prepared. The command's own status, or the guard's, or bubblewrap's with what it said. */
export function runInside(plan: WallsPlan, run: InsideRun): SpawnSyncReturns<string> {
  const filter = openSync(plan.seccomp, "r");
  try {
    return spawnSync(run.tool, wordsOf(plan, run), {
      env: { ...environmentOf(plan, run.env) },
      stdio: ["ignore", "pipe", "pipe", filter],
      encoding: "utf8",
      ...(run.uid === undefined ? {} : { uid: run.uid, gid: run.gid ?? run.uid }),
      timeout: run.timeoutMs,
      killSignal: "SIGKILL",
      maxBuffer: 64 << 20,
    });
  } finally {
    closeSync(filter);
  }
}

const wordsOf = (plan: WallsPlan, { tool, bash, command }: InsideRun): readonly string[] =>
  tool.endsWith("/sandbox-exec")
    ? ["-p", seatbeltProfile(plan), ...command]
    : [
        ...bubblewrapArgs(withoutGone(plan), { seccomp: SECCOMP_DESCRIPTOR, status: null }),
        ...["--", bash, "--norc", "-c", guardScript(withoutGone(plan)), "guard", ...command],
      ];

/** Sockets of other programs that have gone since the plan was made need no cover. */
function withoutGone(plan: WallsPlan): WallsPlan {
  const gone = plan.mounts
    .filter(({ kind, place }) => kind === "cover" && !plan.writable.some((root) => isInside(place, root)))
    .flatMap(({ place }) => (existsSync(place) ? [] : [place]));
  const names = new Set(gone.map(escapeMount));
  return {
    ...plan,
    mounts: plan.mounts.filter(({ place }) => !gone.includes(place)),
    expected: { ...plan.expected, fixed: plan.expected.fixed.filter((place) => !names.has(place)) },
  };
}
