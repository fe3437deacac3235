/** What clues are held against: one call's commands and effects, where they stand, and what flows where. */

import type { JsonObject } from "../../contract/action.ts";
import { beside } from "../../contract/beside.ts";
import type { Effect } from "../../contract/effect.ts";
import { once } from "../../contract/once.ts";
import type { Opacity, ShellReading } from "../../contract/reading.ts";
import type { Memory } from "../../contract/session.ts";
import type { World } from "../../contract/world.ts";
import { type Look, toTarget } from "../../machine/index.ts";
import { shellCalls, spellHome, spellingsIn } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { filesGoneTo } from "./code-goes.ts";
import { hintsOf, namedFiles } from "./code-hints.ts";
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

const views = beside<PolicyCall, CallView>();

function makeView(call: PolicyCall): CallView {
  const { reading, world, cwd, projectRoot, memory } = call;
  const look = lookSomewhere(call.look);
  const read = reading === undefined ? [toolCommand(call)] : commandsOf(reading, call);
  const commands = [...read, ...read.flatMap((command) => commandsHinted(command, call))];
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
    return target.path.startsWith("/**") ? seen : { ...seen, ways: seen.ways.filter(([first]) => first !== "**") };
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

/** What code in a string names, and the commands it would hand to a shell. */
export function commandsHinted(command: CallCommand, call: PolicyCall): readonly CallCommand[] {
  const codes = command.effects.flatMap((effect) =>
    effect.do === "run" && effect.code !== undefined ? [effect.code] : [],
  );
  const given =
    command.name === null && /^-[cer]$/.test(command.words[1]?.value ?? "") ? command.words[2]?.value : undefined;
  const all = given === undefined || given === null ? codes : [...codes, given];
  const { world } = call;
  const { projectRoot } = call;
  const where = { world, projectRoot, cwd: command.cwd?.certainty === "exact" ? command.cwd.path : call.cwd };
  const named = all.flatMap((written) => {
    const spelled = spellingsIn(command, written);
    const hints = spelled.flatMap((code) => hintsOf(spellHome(code), where));
    const inner = spelled
      .flatMap((code) => shellCalls(code, command.name ?? ""))
      .flatMap((text) => readAlone(text, call));
    // What a command it starts reads, it may send itself; files that this session made, by whatever name; and those where it goes.
    const read = hints.some(isSending)
      ? [
          ...inner.flatMap((one) => one.effects.filter((effect) => effect.do === "read")),
          ...spelled.flatMap((code) => namedFiles(code, filesMade(call), where)),
          ...spelled.flatMap((code) => filesGoneTo(spellHome(code), where)),
        ]
      : [];
    const effects: readonly Effect[] = [...hints, ...read, ...(written === given ? [asCode(written)] : [])];
    return effects.length === 0
      ? inner
      : [{ ...NO_COMMAND, ...sentBy(effects, command), text: written, effects }, ...inner];
  });
  return [...named, ...operandsOf(command, call)];
}

/** Files that hold something worth following, and those that the call itself writes. */
const filesMade = ({ memory, effects }: PolicyCall): ReadonlySet<string> =>
  new Set([
    ...(memory.marks ?? []).map(({ path }) => path),
    ...effects.flatMap((effect) =>
      effect.do === "write" && effect.target.certainty === "exact" ? [effect.target.path] : [],
    ),
  ]);

const isSending = (effect: Effect): boolean => effect.do === "network" && effect.sends;

/** Code that sends may send what its program is given: its files, and its input. */
const sentBy = (effects: readonly Effect[], { words, fedBy, redirections }: CallCommand): Partial<CallCommand> =>
  effects.some(isSending)
    ? { words, ...(fedBy === undefined ? {} : { fedBy }), ...(redirections === undefined ? {} : { redirections }) }
    : {};

/** A program nobody knows is taken to read the files it names. */
function operandsOf(command: CallCommand, { cwd, world }: PolicyCall): readonly CallCommand[] {
  if (!command.effects.some((effect) => effect.do === "run" && effect.what === "unknown-program")) return [];
  const effects = command.words
    .slice(1)
    .flatMap(({ value }): readonly Effect[] =>
      value !== null && /^(?:~?\/)[^\s]/.test(value)
        ? [{ do: "read", target: toTarget(value, cwd, world), recursive: false, content: true }]
        : [],
    );
  return effects.length === 0 ? [] : [{ ...command, effects }];
}

const asCode = (code: string): Effect => ({ do: "run", program: "a program that is not known", what: "code", code });

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

const lines = beside<CallCommand, string>();
