/** What the environment of whoever asks does to programs: a command that is tried here would run in it. */
import { type Env, homeOf } from "../app/index.ts";
import type { Action } from "../contract/action.ts";
import { startsCode, variablesIn } from "../machine/index.ts";

/** The person's home is where this process says it is; that alone cannot be seen from here. */
export const ownVariables = ({ env }: { readonly env: Env }): readonly string[] => variablesIn(env, homeOf(env));

/** Walls hold nothing of what runs before them. */
export function wallsUnder(variables: readonly string[]): Pick<Action, "walls" | "noWalls"> {
  const starting = startsCode(variables);
  if (starting === undefined) return {};
  return { walls: false, noWalls: `${starting} is set here, and what it names runs before any walls stand` };
}
