/** Which commands may have made another one's input or words: by a pipe, a substitution, a variable. Generous; it proves nothing. */
import type { CommandSpan, Point } from "./point.ts";

/** More than this become one that spans them all. */
const MAX_FEEDS = 12;
const MENTIONED = /\$\{?[!#]?([A-Za-z_]\w*)/g;

/** What was read since `start`, what the variables in the text hold, and what feeds everything here. */
export function feedsOf(point: Point, start: number, written: string): readonly CommandSpan[] {
  const { commands, sources } = point.reading;
  const own: readonly CommandSpan[] = commands.length > start ? [[start, commands.length]] : [];
  const named =
    sources.size === 0 ? [] : [...written.matchAll(MENTIONED)].flatMap(([, name = ""]) => sources.get(name) ?? []);
  return mergeSpans([...point.fed, ...own, ...named]);
}

/** The variable holds, or may hold, what these commands made. */
export function holds({ reading }: Point, name: string, feeds: readonly CommandSpan[]): void {
  if (feeds.length > 0) reading.sources.set(name, mergeSpans([...(reading.sources.get(name) ?? []), ...feeds]));
}

/** What stands from `from` to `to` gets something from these as well: a group whose output goes to a file. */
export function feedLater({ reading: { commands } }: Point, from: number, to: number, feed: CommandSpan): void {
  if (feed[1] <= feed[0]) return;
  for (let i = from; i < to; i += 1) {
    const command = commands[i];
    if (command !== undefined) commands[i] = { ...command, fedBy: mergeSpans([...(command.fedBy ?? []), feed]) };
  }
}

function mergeSpans(feeds: readonly CommandSpan[]): readonly CommandSpan[] {
  const all = feeds.filter(([a, b], i) => feeds.findIndex(([c, d]) => a === c && b === d) === i);
  if (all.length <= MAX_FEEDS) return all;
  return [[Math.min(...all.map(([from]) => from)), Math.max(...all.map(([, to]) => to))]];
}
