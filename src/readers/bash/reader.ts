/** One reading in progress: what was found so far, and the limits it keeps to. */
import type { Effect } from "../../contract/effect.ts";
import { HOLE, type KnownWord, type Opacity, type ReadContext, type SubCommand } from "../../contract/reading.ts";
import type { CommandSpan } from "./data-flow.ts";
import type { OpenedInput } from "./descriptors.ts";
import type { Script } from "./parse.ts";
import { type Flow, type FunctionBody, LIKELY_ROOM, type State, type Value } from "./state.ts";

/** Several times what the longest recorded commands hold. */
const MAX_COMMANDS = 100;
/** With what stands in the scripts and tasks it runs. */
const MAX_COMMANDS_BELOW = 160;
const MAX_WORDS = 1_500;
/** Words that commands hand on to the commands they start, each time they are handed on. */
const MAX_HANDED = 6_000;
/** How many definitions of tasks, and scripts, one reading looks into. */
const MAX_LOOKS = 48;

/** Where standard input comes from. */
export type Stdin =
  | { readonly kind: "inherited" }
  | { readonly kind: "text"; readonly text: string }
  /** Lines of names at or below the place written so. */
  | { readonly kind: "names"; readonly under: string; readonly nul: boolean }
  /** `outline`: what is known of it, with a `HOLE` for each part that is not. */
  | { readonly kind: "unknown"; readonly outline?: string };

export const UNKNOWN_STDIN: Stdin = { kind: "unknown" };

/** What a command printed, as the next one's input. */
export function inputOf(out: Value | null): Stdin {
  if (out?.kind === "text" || out?.kind === "names") return out;
  if (out?.kind === "glob") return { kind: "unknown", outline: `${out.text}\n` };
  return out?.kind === "unknown" && out.outline !== undefined
    ? { kind: "unknown", outline: out.outline }
    : UNKNOWN_STDIN;
}

export interface Reader {
  readonly context: ReadContext;
  readonly commands: SubCommand[];
  readonly opaque: Opacity[];
  /** Counts down; at zero everything else is opaque. */
  wordsLeft: number;
  /** Counts down in the same way. */
  handedLeft: number;
  /** How many of the commands stand in no script or task. */
  own: number;
  /** Functions being read, innermost last. */
  readonly calls: string[];
  /** States in which a loop or a function was left early, innermost last. */
  readonly escapes: State[][];
  /** Names that functions being read keep for themselves, innermost last. */
  readonly locals: Set<string>[];
  /** Code that may run when nobody looks, and every function it could call. */
  readonly traps: { readonly code: string; readonly via: string }[];
  /** A part of it was started in the background. */
  background: boolean;
  readonly defined: Map<string, FunctionBody[]>;
  /** Secrets of the environment put in place since the command being read began. */
  readonly secrets: string[];
  /** Names given another meaning by `alias`. */
  readonly aliases: Set<string>;
  /** Places that were looked through for odd names. */
  readonly tame: Map<string, boolean>;
  /** Variables, and the commands that made what they hold (data-flow.ts). */
  readonly sources: Map<string, readonly CommandSpan[]>;
  loops: number;
  /** Of a likely reading: the most values a variable it used could have. */
  alternatives: number;
  /** Of a likely reading: what substituted processes print, by the name that stands for them. */
  readonly pipes: Map<string, string>;
  /** Of a likely reading: what was opened for reading, by number. */
  readonly descriptors: Map<number, OpenedInput>;
  /** Counts down what is looked into below task runners and scripts; shared by the shells of one reading. */
  readonly looks: { left: number; readonly files: Set<string> };
}

/** Below a task runner or a script: whose, and by way of what, outermost first. */
export interface BelowRunner {
  /** The place of the runner in `commands`. */
  readonly under: number;
  readonly trail: readonly string[];
  /** Commands of other packages that the same runner starts: what they write is not what runs here. */
  readonly apart?: readonly CommandSpan[];
  /** The task was looked for in several places. */
  readonly spread?: boolean;
}

