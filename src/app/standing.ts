/** What a gate is opened from, as it stands: a gate that is kept is opened anew as soon as anything of it was changed. */
import { statSync } from "node:fs";
import { finishSweeps, selfTestPath, wallsStand } from "../contain/index.ts";
import { stateLayout } from "../contract/state-dir.ts";
import { type AppContext, stateDir } from "./paths.ts";
import { pausedUntil } from "./pause.ts";
import { gatePrograms } from "./program.ts";
import { MANAGED_PATH, projectFiles, userSettingsPath } from "./settings/index.ts";

/** Two texts that are equal: nothing was changed between them. */
export function standingAt(projectRoot: string, { env, now }: AppContext): string {
  const state = stateDir(env);
  const user = userSettingsPath(env);
  const own = [MANAGED_PATH, ...(user === null ? [] : [user]), selfTestPath(state), stateLayout(state).flags];
  return JSON.stringify([
    lookAround(state, now(), projectRoot),
    ...[...own, ...projectFiles(projectRoot, env)].map((file) => [file, stampOf(file)]),
  ]);
}

/**
 * What a gate is opened from besides files that one look can compare. First what a call that was cut short left behind is swept:
 * settings may be among it, and where it cannot be, the gate is opened anew and says so.
 */
function lookAround(state: string, now: number, projectRoot: string): readonly unknown[] {
  return [...finishSweeps(state, now, projectRoot), pausedUntil(state, now), wallsStand(state), gatePrograms(state)];
}

/** Which file it is, how long, and when it was last written. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino}.${found.size}.${found.mtimeMs}.${found.ctimeMs}`;
}
