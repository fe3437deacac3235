/**
 * Which sub-commands may have made another one's input or words: by a pipe, a substitution, a variable, a loop, a
 * function's arguments. For following data to where it goes; generous, and never used to prove anything.
 */

import type { SubCommand } from "../../contract/reading.ts";
import type { Scene } from "./reader.ts";

/** Places in the list of sub-commands, the second one not included. */
export type Feed = readonly [from: number, to: number];

/** More than this become one that spans them all. */
const MAX_FEEDS = 12;

const MENTIONED = /\$\{?[!#]?([A-Za-z_]\w*)/g;

/** What was read since `start`, what the variables in the text hold, and what feeds everything here. */
export function feedsOf(scene: Scene, start: number, written: string): readonly Feed[] {
  const { commands, sources } = scene.reader;
  const own: Feed[] = commands.length > start ? [[start, commands.length]] : [];
  const named =
    sources.size === 0 ? [] : [...written.matchAll(MENTIONED)].flatMap(([, name = ""]) => sources.get(name) ?? []);
  return spanned([...(scene.fed ?? []), ...own, ...named]);
}

/** The scene of a part that is fed by what was read since `start`. */
export const fedSince = (scene: Scene, start: number): Pick<Scene, "fed"> => ({ fed: feedsOf(scene, start, "") });

/** The variable holds, or may hold, what these commands made. */
export function holds(scene: Scene, name: string, feeds: readonly Feed[]): void {
  if (feeds.length > 0) scene.reader.sources.set(name, spanned([...(scene.reader.sources.get(name) ?? []), ...feeds]));
}

/** Commands that put their input into the variables they name. */
const TAKES_INPUT = /^(?:read|mapfile|readarray)$/;

export function takesInput(scene: Scene, words: readonly { readonly value: string | null }[], feeds: readonly Feed[]) {
  if (!TAKES_INPUT.test(words[0]?.value ?? "")) return;
  for (const name of ["REPLY", "MAPFILE", ...words.slice(1).map(({ value }) => value ?? "")])
    if (/^[A-Za-z_]\w*$/.test(name)) holds(scene, name, feeds);
}

/** What stands from `from` to `to` gets something from these as well: `>(…)`, a group whose output goes to a file. */
export function feedLater(scene: Scene, from: number, to: number, feed: Feed): void {
  const { commands } = scene.reader;
  if (feed[1] <= feed[0]) return;
  for (let i = from; i < Math.min(to, commands.length); i += 1) {
    const command: SubCommand | undefined = commands[i];
    if (command !== undefined) commands[i] = { ...command, fedBy: spanned([...(command.fedBy ?? []), feed]) };
  }
}

function spanned(feeds: readonly Feed[]): readonly Feed[] {
  const all = feeds.filter(([a, b], i) => feeds.findIndex(([c, d]) => a === c && b === d) === i);
  if (all.length <= MAX_FEEDS) return all;
  return [[Math.min(...all.map(([from]) => from)), Math.max(...all.map(([, to]) => to))]];
}
