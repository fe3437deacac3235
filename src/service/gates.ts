/** Gates for many projects, each opened anew as soon as anything it was opened from was changed. */
import { statSync } from "node:fs";
import { type AppContext, type GatePool, gatePrograms, openPool, pausedUntil, stateDir } from "../app/index.ts";
import { MANAGED_PATH, projectFiles, userSettingsPath } from "../app/settings/index.ts";
import { finishSweeps, selfTestPath, wallsStand } from "../contain/index.ts";
import { ticks } from "../contract/clock.ts";
import { stateLayout } from "../contract/state-dir.ts";
import type { RecordStore } from "../memory/index.ts";

/** So long a look at the files holds: many calls come in one moment. What this process changes itself is seen at once. */
const LOOK_MS = 10;
/** Looks at more projects than this are forgotten. */
const MAX_LOOKS = 10_000;

export interface ServiceGates extends Pick<GatePool, "gateFor" | "close"> {
  /** Looks again with the next call: something was just changed. */
  readonly refresh: () => void;
}

/** One store for all of them: the record does not change with the settings. */
export function openGates(context: AppContext, store: RecordStore): ServiceGates {
  const { env, now } = context;
  const looks = new Map<string, { readonly at: number; readonly standing: string }>();
  const own = filesBehind(context);
  const look = (projectRoot: string): string =>
    JSON.stringify([
      lookAround(stateDir(env), now()),
      ...[...own, ...projectFiles(projectRoot, env)].map((file) => [file, stampOf(file)]),
    ]);
  const standing = (projectRoot: string): string => {
    const known = looks.get(projectRoot);
    if (known !== undefined && ticks() - known.at < LOOK_MS) return known.standing;
    const made = { at: ticks(), standing: look(projectRoot) };
    if (looks.size >= MAX_LOOKS) looks.clear();
    looks.set(projectRoot, made);
    return made.standing;
  };
  const { gateFor, close } = openPool(context, { store, stays: true, standing });
  return { gateFor, close, refresh: () => looks.clear() };
}

/**
 * What a gate is opened from besides files that one look can compare. First what a call that was cut short left behind is swept:
 * settings may be among it, and where it cannot be, the gate is opened anew and says so.
 */
function lookAround(state: string, now: number): readonly unknown[] {
  const swept = finishSweeps(state, now);
  return [swept.ok ? null : swept.error, pausedUntil(state, now), wallsStand(state), gatePrograms(state)];
}

function filesBehind({ env }: AppContext): readonly string[] {
  const state = stateDir(env);
  const user = userSettingsPath(env);
  return [MANAGED_PATH, ...(user === null ? [] : [user]), selfTestPath(state), stateLayout(state).flags];
}

/** Which file it is, how long, and when it was last written. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino}.${found.size}.${found.mtimeMs}.${found.ctimeMs}`;
}
