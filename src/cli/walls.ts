/** Walls on the command line: tried at install and by `doctor --full`, told by `doctor`. */
import { type AppContext, gateDirectories, homeOf, stateDir } from "../app/index.ts";
import { runSelfTest, type Standing, wallsStand } from "../contain/index.ts";
import { good, type HealthFinding, warn } from "../hosts/doctor/index.ts";
import { AGENT_FILES } from "../hosts/index.ts";

/** Tries them for real and keeps the result. */
export const tryWalls = (io: AppContext): Promise<Standing> =>
  runSelfTest({
    stateDir: stateDir(io.env),
    home: homeOf(io.env),
    env: io.env,
    gateDirectories: gateDirectories(io.env),
    agentFiles: AGENT_FILES,
  });

export const keptWalls = (io: AppContext): Standing => wallsStand(stateDir(io.env));

export const wallsFinding = (standing: Standing): HealthFinding =>
  standing.stand
    ? good("walls", `they stand (${standing.tool})`)
    : warn("walls", `${standing.why}; tests, builds and scripts are judged without them`, standing.mend);

/** One line for a person who has just installed. */
export const describeWalls = (standing: Standing): string =>
  standing.stand
    ? "Walls stand on this machine: tests, builds and scripts run inside them without a question."
    : `Walls do not stand here: ${standing.why}. To get them: ${standing.mend}`;
