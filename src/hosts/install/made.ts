/**
 * What was made on the person's machine beside the hooks: folders that were not there, and what stood in the person's own settings
 * before. Kept in the state directory, so that leaving can put all of it back. A folder goes again only while it is empty.
 */
import { lstatSync, mkdirSync, readFileSync, rmdirSync, type Stats, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { stateLayout } from "../../contract/state-dir.ts";
import { isObject, textIn } from "../json.ts";
import type { FileChange } from "./index.ts";

interface MadeThings {
  readonly folders: readonly string[];
  /** What stood in the person's settings before they were first written here; undefined where they never were. */
  readonly settings: Buffer | null | undefined;
}

const NOTHING: MadeThings = { folders: [], settings: undefined };

/** Folders above a path that would have to be made, the innermost first. */
export function missingFolders(path: string): readonly string[] {
  const above = dirname(path);
  return above === path || lookAt(above) !== undefined ? [] : [above, ...missingFolders(above)];
}

/** Undefined where nothing is, a place below a file among them. */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Of these, what is there now; the state directory's own go with it. Throws where it cannot be written. */
export function noteMade(stateDir: string, folders: readonly string[], settings?: FileChange): void {
  const known = readMade(stateDir);
  const own = (path: string): boolean => `${path}/`.startsWith(`${stateDir}/`);
  const all = [...new Set([...known.folders, ...folders])].filter(
    (path) => !own(path) && lookAt(path)?.isDirectory() === true,
  );
  const before = known.settings === undefined ? settings?.before : known.settings;
  if (all.join("\n") === known.folders.join("\n") && before === known.settings) return;
  // Of this directory too, where it is the first thing in it.
  const above = missingFolders(stateDir);
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const kept = before === undefined ? {} : { settings: before === null ? null : before.toString("base64") };
  writeFileSync(stateLayout(stateDir).made, `${JSON.stringify({ folders: [...all, ...above], ...kept })}\n`, {
    mode: 0o600,
  });
}

/** Never throws: what cannot be read was not noted. */
export function readMade(stateDir: string): MadeThings {
  try {
    const value: unknown = JSON.parse(readFileSync(stateLayout(stateDir).made, "utf8"));
    if (!isObject(value) || !Array.isArray(value.folders)) return NOTHING;
    const folders = value.folders.filter((path) => typeof path === "string" && path.startsWith("/"));
    const text = textIn(value, "settings");
    const settings = value.settings === null ? null : value.settings === "" ? Buffer.alloc(0) : undefined;
    return { folders, settings: text === null ? settings : Buffer.from(text, "base64") };
  } catch {
    return NOTHING;
  }
}

/** Those that went: an empty one, and one that is empty without it. */
export function removeEmptyFolders(folders: readonly string[]): readonly string[] {
  const inner = [...folders].sort((a, b) => b.length - a.length);
  return inner.filter((path) => {
    try {
      rmdirSync(path);
      return true;
    } catch {
      return false;
    }
  });
}
