/** Where the gate keeps its things (§10). */
import type { Env } from "./context.ts";

export const homeOf = (env: Env): string => env.HOME ?? env.USERPROFILE ?? "/";

export const stateDir = (env: Env): string =>
  env.SALLYPORT_STATE_DIR || `${env.XDG_STATE_HOME || `${homeOf(env)}/.local/state`}/sallyport`;

export const configDir = (env: Env): string => `${env.XDG_CONFIG_HOME || `${homeOf(env)}/.config`}/sallyport`;

/** Nobody but the person writes here. */
export const gateDirectories = (env: Env): readonly string[] => ["/etc/sallyport", stateDir(env), configDir(env)];
