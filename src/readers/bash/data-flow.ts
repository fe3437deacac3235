/**
 * Which sub-commands may have made another one's input or words: by a pipe, a substitution, a variable, a loop, a
 * function's arguments. For following data to where it goes; generous, and never used to prove anything.
 */

import type { SubCommand } from "../../contract/reading.ts";
import type { ScriptPoint } from "./reader.ts";

/** Places in the list of sub-commands, the second one not included. */
export type CommandSpan = readonly [from: number, to: number];

/** More than this become one that spans them all. */
const MAX_FEEDS = 12;

/** As a shell spells a variable, and as other languages ask for one of the environment: `os.environ.get("K")`, `$ENV{K}`, `printenv K`. */
const MENTIONED = /(?:environ|env)\W{1,5}(?:get\W{1,3})?([A-Za-z_]\w*)|\$\{?[!#]?([A-Za-z_]\w*)/gi;

/** What was read since `start`, what the variables in the text hold, and what feeds everything here. */
export function feedsOf(point: ScriptPoint, start: number, written: string): readonly CommandSpan[] {
  const { commands, sources } = point.reader;
  const own: CommandSpan[] = commands.length > start ? [[start, commands.length]] : [];
  const named =
    sources.size === 0
      ? []
      : [...written.matchAll(MENTIONED)].flatMap(([, asked, name = asked ?? ""]) => sources.get(name) ?? []);
  return mergeSpans([...(point.fed ?? []), ...own, ...named]);
}

/** The point of a part that is fed by what was read since `start`. */
export const fedSince = (point: ScriptPoint, start: number): Pick<ScriptPoint, "fed"> => ({
  fed: feedsOf(point, start, ""),
});

/** The variable holds, or may hold, what these commands made. */
export function holds(point: ScriptPoint, name: string, feeds: readonly CommandSpan[]): void {
  if (feeds.length > 0)
    point.reader.sources.set(name, mergeSpans([...(point.reader.sources.get(name) ?? []), ...feeds]));
}

/** Commands that put their input, or what their words hold, into the variables they name. */
const TAKES_INPUT = /^(?:read|mapfile|readarray|printf)$/;

export function takesInput(
  point: ScriptPoint,
  words: readonly { readonly value: string | null }[],
  feeds: readonly CommandSpan[],
) {
  if (!TAKES_INPUT.test(words[0]?.value ?? "")) return;
  for (const name of ["REPLY", "MAPFILE", ...words.slice(1).map(({ value }) => value ?? "")])
    if (/^[A-Za-z_]\w*$/.test(name)) holds(point, name, feeds);
}

/** What stands from `from` to `to` gets something from these as well: `>(…)`, a group whose output goes to a file. */
export function feedLater(point: ScriptPoint, from: number, to: number, feed: CommandSpan): void {
  const { commands } = point.reader;
  if (feed[1] <= feed[0]) return;
  for (let i = from; i < Math.min(to, commands.length); i += 1) {
    const command: SubCommand | undefined = commands[i];
    if (command !== undefined) commands[i] = { ...command, fedBy: mergeSpans([...(command.fedBy ?? []), feed]) };
  }
}

function mergeSpans(feeds: readonly CommandSpan[]): readonly CommandSpan[] {
  const all = feeds.filter(([a, b], i) => feeds.findIndex(([c, d]) => a === c && b === d) === i);
  if (all.length <= MAX_FEEDS) return all;
  return [[Math.min(...all.map(([from]) => from)), Math.max(...all.map(([, to]) => to))]];
}
