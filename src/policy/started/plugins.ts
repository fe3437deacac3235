/** Plugins that an agent's settings lead to by their directory: whatever lies in one is loaded, run or told. */
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { entriesAt } from "./listing.ts";
import { rootsOf } from "./roots.ts";
import { readText } from "./sources.ts";
import { stringsIn } from "./words.ts";

const MAX_NAMES = 256;
/** Where a plugin, or a list of them, is described. */
const DESCRIBED = /^(?:\.[\w-]+-plugin|(?:gemini|qwen)-extension\.json)$/i;
/** Of a project that is a plugin itself only these count. */
const PARTS =
  "hooks hooks-handlers scripts bin commands agents skills output-styles monitors settings.json .mcp.json .lsp.json".split(
    " ",
  );

/** Absolute directories, and files. */
export function pluginsNamed(text: string, call: PolicyCall): readonly string[] {
  const dirs = placesIn(text, rootsOf(call), call).filter((dir) => isPlugin(dir, call));
  return [...new Set(dirs.flatMap((dir) => (isRoot(dir, call) ? pluginsOf(dir, call) : [dir])))];
}

/** A project that is a list of plugins. */
function pluginsOf(root: string, call: PolicyCall): readonly string[] {
  const listed = readText(`${root}/.claude-plugin/marketplace.json`, call);
  return placesIn(listed === "" ? '"./"' : listed, [root], call).flatMap((dir) =>
    isRoot(dir, call) ? PARTS.map((part) => `${dir}/${part}`) : [dir],
  );
}

const isRoot = (dir: string, call: PolicyCall): boolean => rootsOf(call).includes(dir);
export const isPlugin = (dir: string, call: PolicyCall): boolean =>
  entriesAt(dir, call).some(({ name }) => DESCRIBED.test(name));

const placesIn = (text: string, bases: readonly string[], call: PolicyCall): readonly string[] =>
  [...new Set(stringsIn(text).filter((value) => /^\.{0,2}\/|^~\/|^\.$|^[\w.-]+(?:\/[\w.-]+)+\/?$/.test(value)))]
    .slice(0, MAX_NAMES)
    .flatMap((value) => bases.map((base) => absolutePath(value, base, call.world)))
    .filter((path) => rootsOf(call).some((root) => isInside(path, root)));
