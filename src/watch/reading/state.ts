/** What the shell knows at a point of a text: where it stands, what its variables hold, which functions it has. */
import { type Target, unknownTarget } from "../../contract/effect.ts";
import { HOLE } from "../../contract/reading.ts";
import type { SyntaxNode } from "./parse.ts";

/** More variables than this, and longer values, are not followed. */
const MAX_VARIABLES = 256;
const MAX_VALUE = 65_536;

/** What a variable holds, or a command prints. */
export type Value =
  /** `glob`: a pattern, and one of the names it matches. */
  | { readonly kind: "text"; readonly text: string; readonly glob?: true }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  /** Names at or below the place written so. */
  | { readonly kind: "names"; readonly under: string }
  /** `outline`: what is known of it, with a `HOLE` for each part that is not; `many`: any number of words. */
  | { readonly kind: "unknown"; readonly outline?: string; readonly many?: true };

export const UNKNOWN: Value = { kind: "unknown" };
export const MANY: Value = { kind: "unknown", many: true };

/** Text with a part that is not known is an outline. */
export const textValue = (text: string): Value =>
  text.includes(HOLE) ? { kind: "unknown", outline: text } : { kind: "text", text };

/** What is known of a value. */
export const outlineOf = (value: Value): string =>
  value.kind === "text" ? value.text : value.kind === "unknown" ? (value.outline ?? HOLE) : HOLE;

export interface FunctionBody {
  readonly node: SyntaxNode;
  readonly source: string;
}

export interface State {
  readonly cwd: Target;
  readonly variables: ReadonlyMap<string, Value>;
  readonly functions: ReadonlyMap<string, FunctionBody>;
  /** Arguments of the function or script; null: not known. */
  readonly args: readonly Value[] | null;
}

export function setVariable(state: State, name: string, value: Value): State {
  if (state.variables.size >= MAX_VARIABLES && !state.variables.has(name)) return state;
  const kept = sizeOf(value) > MAX_VALUE ? UNKNOWN : value;
  return { ...state, variables: new Map(state.variables).set(name, kept) };
}

const sizeOf = (value: Value): number =>
  value.kind === "list" ? value.items.reduce((sum, item) => sum + sizeOf(item), 0) : outlineOf(value).length;

/** Either of two: what differs between them is not known. */
export function joinStates(a: State, b: State): State {
  if (a === b) return a;
  return {
    cwd: sameTarget(a.cwd, b.cwd) ? a.cwd : unknownTarget(),
    variables: a.variables === b.variables ? a.variables : joinVariables(a.variables, b.variables),
    functions: a.functions === b.functions ? a.functions : new Map([...a.functions, ...b.functions]),
    args: a.args === b.args ? a.args : null,
  };
}

function joinVariables(a: State["variables"], b: State["variables"]): State["variables"] {
  const names = new Set([...a.keys(), ...b.keys()]);
  return new Map([...names].map((name) => [name, joinValues(a.get(name), b.get(name))]));
}

const joinValues = (a: Value | undefined, b: Value | undefined): Value =>
  a !== undefined && b !== undefined && (a === b || JSON.stringify(a) === JSON.stringify(b)) ? a : UNKNOWN;

const sameTarget = (a: Target, b: Target): boolean => a.path === b.path && a.certainty === b.certainty;
