/** How the service stands, in words: for `status` and `doctor`. */
import { realpathSync } from "node:fs";
import type { Settings } from "../../app/settings/index.ts";
import { pinnedPlaces } from "../../hosts/install/index.ts";
import { findServing, type ServingProcess, startingAt } from "../../service/running/index.ts";
import { BY_HAND } from "./keep.ts";

export interface ServiceStands {
  readonly serving: ServingProcess | undefined;
  /** Why hooks do not reach one, or none runs, and what to do; null where they are answered. */
  readonly why: string | null;
}

export function serviceStands(stateDir: string, { service }: Pick<Settings, "service">): ServiceStands {
  const serving = findServing(stateDir);
  if (serving !== undefined) return { serving, why: isOther(serving, stateDir) ? OTHER : null };
  return { serving, why: `none: ${whyNone(stateDir, service.start)}` };
}

const OTHER =
  "it is of another program than the hooks, which decide alone: sallyport serve --stop, then sallyport serve --background";

/** No line names its program. */
function isOther({ program }: ServingProcess, stateDir: string): boolean {
  const named = pinnedPlaces(stateDir).map(realOf);
  return program !== undefined && named.length > 0 && !named.includes(realOf(program));
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function whyNone(stateDir: string, maySay: boolean): string {
  const starting = startingAt(stateDir);
  if (starting.kind === "never") return `every hook starts its own process (${BY_HAND})`;
  if (!maySay) return "your settings say service.start false, so every hook starts its own process";
  switch (starting.kind) {
    case "next":
      return "the next hook starts it";
    case "stopped":
      return `it was stopped, so every hook starts its own process (${BY_HAND})`;
    case "rests":
      return `${starting.why}; every hook starts its own process, and one is tried again tomorrow`;
  }
}
