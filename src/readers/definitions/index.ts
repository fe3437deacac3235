/** The room's door: what task runners and scripts of a project really run. */
import { programNamed, type RunnerKind } from "../../programs/index.ts";
import type { Definition, Runner, RunnerUse } from "./definition.ts";
import { just } from "./just.ts";
import { make } from "./make.ts";
import { mise } from "./mise.ts";
import { nodeRun, packageScripts } from "./package-scripts.ts";
import { cargo, go, python } from "./toolchain.ts";

export type { CodeStep, Definition, Files, FileText, RunnerUse } from "./definition.ts";
export { MAX_FILE_BYTES, upwards, worldFiles } from "./files.ts";
export { scriptAt, shellScriptAt } from "./script.ts";
export { parseToml } from "./toml.ts";
export { quoteWord } from "./words.ts";

const RUNNERS: Readonly<Record<RunnerKind, Runner>> = {
  "package-scripts": packageScripts,
  node: nodeRun,
  make,
  just,
  mise,
  cargo,
  go,
  python,
};

const runnerNamed = (program: string): Runner | undefined => {
  const kind = programNamed(program)?.runner;
  return kind === undefined ? undefined : RUNNERS[kind];
};

/** A program that runs what the project's files say. */
export const isRunner = (program: string): boolean => runnerNamed(program) !== undefined;

/** What a use of a task runner runs; undefined when it runs no task. Never throws on any contents of the files. */
export const definitionOf = (use: RunnerUse): Definition | undefined => runnerNamed(use.program)?.(use);
