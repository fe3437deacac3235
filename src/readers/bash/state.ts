/** What the shell knows at a point of a command: where it stands, what its variables hold, which functions it has. */
import type { Target } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import { HOLE } from "../../contract/reading.ts";
import { type Attribute, aimReference, asKept, nameMeant } from "./attributes.ts";
import type { SyntaxNode } from "./parse.ts";

/** More variables than this are not followed: all of them become unknown. */
const MAX_VARIABLES = 64;
/** A likely reading goes on so many times as far: what pads a command must not hide what it does. */
export const LIKELY_ROOM = 8;
/** More places the shell could stand in than this is "anywhere". */
const MAX_DIRECTORIES = 3;
/** More values of one variable than this are not tried in likely readings. */
export const MAX_ALTERNATIVES = 8;

/** What a variable holds. `glob`: one of the names that match; `number`: some integer. */
export type Value =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "glob"; readonly text: string }
  /** `empty`: or nothing at all, where what should print it fails. */
  | { readonly kind: "number"; readonly empty?: true }
  /** One name, or lines of names (ending in NUL with `nul`), at or below the place written so. */
  | { readonly kind: "names"; readonly under: string; readonly nul: boolean }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  /**
   * `many`: any number of words, even in quotes (`"$@"`). `secret`: it may be what this variable came with. `outline`:
   * what is known of it, with a `HOLE` for each part that is not. `either`: what it is one of, in a likely reading.
   */
  | {
      readonly kind: "unknown";
      readonly many?: true;
      readonly secret?: string;
      readonly outline?: string;
      readonly either?: readonly Value[];
    };

export const UNKNOWN: Value = { kind: "unknown" };
export const MANY: Value = { kind: "unknown", many: true };
export const NUMBER: Value = { kind: "number" };
export const COUNT: Value = { kind: "number", empty: true };
/** Text with a part that is not known is an outline. */
export const text = (value: string): Value =>
  value.includes(HOLE) ? { kind: "unknown", outline: value } : { kind: "text", text: value };

/** What is known of a value, with a `HOLE` for each part that is not. */
export const outlineOf = (value: Value): string =>
  value.kind === "text" || value.kind === "glob"
    ? value.text
    : value.kind === "unknown"
      ? (value.outline ?? HOLE)
      : HOLE;

/** An unknown value of one word. */
export const unknownValue = ({
  secret,
  outline,
}: {
  secret?: string | undefined;
  outline?: string | undefined;
}): Value => ({
  kind: "unknown",
  ...(secret === undefined ? {} : { secret }),
  ...(outline === undefined || outline === HOLE ? {} : { outline }),
});

/** A value where only one word can stand. */
export const single = (value: Value): Value => {
  if (value.kind === "unknown") return unknownValue(value);
  return value.kind === "list" ? UNKNOWN : value;
};

/** The variable of the environment whose secret this may be. */
export const secretOf = (value: Value): string | undefined => (value.kind === "unknown" ? value.secret : undefined);

export interface FunctionBody {
  readonly node: SyntaxNode;
  readonly source: string;
}

export interface FunctionEntry {
  /** Every body the name may have here. */
  readonly bodies: readonly FunctionBody[];
  /** False when the name may also not be a function. */
  readonly sure: boolean;
  /** It is no function: this text stands for its name. */
  readonly alias?: string;
}

export interface State {
  /** Where the shell may stand; never empty. */
  readonly dirs: readonly Target[];
  readonly variables: ReadonlyMap<string, Value>;
  /** Variables not in the map have lost even the value they came with. */
  readonly lost: boolean;
  readonly functions: ReadonlyMap<string, FunctionEntry>;
  /** Where a bare name is looked up may have changed. */
  readonly pathChanged: boolean;
  /** Arguments of the function or script; null when not known. */
  readonly args: readonly Value[] | null;
  /** Something was, or may have been, written or run before this point. */
  readonly touched: boolean;
  /** A trap may change anything between any two commands. */
  readonly unsteady: boolean;
  /** `exec` may have put standard input or output elsewhere. */
  readonly rewired: boolean;
  /** A likely reading (`ReadContext.likely`): what is known is kept, whatever may have happened to it. */
  readonly likely?: number;
  /** Of a likely reading: names that are not kept as they are given (`declare -n`, `-l`, `-u`, `-c`, `-i`). */
  readonly attributes?: ReadonlyMap<string, Attribute>;
}

