/** What the program knows of the outside, and where the gate keeps its things (§10). */
/** Handed in, so that a command, a service and a test each bring their own. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface AppContext {
  readonly env: Env;
  readonly cwd: string;
  readonly now: () => number;
}

export const homeOf = (env: Env): string => env.HOME ?? env.USERPROFILE ?? "/";

export const stateDir = (env: Env): string =>
  env.SALLYPORT_STATE_DIR || `${env.XDG_STATE_HOME || `${homeOf(env)}/.local/state`}/sallyport`;

export const configDir = (env: Env): string => `${env.XDG_CONFIG_HOME || `${homeOf(env)}/.config`}/sallyport`;

/** Where the program itself is, if it was set up from a copy that npm may throw away. */
export const dataDir = (env: Env): string => `${env.XDG_DATA_HOME || `${homeOf(env)}/.local/share`}/sallyport`;

/** Nobody but the person writes here: where variables have moved it, and where a start without them keeps it. */
export function gateDirectories(...envs: readonly Env[]): readonly string[] {
  const started = envs.flatMap((env) => [env, { ...env, SALLYPORT_STATE_DIR: "" }, { HOME: homeOf(env) }]);
  const places = started.flatMap((env) => [stateDir(env), configDir(env), dataDir(env)]);
  return [...new Set(["/etc/sallyport", ...places])];
}
