/** Where an agent is asked: a folder of its own with an empty one to stand in, gone with the answer. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SIDE_QUERY_FOLDER } from "../../../contract/own-marks.ts";

/** Longer than any question may take: what is older was left by a process that was killed. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;

export interface Scene {
  readonly root: string;
  /** Empty. */
  readonly cwd: string;
  /** A file beside the empty folder, for the owner alone; its path. */
  readonly put: (name: string, text: string) => string;
  readonly close: () => void;
}

/** Throws where nothing can be written. */
export const openScene = (base: string, now: number): Scene => {
  mkdirSync(base, { recursive: true, mode: 0o700 });
  clearOld(base, now);
  const root = realpathSync(mkdtempSync(join(base, SIDE_QUERY_FOLDER)));
  const cwd = join(root, "empty");
  mkdirSync(cwd, { mode: 0o700 });
  return {
    root,
    cwd,
    put: (name, text) => {
      const path = join(root, name);
      writeFileSync(path, text, { mode: 0o600, flag: "wx" });
      return path;
    },
    close: () => remove(root),
  };
};

const clearOld = (base: string, now: number): void => {
  for (const name of readdirSync(base)) {
    const path = join(base, name);
    if (name.startsWith(SIDE_QUERY_FOLDER) && isOld(path, now)) remove(path);
  }
};

const isOld = (path: string, now: number): boolean => {
  try {
    return now - statSync(path).mtimeMs > LEFT_BEHIND_MS;
  } catch {
    return false;
  }
};

/** Never throws: what cannot be removed now is removed later. */
const remove = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The agent's last file is still being written.
  }
};