/** After success, after failure; null: never reached. `out` is what it prints, where that is known. */
export interface Flow {
  readonly ok: State | null;
  readonly fail: State | null;
  readonly out: Value | null;
}

export const same = (state: State, out: Value | null = null): Flow => ({ ok: state, fail: state, out });

export function getVariable(state: State, name: string): Value | undefined {
  if (state.unsteady && state.likely === undefined) return UNKNOWN;
  const meant = nameMeant(state.attributes, name);
  const element = /^(\w+)\[(\d+)\]$/.exec(meant);
  const whole = element === null ? undefined : state.variables.get(element[1] ?? "");
  const held = state.variables.get(meant) ?? (whole?.kind === "list" ? whole.items[Number(element?.[2])] : undefined);
  return held ?? (state.lost ? UNKNOWN : undefined);
}

export function setVariable(state: State, given: string, value: Value): State {
  const aimed = aimReference(state.attributes, given, value);
  if (aimed !== undefined) return { ...state, attributes: aimed };
  const name = nameMeant(state.attributes, given);
  const most = MAX_VARIABLES * (state.likely === undefined ? 1 : LIKELY_ROOM);
  if (state.variables.size >= most && !state.variables.has(name)) return forget(state);
  return { ...state, variables: new Map(state.variables).set(name, asKept(state.attributes?.get(name), value)) };
}

/** The variable as it was; undefined: as it came with the environment. */
export function restore(state: State, name: string, old: Value | undefined): State {
  if (old !== undefined) return setVariable(state, name, old);
  const variables = new Map(state.variables);
  variables.delete(name);
  return { ...state, variables };
}

/** Nothing is known any more, but where a name is looked up. */
export const forget = (state: State): State =>
  state.likely === undefined
    ? { ...state, dirs: ANYWHERE, variables: NOTHING, lost: true, args: null, touched: true }
    : { ...state, touched: true };

const NOTHING: ReadonlyMap<string, Value> = new Map();
const ANYWHERE: readonly Target[] = [unknownTarget()];

export function merge(a: State | null, b: State | null): State | null {
  if (a === null || a === b) return b;
  if (b === null) return a;
  if (a.likely !== undefined) return mergeLikely(a, b);
  return {
    dirs: mergeDirs(a.dirs, b.dirs),
    variables: a.variables === b.variables ? a.variables : mergeVariables(a.variables, b.variables),
    lost: a.lost || b.lost,
    functions: a.functions === b.functions ? a.functions : mergeFunctions(a.functions, b.functions),
    pathChanged: a.pathChanged || b.pathChanged,
    args: a.args === b.args ? a.args : null,
    touched: a.touched || b.touched,
    unsteady: a.unsteady || b.unsteady,
    rewired: a.rewired || b.rewired,
  };
}

/** The same where nothing is given up: a variable holds one value or the other. */
const mergeLikely = (a: State, b: State): State => ({
  ...a,
  dirs: likelyDirs([...b.dirs, ...a.dirs]),
  variables: a.variables === b.variables ? a.variables : eitherVariables(a.variables, b.variables),
  functions: a.functions === b.functions ? a.functions : mergeFunctions(a.functions, b.functions),
  args: b.args ?? a.args,
  touched: a.touched || b.touched,
  ...(b.attributes === undefined ? {} : { attributes: new Map([...(a.attributes ?? []), ...b.attributes]) }),
});

function likelyDirs(all: readonly Target[]): readonly Target[] {
  const each = all.filter((dir, i) => all.findIndex((other) => sameTarget(dir, other)) === i);
  const known = each.filter(({ certainty }) => certainty === "exact");
  return (known.length > 0 ? known : each).slice(0, MAX_DIRECTORIES);
}

function eitherVariables(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  const out = new Map(a);
  for (const [name, value] of b) out.set(name, eitherOf([...alternativesOf(a.get(name)), ...alternativesOf(value)]));
  return out;
}

const alternativesOf = (value: Value | undefined): readonly Value[] =>
  value === undefined ? [] : value.kind === "unknown" && value.either !== undefined ? value.either : [value];

