/** Looking for what starts: what was found, what is still to be followed, and how a text comes into it. */
import { dirname } from "node:path/posix";
import { foldPath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { loadedPaths } from "./loaded-paths.ts";
import { addMentions, type Mentions } from "./mentions.ts";
import { isCode, type Named, runsData } from "./named.ts";
import { pluginsNamed } from "./plugins.ts";
import { evaluatesOutput } from "./project-code.ts";
import { basesOf, type Started } from "./resolve.ts";
import { rootsOf } from "./roots.ts";
import { commandsOf, isTooLong, readText, startedByCode, startingPart } from "./sources.ts";
import type { Words } from "./word.ts";

export interface StartsFound {
  readonly named: Named;
  readonly mentions: Mentions;
}
export interface StartSearch extends StartsFound {
  readonly call: PolicyCall;
  readonly todo: Started[];
  /** Files and scripts that were read, and are not read again. */
  readonly seen: Set<string>;
  words: number;
  /** The text that has git run its hooks unasked, if there is one. */
  commits: string | undefined;
}

export type Further = Pick<Started, "depth" | "unasked">;

export const todo = (commands: readonly Words[], dir: string, further: Further, search: StartSearch): void => {
  if (commands.length > 0) search.todo.push({ commands, bases: [dir], settings: false, ...further });
};

/** Its words count from the project, and from where it lies. */
export function addText(
  file: string,
  search: StartSearch,
  { settings, home, unasked, bases, depth }: Omit<Started, "commands">,
  pick = (text: string): string => text,
): void {
  if (search.seen.has(file)) return;
  search.seen.add(file);
  const text = pick(readText(file, search.call));
  if (depth === 0 && home !== true && isOfProject(file, search.call))
    search.mentions.over ||= isTooLong(file, search.call);
  if (text === "") return;
  if (unasked !== undefined && evaluatesOutput(text)) search.named.whole ??= unasked;
  if (settings) addLoaded(file, text, search);
  const reached = mention(
    startingPart(file, text),
    dirname(file),
    { settings: settings || DIRENV.test(file) || runsData(file, text), home },
    search,
  );
  const { call } = search;
  const commands = [...commandsOf(file, text, call), ...reached];
  // What code of home imports lies beside it; what it starts, it starts here.
  const here = home !== true && settings && !isOfProject(file, call) && isCode(file) ? [] : bases;
  const from = [...new Set([...here, dirname(file)])];
  search.todo.push({ commands, bases: basesOf(commands, from, call), settings, home, unasked, depth });
  const started = unasked === undefined ? [] : startedByCode(file, text, call);
  if (started.length > 0)
    search.todo.push({ commands: started, bases: basesOf(started, bases, call), settings: false, unasked, depth });
}

/** What an agent's settings lead to by a directory. */
function addLoaded(file: string, text: string, { named, call }: StartSearch): void {
  const { code, texts } = loadedPaths(file, text, call);
  if (code) named.whole ??= file;
  for (const place of [...pluginsNamed(text, call), ...texts]) named.all.add(foldPath(place));
}

/** direnv takes a text of any name for variables. */
const DIRENV = /\/\.envrc[^/]*$/i;
const isOfProject = (file: string, call: PolicyCall): boolean => rootsOf(call).some((root) => isInside(file, root));

/** What stands behind something unknown is looked for in the project too: as commands of its own. */
export function mention(
  text: string,
  dir: string,
  { settings, home }: Pick<Started, "settings" | "home">,
  { call, mentions }: StartSearch,
): readonly Words[] {
  const known = { root: call.projectRoot, home: call.world.home };
  const open = addMentions({ text, dir, documents: settings, home: home === true }, known, mentions);
  return open.map(({ segments }) => ["import", `./${segments.join("/")}`]);
}
