/** What the table looks at: one call's commands and effects, where they stand, and what flows where. */
import type { JsonObject } from "../../contract/action.ts";
import type { Effect } from "../../contract/effect.ts";
import type { Opacity, ReadContext, ShellReading } from "../../contract/reading.ts";
import type { Memory } from "../../contract/session.ts";
import type { World } from "../../contract/world.ts";
import { type Look, toTarget } from "../../machine/index.ts";
import type { RuledCall } from "../rules/index.ts";
import { commandsIn, hintsOf } from "./code-hints.ts";
import { type Flow, flowsOf } from "./flow.ts";
import type { Part } from "./sources.ts";

const MAX_LINES = 60;
/** What stands further on names no topic: patterns are only held against so much. */
const MAX_TEXT_CHARACTERS = 8_000;
const MAX_LINE_WORDS = 400;

/** A call as the table needs it; the gate's own `Call` is one. */
export interface NamedCall extends RuledCall {
  readonly cwd: string;
  readonly memory: Pick<Memory, "created" | "marks" | "start">;
  /** The reader comes with the call: this part is loaded apart from it. */
  readonly around: { readonly readShell: ReadShell };
}

type ReadShell = (command: string, context: ReadContext) => ShellReading;

export interface Scene {
  readonly tool: string;
  readonly input: JsonObject;
  readonly parts: readonly Part[];
  readonly flows: readonly Flow[];
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

/** What a row matches on: an effect of one command, or a flow. */
export type Subject = Effect | Flow;

export function sceneOf(call: NamedCall): Scene {
  const { reading, world, look, cwd, projectRoot, memory } = call;
  const read = reading === undefined ? [toolPart(call)] : partsOf(reading, call);
  const parts = [...read, ...read.flatMap((part) => hinted(part, call))];
  const text = (reading?.command ?? call.encoding).slice(0, MAX_TEXT_CHARACTERS);
  const context = { cwd, projectRoot, world, look, text, marked: memory.marks ?? [] };
  return {
    tool: call.tool,
    input: call.input,
    parts,
    flows: flowsOf(parts, context).flows,
    text,
    cwd,
    projectRoot,
    home: world.home,
    world,
    look,
    remotes: memory.start.remotes,
    read: (code) => call.around.readShell(code, { cwd, projectRoot, world, written: new Set() }),
    isOwn: (path) => ancestors(path).some((way) => memory.created.has(way)),
  };
}

/** Where nothing could be read at all, every line for itself: enough to name a topic. */
function partsOf(reading: ShellReading, call: NamedCall): readonly Part[] {
  const unread = unreadPart(reading.opaque, reading.command);
  if (reading.commands.length > 0 || reading.opaque.length === 0) return [...reading.commands, ...unread];
  const lines = reading.command.slice(0, MAX_TEXT_CHARACTERS).split("\n").slice(0, MAX_LINES);
  return [...(lines.length > 1 ? lines.flatMap((line) => apart(line, call)) : []), ...unread];
}

/** Commands read without what stood before them: nothing is known of where they get their input. */
const apart = (code: string, { cwd, projectRoot, world, around }: NamedCall): readonly Part[] =>
  around.readShell(code, { cwd, projectRoot, world, written: new Set() }).commands.map(({ fedBy: _, ...part }) => part);

/** What code in a string names, and the commands it would hand to a shell. */
function hinted(part: Part, call: NamedCall): readonly Part[] {
  const codes = part.effects.flatMap((effect) =>
    effect.do === "run" && effect.code !== undefined ? [effect.code] : [],
  );
  const given = part.name === null && /^-[cer]$/.test(part.words[1]?.value ?? "") ? part.words[2]?.value : undefined;
  const all = given === undefined || given === null ? codes : [...codes, given];
  const named = all.flatMap((code) => {
    const effects: readonly Effect[] = [...hintsOf(code, call), ...(code === given ? [asCode(code)] : [])];
    const inner = commandsIn(code).flatMap((command) => apart(command, call));
    return effects.length === 0 ? inner : [{ ...NO_PART, text: code, effects }, ...inner];
  });
  return [...named, ...operandsOf(part, call)];
}

/** A program nobody knows is taken to read the files it names. */
function operandsOf(part: Part, { cwd, world }: NamedCall): readonly Part[] {
  if (!part.effects.some((effect) => effect.do === "run" && effect.what === "unknown-program")) return [];
  const effects = part.words
    .slice(1)
    .flatMap(({ value }): readonly Effect[] =>
      value !== null && /^(?:~?\/)[^\s]/.test(value)
        ? [{ do: "read", target: toTarget(value, cwd, world), recursive: false, content: true }]
        : [],
    );
  return effects.length === 0 ? [] : [{ ...part, effects }];
}

const asCode = (code: string): Effect => ({ do: "run", program: "a program that is not known", what: "code", code });

/** Why not everything was seen, as effects that are not known. */
const unreadPart = (opaque: readonly Opacity[], text: string): readonly Part[] =>
  opaque.length === 0
    ? []
    : [{ ...NO_PART, text, effects: opaque.map(({ why }): Effect => ({ do: "unknown", detail: why })) }];

const NO_PART = { name: null, words: [], effects: [], wrappers: [], depth: 0, via: null } as const;

const toolPart = (call: RuledCall): Part => ({
  ...NO_PART,
  text: call.encoding,
  effects: call.effects,
});

function ancestors(path: string): readonly string[] {
  const all: string[] = [];
  for (let way = path; way.length > 1; way = way.slice(0, Math.max(way.lastIndexOf("/"), 0))) all.push(way);
  return all;
}

/** The words of a command as one line, wrappers off. */
export function lineOf(part: Part): string {
  const kept = lines.get(part);
  if (kept !== undefined) return kept;
  const line = part.words
    .slice(0, MAX_LINE_WORDS)
    .map((word) => word.value ?? word.text)
    .join(" ")
    .slice(0, MAX_TEXT_CHARACTERS);
  lines.set(part, line);
  return line;
}

const lines = new WeakMap<Part, string>();