/** One of these. What is not known at all says nothing beside what is. */
export function eitherOf(values: readonly Value[]): Value {
  const each = values.filter((value, i) => values.findIndex((other) => sameValue(value, other)) === i);
  const told = each.filter((value) => value.kind !== "unknown" || value.outline !== undefined);
  const [only = UNKNOWN, ...more] = told.length > 0 ? told : each;
  return more.length === 0 ? only : { kind: "unknown", either: [only, ...more].slice(0, MAX_ALTERNATIVES) };
}

/** Both ways of a flow taken together; null when neither is reached. */
export const joinFlow = (flow: Flow): State | null => merge(flow.ok, flow.fail);

/** What two commands print one after the other. */
export const joinOut = (a: Value | null, b: Value | null): Value | null => {
  if (a?.kind !== "text" || b === null) return null;
  if (a.text === "") return b;
  return b.kind === "text" ? text(a.text + b.text) : null;
};

/** In a likely reading what may print something unknown prints nothing beside what is known. */
export function joinPrinted({ likely }: State, before: Value | null, next: Value | null): Value | null {
  if (likely === undefined) return joinOut(before, next);
  if (before === null || next === null) return isEmpty(before) || isEmpty(next) ? null : (before ?? next);
  return joinOut(before, next) ?? next;
}

const isEmpty = (value: Value | null): boolean => value?.kind === "text" && value.text === "";

/** Whatever it changed may not have been changed here. */
export const orNot = (flow: Flow, before: State): Flow => ({
  ...flow,
  ok: flow.ok === null ? null : merge(flow.ok, before),
  fail: flow.fail === null ? null : merge(flow.fail, before),
});

function mergeDirs(a: readonly Target[], b: readonly Target[]): readonly Target[] {
  if (a === b) return a;
  const all = [...a, ...b.filter((dir) => !a.some((other) => sameTarget(dir, other)))];
  return all.length > MAX_DIRECTORIES ? ANYWHERE : all;
}

function mergeVariables(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  const out = new Map<string, Value>();
  for (const name of new Set([...a.keys(), ...b.keys()])) out.set(name, mergeValues(a.get(name), b.get(name)));
  return out;
}

export function mergeValues(a: Value | undefined, b: Value | undefined): Value {
  if (a === undefined || b === undefined)
    return single(a ?? b ?? UNKNOWN).kind === "unknown" ? single(a ?? b ?? UNKNOWN) : UNKNOWN;
  if (sameValue(a, b)) return a;
  const secret = secretOf(a) ?? secretOf(b);
  if (secret !== undefined) return { kind: "unknown", secret };
  if (!isNumber(a) || !isNumber(b)) return UNKNOWN;
  return [a, b].some((value) => value.kind === "number" && value.empty === true) ? COUNT : NUMBER;
}

export const isNumber = (value: Value): boolean =>
  value.kind === "number" || (value.kind === "text" && /^-?\d{1,18}$/.test(value.text));

function mergeFunctions(
  a: ReadonlyMap<string, FunctionEntry>,
  b: ReadonlyMap<string, FunctionEntry>,
): ReadonlyMap<string, FunctionEntry> {
  const out = new Map<string, FunctionEntry>();
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const [x, y] = [a.get(name), b.get(name)];
    const bodies = [...(x?.bodies ?? [])];
    for (const body of y?.bodies ?? []) if (!bodies.some((other) => other.node === body.node)) bodies.push(body);
    const alias = x?.alias ?? y?.alias;
    out.set(name, {
      bodies,
      sure: x?.sure === true && y?.sure === true,
      ...(alias === undefined ? {} : { alias }),
    });
  }
  return out;
}

export const sameTarget = (a: Target, b: Target): boolean => a.path === b.path && a.certainty === b.certainty;

export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if (a.kind === "list" && b.kind === "list") {
    return a.items.length === b.items.length && a.items.every((item, i) => sameValue(item, b.items[i] ?? UNKNOWN));
  }
  if (a.kind === "unknown" && b.kind === "unknown")
    return a.many === b.many && a.secret === b.secret && a.outline === b.outline;
  if (a.kind === "number" && b.kind === "number") return a.empty === b.empty;
  if (a.kind === "names" && b.kind === "names") return a.under === b.under && a.nul === b.nul;
  return !("text" in a && "text" in b) || a.text === b.text;
}
