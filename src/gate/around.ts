/** What can stand around a call when it runs. */
import type { WallsPart } from "../contain/index.ts";
import type { Action, HostSandbox } from "../contract/action.ts";
import type { CallKey, Memory } from "../contract/session.ts";
import type { Settings } from "../policy/settings/index.ts";
import type { Tool } from "../policy/tools/index.ts";

/**
 * What a call can have around it: walls of the gate's own, the host's sandbox, or nothing. `refused`: walls refused it
 * something before, and it is not walled again in this session.
 */
export type Around = "gate" | HostSandbox | "refused" | null;

interface Doors {
  readonly action: Action;
  readonly settings: Settings;
  readonly walls: WallsPart | null;
  readonly memory: Memory;
  readonly key: CallKey;
}

/** Only commands of a shell that is started for them, with no field that nobody declared. */
export function aroundCall(
  { spec, barring }: { readonly spec: Tool; readonly barring: readonly string[] },
  { action, settings, walls, memory, key }: Doors,
): Around {
  if (!settings.contain.enabled || spec.shell?.dialect !== "bash" || barring.length > 0) return null;
  if (spec.keepsState === true || spec.neverProven === true) return null;
  if (action.walls === "host" || action.walls === "hostWritable") return action.walls;
  if (action.walls !== true || walls === null) return null;
  return memory.refused.has(key) ? "refused" : "gate";
}
