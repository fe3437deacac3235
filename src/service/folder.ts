/** What stands where in the service's own folder. */
import { join } from "node:path";
import { stateLayout } from "../contract/state-dir.ts";

/** What `install/serve.sh` looks for by these very names. */
export const STARTING = { agreed: "start", rests: "rests" } as const;

export const serviceLayout = (stateDir: string) => {
  const folder = stateLayout(stateDir).service;
  return {
    folder,
    /** Hashes alone. */
    tokens: join(folder, "tokens.json"),
    /** A folder: codes to sign in with, by their hashes. */
    codes: join(folder, "codes"),
    /** Which process serves, and where. */
    serving: join(folder, "serve.json"),
    /** What the service said while it runs in the background. */
    log: join(folder, "serve.log"),
    /** There: the person agreed that a hook which finds no service starts one. */
    agreed: join(folder, STARTING.agreed),
    /** The same, until the person said that it shall not run. */
    stopped: join(folder, "stopped"),
    /** Why the last try to start one came to nothing: there is none before the settings change, or another day. */
    rests: join(folder, STARTING.rests),
    /** Held while one begins to serve. */
    lock: join(stateLayout(stateDir).locks, "service"),
  };
};
