/**
 * The first command to keep something makes folders above it, and one that writes a rule makes the person's settings: both are
 * noted, so that who leaves takes them along.
 */
import { existsSync } from "node:fs";
import { stateDir } from "../../app/index.ts";
import { userSettingsPath } from "../../app/settings/index.ts";
import { missingFolders, noteMade } from "../../hosts/install/index.ts";
import type { CliIo } from "../terminal/io.ts";

/** `run` as if it stood alone. */
export async function notingFolders({ env }: Pick<CliIo, "env">, run: () => Promise<number>): Promise<number> {
  const state = stateDir(env);
  const places = [state, userSettingsPath(env) ?? state];
  const missing = places.filter((path) => !existsSync(path));
  const folders = missing.flatMap(missingFolders);
  try {
    return await run();
  } finally {
    const made = missing.filter(existsSync);
    if (made.length > 0)
      note(
        state,
        folders,
        made.find((path) => path !== state),
      );
  }
}

/** Where it cannot be noted, an empty folder may stay; nothing else depends on it. */
function note(state: string, folders: readonly string[], settings: string | undefined): void {
  try {
    noteMade(state, folders, settings === undefined ? undefined : { file: settings, before: null, after: null });
  } catch {
    return;
  }
}
