/** Where the gate's own program lies: the folder this code runs from, those that hosts' lines name, and their Node. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { pinnedPlaces } from "../hosts/install/index.ts";

/** Absolute, each by its name and by where links lead. Whoever can change one of them decides what the gate says. */
export function gatePrograms(stateDir: string): readonly string[] {
  const places = [...runningFolders(), process.execPath, ...pinnedPlaces(stateDir)];
  return [...new Set(places.flatMap((place) => [place, ...realPlace(place)]))];
}

/** A program's code lies one below its loader, the library's beside it; code that others have bundled lies in neither. */
const runningFolders = (): readonly string[] => {
  const here = typeof __dirname === "string" ? __dirname : import.meta.dirname;
  return here === undefined ? [] : [here, dirname(here)].filter((folder) => existsSync(join(folder, "hook.cjs")));
};

function realPlace(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}
