/** What a builtin is asked and answers, and the small answers many of them share. */
import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import type { GivenAssignment } from "./assign.ts";
import { opaque, type ScriptPoint, type Stdin } from "./reader.ts";
import { type Flow, same, type Value } from "./state.ts";

export interface BuiltinCall {
  readonly name: string;
  /** After the name. */
  readonly words: readonly KnownWord[];
  /** `name=value` arguments of declarations, in order. */
  readonly declared: readonly GivenAssignment[];
  readonly stdin: Stdin;
  /** Nothing but the words: no redirection, no assignment before it. */
  readonly plain: boolean;
}

export interface Answer {
  readonly flow: Flow;
  readonly effects: readonly Effect[];
  readonly unclear: readonly string[];
  /** Code that runs in this shell. */
  readonly script?: { readonly code: string; readonly via: string; readonly later?: true };
}

export type Builtin = (point: ScriptPoint, call: BuiltinCall) => Answer;

export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Nothing happens but what the point's state already says. */
export const quiet = (point: ScriptPoint, out: Value | null = null): Answer => ({
  flow: same(point.state, out),
  effects: [],
  unclear: [],
});

export const says = (flow: Flow, effects: readonly Effect[] = []): Answer => ({ flow, effects, unclear: [] });

export const unclear = (point: ScriptPoint, why: string, effects: readonly Effect[] = []): Answer => ({
  flow: same(point.state),
  effects,
  unclear: [why],
});

/** The words' values; null when one of them is not known. */
export function values(words: readonly KnownWord[]): readonly string[] | null {
  const out: string[] = [];
  for (const word of words) {
    if (word.value === null || word.splits || word.glob) return null;
    out.push(word.value);
  }
  return out;
}

export const mayDash = (word: KnownWord): boolean => word.splits || word.prefix === "" || word.prefix.startsWith("-");

const formatCall = (call: BuiltinCall): string => [call.name, ...call.words.map((word) => word.text)].join(" ");

/** Only words from this list: anything else the builtin can do is not understood. */
export const onlyWith =
  (pattern: RegExp, effects: readonly Effect[] = []): Builtin =>
  (point, call) => {
    const known = values(call.words);
    if (known?.every((value) => pattern.test(value)) === true) return says(same(point.state), effects);
    return unclear(point, formatCall(call), effects);
  };

/** Any other words change what names mean, or run code nobody sees here. */
export const opaqueUnless =
  (pattern: RegExp, why: string): Builtin =>
  (point, call) => {
    if (values(call.words)?.every((value) => pattern.test(value)) !== true) {
      opaque(point, why);
      point.state = { ...point.state, pathChanged: true };
    }
    return quiet(point);
  };
