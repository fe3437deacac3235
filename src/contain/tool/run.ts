/** Runs a command inside walls, for the self-test, tests and benchmarks. A call of an agent is run by its host instead. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { environmentOf } from "../plan/environment.ts";
import type { WallsPlan } from "../plan/types.ts";
import { bubblewrapArgs } from "./bubblewrap.ts";
import { guardScript } from "./guard.ts";
import { type Insider, letSocketsPass } from "./passing.ts";
import { seatbeltProfile } from "./seatbelt.ts";

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
/** As often as a ticket's. */
const ATTEMPTS = 4;

/**
 * The plan must be prepared. The command's own status, or the guard's, or bubblewrap's with what it said. Where a socket of another
 * program came or went while its cover was put up, nothing ran: the walls are put up again.
 */
export function runInside(plan: WallsPlan, run: InsideRun): SpawnSyncReturns<string> {
  const { plan: open, passing } = letSocketsPass(plan, insiderOf(run));
  for (let left = ATTEMPTS - 1; ; left--) {
    const gone = passing.filter((place) => !existsSync(place));
    const ran = runOnce({ ...open, mounts: open.mounts.filter(({ place }) => !gone.includes(place)) }, run);
    const passed = passing.some((place) => existsSync(place) === gone.includes(place));
    if (left === 0 || !passed || ran.status === 0 || !NEVER_RAN.test(ran.stderr)) return ran;
  }
}
const NEVER_RAN = /^(?:bwrap: |sallyport: the walls are not as planned)/;

const insiderOf = ({ uid, gid = uid }: InsideRun): Insider | undefined =>
  uid === undefined ? undefined : { uid, groups: gid === undefined ? [] : [gid] };

function runOnce(plan: WallsPlan, run: InsideRun): SpawnSyncReturns<string> {
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
        ...bubblewrapArgs(plan, { seccomp: SECCOMP_DESCRIPTOR, status: null }),
        ...["--", bash, "--norc", "-c", guardScript(plan), "guard", ...command],
      ];
