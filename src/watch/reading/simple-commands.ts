/** What rules, the floor and guarded places look at: the simple commands of a reading. */
import type { Effect, Target } from "../../contract/effect.ts";
import { HOLE, type ShellReading, type SubCommand } from "../../contract/reading.ts";
import type { SimpleCommand, Word } from "../../contract/simple.ts";
import { sortUse } from "../../core/index.ts";
import { asWord, sortByRow } from "./sorted.ts";

export const simpleCommands = (reading: ShellReading, platform: string): readonly SimpleCommand[] =>
  reading.commands.map((command) => asSimple(command, platform));

function asSimple(command: SubCommand, platform: string): SimpleCommand {
  const { words, input, cwd, redirections = [] } = command;
  const name = (command.words.length === 0 ? null : command.name)?.replace(/^.*\/(?=.)/s, "") ?? null;
  const said = words.map(asWord);
  // What a row of the core says of a use holds wherever it stands; what is done in the directory it enters nobody knows here.
  const use = name === null || name === "cd" ? undefined : (sortUse(said, platform) ?? sortByRow(name, command));
  const isLiteral = input !== undefined && !input.includes(HOLE);
  return {
    name,
    words: said,
    wrappers: command.wrappers,
    assignments: command.assignments,
    reads: redirections.flatMap((effect) => placesOf(effect, "read")),
    writes: redirections.flatMap((effect) => placesOf(effect, "write")),
    cwd: cwd.certainty === "exact" ? cwd.path : null,
    ...(isLiteral ? { document: input } : {}),
    ...(use === undefined ? {} : { use }),
    ...(command.away === true ? { away: true } : {}),
    depth: command.depth + (command.inside ?? 0),
  };
}

/** `< /dev/tcp/HOST/PORT` names a host. */
function placesOf(effect: Effect, how: "read" | "write"): readonly Word[] {
  if (effect.do === how) return [placeWord(effect.target)];
  if (effect.do !== "network" || effect.host === null || how === "write") return [];
  const value = `tcp://${effect.host}`;
  return [{ value, text: value, prefix: value }];
}

const placeWord = ({ path, certainty }: Target): Word => ({
  value: certainty === "unknown" ? null : path,
  text: path,
  prefix: certainty === "unknown" ? path : path.replace(/[*?[].*$/s, ""),
  ...(certainty === "glob" ? { glob: true } : {}),
});
