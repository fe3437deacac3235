/** Walls on the command line: tried at install and by `doctor --full`, told by `doctor`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AppContext, gateDirectories, homeOf, stateDir } from "../app/index.ts";
import type { Settings } from "../app/settings/index.ts";
import { finishSweeps, runSelfTest, type Standing, wallsStand } from "../contain/index.ts";
import { good, type HealthFinding, warn } from "../hosts/doctor/index.ts";
import { AGENT_FILES } from "../hosts/index.ts";

/** Tries them for real and keeps the result. */
export const tryWalls = (io: AppContext): Promise<Standing> => tryWallsIn(stateDir(io.env), io);

/** Tries them, and keeps nothing. */
export async function tryWallsAside(io: AppContext): Promise<Standing> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-walls-"));
  try {
    return await tryWallsIn(folder, io);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tryWallsIn = (state: string, io: AppContext): Promise<Standing> =>
  runSelfTest({
    stateDir: state,
    home: homeOf(io.env),
    env: io.env,
    gateDirectories: gateDirectories(io.env),
    agentFiles: AGENT_FILES,
  });

export const keptWalls = (io: AppContext): Standing => wallsStand(stateDir(io.env));

/** Walls that the settings switch off stand for nobody, whatever the machine can do. */
export const heedSettings = (standing: Standing, { contain }: Pick<Settings, "contain">): Standing =>
  contain.enabled
    ? standing
    : { stand: false, why: "contain.enabled is false in the settings", mend: "set contain.enabled to true" };

export const wallsFinding = (standing: Standing): HealthFinding =>
  standing.stand
    ? good("walls", `they stand (${standing.tool})`)
    : warn("walls", `${standing.why}; tests, builds and scripts are judged without them`, standing.mend);

/** What calls that were cut short left behind and nobody could move away: a sentence for each, with the way out. */
export const leftBehind = ({ env, now }: AppContext): readonly string[] => finishSweeps(stateDir(env), now(), null);

/** One line for a person who has just installed. */
export const describeWalls = (standing: Standing, { shadow }: Pick<Settings, "shadow"> = { shadow: false }): string =>
  standing.stand
    ? `Walls stand on this machine: ${shadow ? "once it is live (sallyport switch live), " : ""}tests, builds and scripts run inside them without a question.`
    : `Walls do not stand here: ${standing.why}. To get them: ${standing.mend}`;
