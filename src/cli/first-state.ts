/** The first command to keep something makes folders above its state: they are noted, so that who leaves takes them along. */
import { existsSync } from "node:fs";
import { stateDir } from "../app/index.ts";
import { missingFolders, noteMade } from "../hosts/install/index.ts";
import type { CliIo } from "./io.ts";

/** `run` as if it stood alone. */
export async function notingFolders({ env }: Pick<CliIo, "env">, run: () => Promise<number>): Promise<number> {
  const state = stateDir(env);
  const folders = existsSync(state) ? [] : missingFolders(state);
  try {
    return await run();
  } finally {
    if (folders.length > 0 && existsSync(state)) note(state, folders);
  }
}

/** Where it cannot be noted, an empty folder may stay; nothing else depends on it. */
function note(state: string, folders: readonly string[]): void {
  try {
    noteMade(state, folders);
  } catch {
    return;
  }
}
