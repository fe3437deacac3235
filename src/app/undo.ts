/** Bringing a restore point back, wherever the person asks for it. */
import type { PointHead } from "../contain/index.ts";
import { countDiffering, planOf, type UndoItem, type UndoPlan, type UndoResult, undo } from "../contain/undo/index.ts";
import { ticks } from "../contract/clock.ts";
import type { Result } from "../contract/result.ts";
import { AGENT_FILES } from "../hosts/index.ts";
import { movedPlaces } from "../machine/index.ts";
import { loadPersonSettings, openWorld } from "./open.ts";
import { type AppContext, gateDirectories, homeOf, stateDir } from "./paths.ts";
import { gatePrograms } from "./program.ts";

/** What bringing it back would do; `only`: at and below these places, all of it where there are none. */
export function planUndoOf(id: string, only: readonly string[], context: AppContext): Result<UndoPlan> {
  const { env, cwd } = context;
  const state = stateDir(env);
  const places = {
    projectRoot: cwd,
    home: homeOf(env),
    gateDirectories: gateDirectories(env),
    gatePrograms: gatePrograms(state),
    movedPlaces: movedPlaces(env),
    agentFiles: AGENT_FILES,
  };
  return planOf(id, { stateDir: state, world: openWorld(context), places, only });
}

/** A list looks at what the newest points would bring back for this long, and not into points that hold more than this. */
const LOOK_MS = 500;
const MAX_PLACES_LOOKED_AT = 2_000;

/** How many places of each differ from now, asked of one after the other; null where nobody looked. */
export function lookAtPoints(state: string) {
  const end = ticks() + LOOK_MS;
  return ({ id, entries }: Pick<PointHead, "id" | "entries">) =>
    entries > MAX_PLACES_LOOKED_AT || ticks() > end ? null : countDiffering(id, state);
}

export interface UndoChoice {
  /** Also what was changed since. */
  readonly force: boolean;
  /** Also takes away what was made since. */
  readonly removeCreated: boolean;
}

export interface UndoneFiles extends UndoResult {
  /** Left as they are, and why. */
  readonly left: readonly UndoItem[];
  /** Made since, and left there. */
  readonly stays: readonly string[];
}

/** Never begins without the restore point of what is there now. */
export function undoPlanned(
  plan: UndoPlan,
  { force, removeCreated }: UndoChoice,
  context: AppContext,
): Result<UndoneFiles> {
  const loaded = loadPersonSettings(context);
  if (!loaded.ok) return loaded;
  const { point, items, created } = plan;
  const chosen = items.filter(({ verdict }) => verdict === "bring back" || (force && verdict === "changed"));
  const left = items.filter(({ verdict }) => verdict === "blocked" || (!force && verdict === "changed"));
  const { id, call } = point.head;
  const order = { items: chosen, remove: removeCreated ? created : [], title: `${id}: ${call.tool} ${call.text}` };
  const { env, now } = context;
  const limits = loaded.value.settings.restore;
  const result = undo(order, { stateDir: stateDir(env), limits, world: openWorld(context), now });
  if (!result.ok) return result;
  const stays = created.filter((path) => !result.value.removed.includes(path));
  return { ok: true, value: { ...result.value, left, stays } };
}
