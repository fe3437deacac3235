/** Gates for many projects, opened anew as soon as anything they were opened from was changed. */
import { statSync } from "node:fs";
import { type AppContext, type GatePool, openPool, stateDir } from "../app/index.ts";
import { MANAGED_PATH, userSettingsPath } from "../app/settings/index.ts";
import { stateLayout } from "../contract/state-dir.ts";
import type { RecordStore } from "../memory/index.ts";

export interface ServiceGates extends Pick<GatePool, "gateFor"> {
  readonly close: () => Promise<void>;
}

/** One store for all of them: the record does not change with the settings. */
export function openGates(context: AppContext, store: RecordStore): ServiceGates {
  const watched = filesBehind(context);
  const make = (): GatePool => openPool(context, { store, stays: true });
  let known = { stamp: stampOf(watched), pool: make() };
  return {
    gateFor: (action) => {
      const stamp = stampOf(watched);
      if (stamp !== known.stamp) known = { stamp, pool: make() };
      return known.pool.gateFor(action);
    },
    close: () => known.pool.close(),
  };
}

function filesBehind({ env }: AppContext): readonly string[] {
  const { pause, walls, flags, dumpUntil, adopted } = stateLayout(stateDir(env));
  const user = userSettingsPath(env);
  return [MANAGED_PATH, ...(user === null ? [] : [user]), pause, walls, flags, dumpUntil, adopted];
}

/** Which file it is, how long, and when it was last written. */
const stampOf = (files: readonly string[]): string =>
  files
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false });
      return found === undefined ? "" : `${found.ino}.${found.size}.${found.mtimeMs}.${found.ctimeMs}`;
    })
    .join(" ");
