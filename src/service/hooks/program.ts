/** Which program this is: a line of another one, or of one that was replaced since, is not answered for. */
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";

export interface RunningProgram {
  /** The folder of a line's hook.cjs is ours, and holds what it held when this began. */
  readonly isOf: (folder: string) => boolean;
  /** It is gone, or another stands in its place. */
  readonly isReplaced: () => boolean;
}

export function runningProgram(folder: string): RunningProgram {
  const [own, began] = [realFolder(folder), signOf(folder)];
  const isReplaced = (): boolean => own === undefined || began === undefined || signOf(own) !== began;
  return { isOf: (given) => realFolder(given) === own && !isReplaced(), isReplaced };
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function signOf(folder: string): string | undefined {
  try {
    const { ino, size, mtimeMs } = statSync(join(folder, "program/hook.js"));
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return undefined;
  }
}
