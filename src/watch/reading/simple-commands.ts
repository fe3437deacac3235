/** What rules, the floor and guarded places look at: the simple commands of a reading. */
import type { Effect, Target } from "../../contract/effect.ts";
import { HOLE, type ShellReading, type SubCommand } from "../../contract/reading.ts";
import type { SimpleCommand, SortedUse, Word } from "../../contract/simple.ts";
import { asWord, sortByRow } from "./sorted.ts";

/** Sorts the words of one use of a program; undefined: nobody knows it. */
export type SortWords = (name: string, command: SubCommand) => SortedUse | undefined;

export const simpleCommands = (reading: ShellReading, sort: SortWords = sortByRow): readonly SimpleCommand[] =>
  reading.commands.map((command) => asSimple(command, sort));

function asSimple(command: SubCommand, sort: SortWords): SimpleCommand {
  const { words, input, cwd, redirections = [] } = command;
  const name = (command.words.length === 0 ? null : command.name)?.replace(/^.*\/(?=.)/s, "") ?? null;
  const use = name === null ? undefined : sort(name, command);
  const isLiteral = input !== undefined && !input.includes(HOLE);
  return {
    name,
    words: words.map(asWord),
    wrappers: command.wrappers,
    assignments: command.assignments,
    reads: redirections.flatMap((effect) => placesOf(effect, "read")),
    writes: redirections.flatMap((effect) => placesOf(effect, "write")),
    cwd: cwd.certainty === "exact" ? cwd.path : null,
    ...(isLiteral ? { document: input } : {}),
    ...(use === undefined ? {} : { use }),
    depth: command.depth + (command.inside ?? 0),
  };
}

const placesOf = (effect: Effect, how: "read" | "write"): readonly Word[] =>
  effect.do === how ? [placeWord(effect.target)] : [];

const placeWord = ({ path, certainty }: Target): Word => ({
  value: certainty === "unknown" ? null : path,
  text: path,
  prefix: certainty === "unknown" ? path : path.replace(/[*?[].*$/s, ""),
  ...(certainty === "glob" ? { glob: true } : {}),
});
