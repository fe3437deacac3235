/** What the environment of whoever asks does to programs: a command that is tried here would run in it. */
import { type AppContext, type Env, homeOf } from "../app/index.ts";
import type { Action } from "../contract/action.ts";
import { startsCode, variablesIn } from "../machine/index.ts";
import { keptWalls } from "./walls.ts";

/** The person's home is where this process says it is; that alone cannot be seen from here. */
export const ownVariables = ({ env }: { readonly env: Env }): readonly string[] => variablesIn(env, homeOf(env));

/** Walls hold nothing of what runs before them. */
export function wallsUnder(variables: readonly string[]): Pick<Action, "walls" | "noWalls"> {
  const starting = startsCode(variables);
  if (starting === undefined) return {};
  return { walls: false, noWalls: `${starting} is set here, and what it names runs before any walls stand` };
}

/** Walls stand here, and whoever asks cannot put a command inside them, or did not say so: it would run bare. */
export const whoseWalls = ({ walls }: Pick<Action, "walls">, io: AppContext): Pick<Action, "noWalls"> =>
  walls === true || !keptWalls(io).stand
    ? {}
    : { noWalls: "whoever asks has not said that it can do that (--walls), as an agent's hook has" };
