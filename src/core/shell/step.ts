/** One command of a plain text, proven by itself: who it is, where it may stand, and what it touches there. */

import type { SortedWords } from "../programs/sort.ts";
import type { PlainCommand } from "../text.ts";
import type { Touch } from "../types.ts";

export interface PlainStep {
  readonly command: PlainCommand;
  /** The program's name, behind one that only shortens what it prints. */
  readonly name: string;
  readonly sorted: SortedWords;
  readonly touches: readonly Touch[];
  readonly saves: readonly string[];
  /** Something is fed to it. */
  readonly fed: boolean;
}

/** All commands of a pipeline begin at once. */
export function pipelinesOf(steps: readonly PlainStep[]): readonly (readonly PlainStep[])[] {
  const pipelines: PlainStep[][] = [[]];
  for (const step of steps) {
    pipelines.at(-1)?.push(step);
    if (step.command.joint !== "|") pipelines.push([]);
  }
  return pipelines.filter(({ length }) => length > 0);
}

const CHANGES: ReadonlySet<string> = new Set(["stage", "write", "delete", "move"]);

/** It changes files or the repository. */
export const isChange = ({ sorted, command }: PlainStep): boolean =>
  sorted.does === "edits" || command.writes.some(({ value }) => value !== "/dev/null");

/** What it changes, by name. */
export const changedBy = ({ touches }: PlainStep): readonly string[] =>
  touches.filter(({ role }) => CHANGES.has(role)).map(({ path }) => path);
