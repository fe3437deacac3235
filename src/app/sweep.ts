/** Sessions that ended long ago go by themselves, once a day. A decision only looks at the time of a file. */
import { lstatSync, utimesSync, writeFileSync } from "node:fs";
import { stateLayout } from "../contract/state-dir.ts";
import type { PurgeResult, RecordStore } from "../memory/index.ts";
import type { Settings } from "./settings/index.ts";

const DAY_MS = 86_400_000;

/** True once a day, for whoever asks first. Never throws: what cannot be marked is not due. */
export function isSweepDue(stateDir: string, now: number): boolean {
  const mark = stateLayout(stateDir).swept;
  try {
    const swept = lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs;
    if (swept !== undefined && now - swept < DAY_MS) return false;
    if (swept === undefined) writeFileSync(mark, "", { mode: 0o600, flag: "wx" });
    else utimesSync(mark, now / 1_000, now / 1_000);
    // A record that was only begun has nothing old in it.
    return swept !== undefined;
  } catch {
    return false;
  }
}

export const sweep = (store: RecordStore, { keepDays }: Settings["record"], now: number): Promise<PurgeResult> =>
  store.purge({ now, before: now - keepDays * DAY_MS });
