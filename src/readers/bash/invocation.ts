/** A simple command after expansion, and what becomes of it while it is read. */
import type { Effect, Target, WriteEffect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import type { GivenAssignment } from "./assign.ts";
import type { CommandSpan } from "./data-flow.ts";
import type { ScriptPoint, Stdin } from "./reader.ts";
import type { Flow, FunctionEntry, State } from "./state.ts";

export interface Invocation {
  readonly text: string;
  readonly words: readonly KnownWord[];
  readonly declared: readonly GivenAssignment[];
  readonly assignments: readonly { readonly name: string; readonly value: string | null }[];
  readonly redirects: {
    readonly effects: readonly Effect[];
    readonly output: readonly WriteEffect[];
    readonly moved: boolean;
    readonly any: boolean;
    /** Something may not open, and then the command does not run. */
    readonly mayFail: boolean;
  };
  readonly stdin: Stdin;
  /** Secrets of the environment in its words and its input. */
  readonly secrets?: readonly string[];
  /** What may have made its words or its input (data-flow.ts). */
  readonly fed?: readonly CommandSpan[];
}

/** What is known so far of the sub-command being read. */
export interface CommandDraft {
  readonly call: Invocation;
  words: readonly KnownWord[];
  readonly wrappers: string[];
  readonly assignments: { readonly name: string; readonly value: string | null }[];
  readonly effects: Effect[];
  readonly unclear: string[];
  /** A wrapper runs it: functions, and without the shell builtins too, are passed by. */
  programOnly: boolean;
  external: boolean;
  /** Where the program works, when its own options lead elsewhere. */
  places?: readonly Target[];
  state: State;
  /** What it runs was written in this session, or by this very command. */
  fresh?: boolean;
}

export type FunctionCaller = (
  point: ScriptPoint,
  name: string,
  entry: FunctionEntry,
  args: readonly KnownWord[],
) => Flow;
