/** What clues are held against: one call's commands and effects, where they stand, and what flows where. */

import type { JsonObject } from "../../contract/action.ts";
import type { Effect } from "../../contract/effect.ts";
import { keptWith, once } from "../../contract/kept.ts";
import type { Opacity, ShellReading } from "../../contract/reading.ts";
import type { Memory } from "../../contract/session.ts";
import type { World } from "../../contract/world.ts";
import type { Look } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { flowsOf } from "./data-flow.ts";
import type { CallCommand, DataFlow } from "./flow.ts";

const MAX_LINES = 60;
/** What stands further on names no topic: patterns are only held against so much. */
const MAX_TEXT_CHARACTERS = 8_000;
const MAX_LINE_WORDS = 400;

export interface CallView {
  readonly tool: string;
  readonly input: JsonObject;
  readonly commands: readonly CallCommand[];
  readonly flows: readonly DataFlow[];
  /** The command, or how the call is shown. */
  readonly text: string;
  readonly cwd: string;
  readonly projectRoot: string;
  readonly home: string;
  readonly world: World;
  readonly look: Look;
  /** The repository's remotes when the session began, where that is known. */
  readonly remotes: Memory["start"]["remotes"];
  /** Reads a piece of shell on its own. */
  readonly read: (code: string) => ShellReading;
  /** Made in this session, itself or a directory it lies in. */
  readonly isOwn: (path: string) => boolean;
}

/** What a clue fits: an effect of one command, or a flow. */
export type EffectOrFlow = Effect | DataFlow;

/** Made once for each call: several steps hold clues against it. */
export function viewCall(call: PolicyCall): CallView {
  const kept = views.get(call) ?? makeView(call);
  views.set(call, kept);
  return kept;
}

const views = keptWith<PolicyCall, CallView>();

function makeView(call: PolicyCall): CallView {
  const { reading, world, cwd, projectRoot, memory } = call;
  const look = lookSomewhere(call.look);
  const commands = reading === undefined ? [toolCommand(call)] : commandsOf(reading, call);
  const text = (reading?.command ?? call.encoding).slice(0, MAX_TEXT_CHARACTERS);
  const context = { cwd, projectRoot, world, look, text, marked: memory.marks ?? [] };
  const flows = once(() => flowsOf(commands, context).flows);
  return {
    tool: call.tool,
    input: call.input,
    commands,
    get flows() {
      return flows();
    },
    text,
    cwd,
    projectRoot,
    home: world.home,
    world,
    look,
    remotes: memory.start.remotes,
    read: (code) => call.readShell(code, { cwd, projectRoot, world, written: new Set() }),
    isOwn: (path) => ancestors(path).some((way) => memory.created.has(way)),
  };
}

/** What could be anywhere lies nowhere in particular: a directory too large to look through for links names no topic. */
const lookSomewhere =
  (look: Look): Look =>
  (target) => {
    const seen = look(target);
    return target.path.startsWith("/**") ? seen : seen.filter(([first]) => first !== "**");
  };

/** Where nothing could be read at all, every line for itself: enough to name a topic. */
function commandsOf(reading: ShellReading, call: PolicyCall): readonly CallCommand[] {
  const unread = unreadCommand(reading.opaque, reading.command);
  if (reading.commands.length > 0 || reading.opaque.length === 0) return [...reading.commands, ...unread];
  const lines = reading.command.slice(0, MAX_TEXT_CHARACTERS).split("\n").slice(0, MAX_LINES);
  return [...(lines.length > 1 ? lines.flatMap((line) => readAlone(line, call)) : []), ...unread];
}

/** Commands read without what stood before them: nothing is known of where they get their input. */
const readAlone = (code: string, { cwd, projectRoot, world, readShell }: PolicyCall): readonly CallCommand[] =>
  readShell(code, { cwd, projectRoot, world, written: new Set() }).commands.map(({ fedBy: _, ...command }) => command);

/** Why not everything was seen, as effects that are not known. */
const unreadCommand = (opaque: readonly Opacity[], text: string): readonly CallCommand[] =>
  opaque.length === 0
    ? []
    : [
        {
          ...NO_COMMAND,
          text,
          effects: opaque.map(({ why }): Effect => ({ do: "unknown", act: "unknown.unread", wording: why })),
        },
      ];

const NO_COMMAND = { name: null, words: [], effects: [], wrappers: [], depth: 0, via: null } as const;

const toolCommand = (call: PolicyCall): CallCommand => ({
  ...NO_COMMAND,
  text: call.encoding,
  effects: call.effects,
});

function ancestors(path: string): readonly string[] {
  const all: string[] = [];
  for (let way = path; way.length > 1; way = way.slice(0, Math.max(way.lastIndexOf("/"), 0))) all.push(way);
  return all;
}

/** The words of a command as one line, wrappers off. */
export function lineOf(command: CallCommand): string {
  const kept = lines.get(command);
  if (kept !== undefined) return kept;
  const line = command.words
    .slice(0, MAX_LINE_WORDS)
    .map((word) => word.value ?? word.text)
    .join(" ")
    .slice(0, MAX_TEXT_CHARACTERS);
  lines.set(command, line);
  return line;
}

const lines = keptWith<CallCommand, string>();
