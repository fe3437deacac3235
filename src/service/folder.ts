/** What stands where in the service's own folder. */
import { join } from "node:path";
import { stateLayout } from "../contract/state-dir.ts";

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
  };
};