/** A point in a script: the reader, the state there, and where the text stands. */
export interface ScriptPoint {
  readonly reader: Reader;
  state: State;
  readonly source: string;
  readonly depth: number;
  readonly via: string | null;
  readonly stdin: Stdin;
  /** What feeds every command here (data-flow.ts). */
  readonly fed?: readonly CommandSpan[];
  /** Set where what a task runner or a script runs is read (look-through.ts). */
  readonly below?: BelowRunner;
  /** Inside `$(…)`, backticks or `<(…)`. */
  readonly substituted: boolean;
  /** Walks a nested script; set by the walker so that expansion need not know it. */
  readonly walk: (point: ScriptPoint, script: Script) => Flow;
}

export function newReader(context: ReadContext): Reader {
  return {
    context,
    commands: [],
    opaque: [],
    wordsLeft: MAX_WORDS * (context.likely === undefined ? 1 : LIKELY_ROOM),
    handedLeft: MAX_HANDED,
    own: 0,
    calls: [],
    escapes: [],
    locals: [],
    traps: [],
    background: false,
    defined: new Map(),
    secrets: [],
    aliases: new Set(),
    tame: new Map(),
    sources: new Map(),
    loops: 0,
    alternatives: 1,
    pipes: new Map(),
    descriptors: new Map(),
    looks: { left: MAX_LOOKS, files: new Set() },
  };
}

export function opaque(point: ScriptPoint, why: string, at: number | null = null): void {
  const known = point.reader.opaque.some((entry) => entry.why === why);
  if (!known) point.reader.opaque.push({ why, at: point.depth === 0 ? at : null });
}

/** More than one reading looks at: what lies behind was not seen, however well it could be read. */
export function cutShort(point: ScriptPoint, why: string): void {
  opaque(point, why);
  const at = point.reader.opaque.findIndex((entry) => entry.why === why);
  const entry = point.reader.opaque[at];
  if (entry !== undefined) point.reader.opaque[at] = { ...entry, cut: true };
}

/** False when the reading has become too large: the rest is opaque. */
export function roomLeft(point: ScriptPoint): boolean {
  const most = point.below === undefined ? MAX_COMMANDS : MAX_COMMANDS_BELOW;
  const room = point.state.likely === undefined ? 1 : LIKELY_ROOM;
  const { commands, own, wordsLeft, handedLeft } = point.reader;
  // What finds is not kept from what was typed by what stands in scripts before it.
  const count = point.below === undefined && point.state.likely !== undefined ? own : commands.length;
  const full = count >= most * room || wordsLeft <= 0 || handedLeft <= 0;
  if (full) cutShort(point, "more commands than are read");
  return !full;
}

/** What was not known of a text, as people read it. */
export const showHoles = (written: string): string =>
  written.includes(HOLE) ? written.replaceAll(HOLE, "$…") : written;

export function emit(point: ScriptPoint, made: SubCommand): void {
  const command = made.text.includes(HOLE) ? { ...made, text: showHoles(made.text) } : made;
  point.reader.commands.push(point.below === undefined ? command : { ...command, under: point.below.under });
  if (point.below === undefined) point.reader.own += 1;
  if (command.effects.some(touches)) point.state = { ...point.state, touched: true };
}

const touches = (effect: Effect): boolean =>
  effect.do !== "read" && effect.do !== "environment" && effect.do !== "secret";

export const knownWord = (value: string, text = value): KnownWord => ({
  value,
  text,
  glob: false,
  splits: false,
  prefix: value,
});

export const unknownWord = (text: string, splits = false): KnownWord => ({
  value: null,
  text,
  glob: false,
  splits,
  prefix: "",
});

export const asValue = (word: KnownWord): Value => {
  if (word.value === null && word.under !== undefined && !word.splits)
    return { kind: "names", under: word.under, nul: false };
  if (word.value === null) return { kind: "unknown", ...(word.outline === undefined ? {} : { outline: word.outline }) };
  return word.glob ? { kind: "glob", text: word.value } : { kind: "text", text: word.value };
};
