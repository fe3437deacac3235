/** Gates for many projects, each opened anew as soon as anything it was opened from was changed. */
import { type AppContext, type GatePool, openPool, standingAt } from "../app/index.ts";
import { ticks } from "../contract/clock.ts";
import type { RecordStore } from "../memory/index.ts";

/** So long a look at the files holds: many calls come in one moment. What this process changes itself is seen at once. */
const LOOK_MS = 25;
/** Looks at more projects than this are forgotten. */
const MAX_LOOKS = 10_000;

export interface ServiceGates extends Pick<GatePool, "gateFor" | "close"> {
  /** Looks again with the next call: something was just changed. */
  readonly refresh: () => void;
}

/** One store for all of them: the record does not change with the settings. */
export function openGates(context: AppContext, store: RecordStore): ServiceGates {
  const looks = new Map<string, { readonly at: number; readonly standing: string }>();
  const standing = (projectRoot: string): string => {
    const known = looks.get(projectRoot);
    if (known !== undefined && ticks() - known.at < LOOK_MS) return known.standing;
    const made = { at: ticks(), standing: standingAt(projectRoot, context) };
    if (looks.size >= MAX_LOOKS) looks.clear();
    looks.set(projectRoot, made);
    return made.standing;
  };
  const { gateFor, close } = openPool(context, { store, stays: true, standing });
  return { gateFor, close, refresh: () => looks.clear() };
}
