/** What the table looks at: one call's commands and effects, where they stand, and what flows where. */
import type { JsonObject } from "../action.ts";
import type { Effect } from "../effect.ts";
import type { Look } from "../places/index.ts";
import type { RuledCall } from "../rules/index.ts";
import type { Memory } from "../session/index.ts";
import type { Opacity } from "../shell/reading.ts";
import type { World } from "../world.ts";
import { type Flow, flowsOf } from "./flow.ts";
import type { Part } from "./sources.ts";

/** A call as the table needs it; the gate's own `Call` is one. */
export interface NamedCall extends RuledCall {
  readonly cwd: string;
  readonly memory: Pick<Memory, "created" | "marks">;
}

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
  /** Made in this session, itself or a directory it lies in. */
  readonly isOwn: (path: string) => boolean;
}

/** What a row matches on: an effect of one command, or a flow. */
export type Subject = Effect | Flow;

export function sceneOf(call: NamedCall): Scene {
  const { reading, world, look, cwd, projectRoot, memory } = call;
  const parts: readonly Part[] =
    reading === undefined ? [toolPart(call)] : [...reading.commands, ...unreadPart(reading.opaque, reading.command)];
  const text = reading?.command ?? call.encoding;
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
    isOwn: (path) => ancestors(path).some((way) => memory.created.has(way)),
  };
}

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
export const lineOf = (part: Part): string => part.words.map((word) => word.value ?? word.text).join(" ");
