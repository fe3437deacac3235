/** Where the gate keeps its things (§10). */
import type { CliIo } from "../cli/io.ts";

export type Env = CliIo["env"];

export const homeOf = (env: Env): string => env.HOME ?? env.USERPROFILE ?? "/";

export const stateDir = (env: Env): string =>
  env.SALLYPORT_STATE_DIR || `${env.XDG_STATE_HOME || `${homeOf(env)}/.local/state`}/sallyport`;

export const configDir = (env: Env): string => `${env.XDG_CONFIG_HOME || `${homeOf(env)}/.config`}/sallyport`;

/** Nobody but the person writes here. */
export const gateDirectories = (env: Env): readonly string[] => ["/etc/sallyport", stateDir(env), configDir(env)];
