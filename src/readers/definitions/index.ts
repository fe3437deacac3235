/** The room's door: what task runners and scripts of a project really run. */
import type { Asked, Definition, Runner } from "./definition.ts";
import { just } from "./just.ts";
import { make } from "./make.ts";
import { mise } from "./mise.ts";
import { packageScripts } from "./package-scripts.ts";
import { cargo, go, python } from "./toolchain.ts";

export type { Asked, Definition, Files, FileText, Step } from "./definition.ts";
export { MAX_FILE_BYTES, upwards, worldFiles } from "./files.ts";
export { scriptAt, shellScriptAt } from "./script.ts";

const RUNNERS: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ...["npm", "pnpm", "yarn", "yarnpkg", "bun"].map((name): [string, Runner] => [name, packageScripts]),
  ...["make", "gmake"].map((name): [string, Runner] => [name, make]),
  ["just", just],
  ...["mise", "rtx"].map((name): [string, Runner] => [name, mise]),
  ["cargo", cargo],
  ["go", go],
  ...["python", "python3", "py", "pypy", "pypy3"].map((name): [string, Runner] => [name, python]),
]);

/** A program that runs what the project's files say. */
export const isRunner = (program: string): boolean => RUNNERS.has(program);

/** What a use of a task runner runs; undefined when it runs no task. Never throws on any contents of the files. */
export const definitionOf = (asked: Asked): Definition | undefined => RUNNERS.get(asked.program)?.(asked);
