/** The room's door: the text that a use of a task runner runs, and its file, one level deep. Never throws; what is not found is not there. */
import type { SubCommand } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import type { TaskText } from "./files.ts";
import { miseTexts } from "./mise.ts";
import { packageTexts } from "./package-scripts.ts";
import { justTexts, makeTexts } from "./recipes.ts";
import { type AskedTask, askedOf } from "./words.ts";

export type { TaskText } from "./files.ts";

const RUNNERS: Readonly<Record<string, (asked: AskedTask, program: string) => readonly TaskText[]>> = {
  npm: packageTexts,
  pnpm: packageTexts,
  yarn: packageTexts,
  bun: packageTexts,
  node: packageTexts,
  make: makeTexts,
  just: justTexts,
  mise: miseTexts,
};

/** Nothing for a command that runs no task, or whose directory is not known. */
export function taskTexts(command: Pick<SubCommand, "name" | "words" | "cwd">, world: World): readonly TaskText[] {
  const { name, cwd } = command;
  if (name === null || !Object.hasOwn(RUNNERS, name) || cwd.certainty !== "exact") return [];
  const words = command.words.slice(1).map(({ value, glob }) => (glob ? null : value));
  if (name === "node" && !words.includes("--run")) return [];
  return RUNNERS[name]?.(askedOf(words, { dir: cwd.path, world }), name) ?? [];
}
