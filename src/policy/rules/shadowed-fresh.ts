/**
 * A file of this session that stands in front of the library of Python: where it works, for code, a module and what comes on its input,
 * the directory it is started in is searched first, and every module of the library is looked up there too.
 */
import { basename, dirname } from "node:path/posix";
import type { SubCommand } from "../../contract/reading.ts";
import { foldSegment, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { ISOLATED, isLibraryName, moduleAt, pythonSearches } from "../started/python.ts";
import { changedPaths } from "./changed-paths.ts";

const wordsOf = ({ words }: SubCommand): readonly string[] => words.map(({ value, prefix }) => value ?? prefix);

/** `python3 -I`, `-P`: it looks nothing up where it works. */
export const isIsolated = (command: SubCommand): boolean =>
  /^(?:python|pypy)/.test(command.name ?? "") && wordsOf(command).some((word) => ISOLATED.test(word));

/** The first such file, absolute. */
export function shadowsLibrary(command: SubCommand, call: PolicyCall): string | undefined {
  const { cwd, effects } = command;
  if (!effects.some((effect) => effect.do === "run") || cwd.certainty !== "exact") return undefined;
  const words = wordsOf(command);
  if (!pythonSearches(words, () => true).some(({ from }) => from === "here")) return undefined;
  const modules = words.flatMap((_, i) => moduleAt(words, i)?.split(".")[0] ?? []);
  return [...changedPaths(call, command)].find((path) => {
    const name = moduleNamed(path, cwd.path);
    return name !== undefined && (isLibraryName(foldSegment(name)) || modules.includes(name));
  });
}

/** The module that a file is directly in a directory, or that a package there is. */
function moduleNamed(path: string, dir: string): string | undefined {
  if (!isInside(path, dir) || !/\.(?:py[cdo]?|so)$/.test(path)) return undefined;
  const name = basename(path).split(".")[0] ?? "";
  if (dirname(path) === dir) return name;
  const isKept = basename(dirname(path)) === "__pycache__" && dirname(dirname(path)) === dir;
  if (isKept) return name;
  return name === "__init__" && dirname(dirname(path)) === dir ? basename(dirname(path)) : undefined;
}
