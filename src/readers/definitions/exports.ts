/**
 * Variables that a definition sets for everything it runs. A program that only reads runs code, follows another configuration or
 * works somewhere else by many of them, so whatever is not known to change nothing but looks leaves open what is run.
 */
import { mattersToPrograms } from "../../machine/index.ts";
import type { Files } from "./definition.ts";

export const exportWhys = (names: Iterable<string>): readonly string[] =>
  [...new Set(names)].filter(mattersToPrograms).map((name) => `${name} is set for all it runs`);

/** Of a file of `NAME=value` lines that is taken in, if it is there. */
export function envFileWhys(path: string, files: Files): readonly string[] {
  const read = files.text(path);
  if (read.kind === "absent") return [];
  if (read.kind === "unknown") return [`${path}: ${read.why}`];
  return exportWhys(
    [...read.text.matchAll(/^[ \t]*(?:export[ \t]+)?([^\s#=:]+)[ \t]*[=:]/gm)].map(([, name = ""]) => name),
  );
}
