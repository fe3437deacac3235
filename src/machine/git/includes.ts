/** Files that are git's configuration because another one includes them, wherever they lie and whether they are there yet. */
import type { World } from "../../contract/world.ts";
import { absolutePath, realPath } from "../index.ts";
import { includeCondition, pathValue, topFiles } from "./config.ts";
import { readConfigFile } from "./configfile.ts";
import type { Repo } from "./repo.ts";

const FILES_MAX = 200;

/** Whatever a condition says: it may hold in another repository, or on another branch. */
export function includedFiles(repo: Repo | undefined, world: World): readonly string[] {
  const found = new Set<string>();
  const pending = topFiles(repo, world).map(({ file }) => file);
  const seen = new Set(pending);
  for (let file = pending.pop(); file !== undefined && seen.size <= FILES_MAX; file = pending.pop()) {
    for (const path of includesOf(file, world)) {
      found.add(path).add(realPath(path, world).path);
      if (!seen.has(path)) pending.push(path);
      seen.add(path);
    }
  }
  return [...found];
}

/** A relative path counts from the file that names it, and from where that file really lies. */
function includesOf(file: string, world: World): readonly string[] {
  const lines = readConfigFile(file, world);
  const values = (lines.ok ? lines.value : []).flatMap(({ key, value }) =>
    includeCondition(key) === undefined || value === null ? [] : (pathValue(value, world) ?? []),
  );
  return values.flatMap((value) =>
    [file, realPath(file, world).path].map((from) => absolutePath(value, from.slice(0, from.lastIndexOf("/")), world)),
  );
}
