/** One reading in progress: what was found so far, the bounds it keeps to, and a point in a text. */
import type { KnownWord, Opacity, ReadContext, SubCommand } from "../../contract/reading.ts";
import type { Script, SyntaxNode } from "./parse.ts";
import { type FunctionBody, type State, UNKNOWN, type Value } from "./state.ts";

/** Several times what the longest recorded commands hold. */
const MAX_COMMANDS = 400;
const MAX_WORDS = 20_000;
const MAX_OPACITIES = 40;
/** Texts inside texts, functions inside functions. */
export const MAX_INSIDE = 8;

/** Places in `commands`, [from, to). */
export type CommandSpan = readonly [from: number, to: number];

/** Where standard input comes from: nowhere else, or what is known of it. */
export type Input = Value | null;

export interface Reading {
  readonly context: ReadContext;
  readonly commands: SubCommand[];
  readonly opaque: Opacity[];
  wordsLeft: number;
  /** Bodies of functions being read, innermost last. */
  readonly calls: SyntaxNode[];
  /** Names that the innermost of them keeps for itself. */
  locals: Set<string>;
  /** Every function of the text, and which of them were called. */
  readonly defined: Map<string, FunctionBody>;
  readonly called: Set<string>;
  /** Names given another meaning by `alias`. */
  readonly aliases: Set<string>;
  /** Variables, and the commands that made what they hold. */
  readonly sources: Map<string, readonly CommandSpan[]>;
  /** Secrets of the environment put in place since the command being read began. */
  readonly secrets: string[];
  background: boolean;
  pathChanged: boolean;
}

export interface Point {
  readonly reading: Reading;
  state: State;
  readonly source: string;
  readonly depth: number;
  /** How many substitutions it stands in. */
  readonly inside: number;
  readonly via: string | null;
  readonly input: Input;
  /** What feeds every command here. */
  readonly fed: readonly CommandSpan[];
  readonly loops: number;
  /** In a container that has no place of this machine. */
  readonly away?: true;
  /** Set by the walker, so that expansion and programs need not know it. Both answer what is printed, where that is known. */
  readonly walkScript: (point: Point, script: Script) => Value | null;
  readonly walkNode: (point: Point, node: SyntaxNode) => Value | null;
}

export const newReading = (context: ReadContext): Reading => ({
  context,
  commands: [],
  opaque: [],
  wordsLeft: MAX_WORDS,
  calls: [],
  locals: new Set(),
  defined: new Map(),
  called: new Set(),
  aliases: new Set(),
  sources: new Map(),
  secrets: [],
  background: false,
  pathChanged: false,
});

/** Why not everything was seen; said once. */
export function noteOpaque({ reading, depth }: Point, opacity: Opacity): void {
  const { opaque } = reading;
  if (opaque.length >= MAX_OPACITIES || opaque.some(({ why }) => why === opacity.why)) return;
  opaque.push(depth === 0 ? opacity : { ...opacity, at: null });
}

/** False when the reading has become too large: the rest is not read. */
export function hasRoom(point: Point): boolean {
  const { commands, wordsLeft } = point.reading;
  if (commands.length < MAX_COMMANDS && wordsLeft > 0) return true;
  noteOpaque(point, { why: "more commands than are read", at: null, cut: true });
  return false;
}

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

export function valueFrom(word: KnownWord): Value {
  const { value, under, outline, glob } = word;
  if (value !== null) return { kind: "text", text: value, ...(glob ? { glob: true } : {}) };
  if (under !== undefined) return { kind: "names", under };
  return outline === undefined ? UNKNOWN : { kind: "unknown", outline };
}
