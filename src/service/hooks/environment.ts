/**
 * The service's own process, made as poor as a hook's: libraries read the environment too, and what a shell happened to have
 * set (an address for the model, a proxy, an option for node) would speak for every agent of the machine.
 */
import type { Env } from "../../app/index.ts";

const KEPT: ReadonlySet<string> = new Set(
  "HOME USERPROFILE PATH LANG LC_ALL TZ TERM NO_COLOR XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME SALLYPORT_STATE_DIR DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR".split(
    " ",
  ),
);

/** What of an environment a service is started with; `keys` are variables that hold a model's key. */
export const serviceEnvironment = (env: Env, keys: readonly string[]): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.has(name) || keys.includes(name)));

/** Takes everything else out of this process, for good. */
export function keepOnly(env: Env): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
}
