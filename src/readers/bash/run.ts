/** One simple command after expansion: wrappers off, then function, builtin or program, and what it does. */

import type { KnownWord } from "../../contract/reading.ts";
import { mattersToPrograms } from "../../machine/index.ts";
import { withAliasesBehind } from "./aliases.ts";
import type { Answer } from "./builtin.ts";
import { builtinNamed } from "./builtins.ts";
import { keepOpen, openedAs, throughDescriptor } from "./descriptors.ts";
import { finishCommand } from "./finish.ts";
import { readScript, shareInput } from "./inner.ts";
import type { CommandDraft, FunctionCaller, Invocation } from "./invocation.ts";
import { isLikely, likelyOutput, namesFound } from "./likely.ts";
import { lookInto } from "./look-through.ts";
import { knownWord, opaque, roomLeft, type ScriptPoint, UNKNOWN_STDIN } from "./reader.ts";
import { addLooked, readGivenText, readSteps, runProgram } from "./run-program.ts";
import {
  type Flow,
  type FunctionEntry,
  forget,
  merge,
  orNot,
  type State,
  same,
  setVariable,
  text,
  UNKNOWN,
  type Value,
} from "./state.ts";
import { takeWrappersOff } from "./unwrap.ts";
import type { Wrapper } from "./wrapper-words.ts";

export function invoke(point: ScriptPoint, call: Invocation, callFunction: FunctionCaller): Flow {
  if (!roomLeft(point)) return same(point.state);
  const before = point.state;
  const opened = invokeOpened(point, call, callFunction);
  // A plain sh has no `builtin`, and changes nothing.
  const flow = call.words[0]?.value === "builtin" ? orNot(opened, before) : opened;
  return call.redirects.mayFail ? { ...flow, fail: merge(flow.fail, before) } : flow;
}

function invokeOpened(point: ScriptPoint, given: Invocation, callFunction: FunctionCaller): Flow {
  const call: Invocation =
    point.state.rewired && given.stdin.kind === "inherited"
      ? { ...given, stdin: openedAs(point, "0")?.stdin ?? { kind: "unknown" } }
      : given;
  const draft: CommandDraft = {
    call,
    words: call.words,
    wrappers: [],
    assignments: [...call.assignments],
    effects: [],
    unclear: [],
    programOnly: false,
    external: false,
    state: point.state,
  };
  const alone = takeWrappersOff(point, draft, call.stdin);
  for (const { name, value } of draft.assignments) {
    draft.effects.push({ do: "environment", name, value, matters: mattersToPrograms(name) });
    draft.state = setVariable(draft.state, name, value !== null && isLikely(point) ? text(value) : UNKNOWN);
    if (name === "PATH") draft.state = { ...draft.state, pathChanged: true };
  }
  return alone === undefined ? dispatch(point, draft, callFunction) : finishAlone(point, draft, alone);
}

/** A wrapper with no command behind it. */
function finishAlone(point: ScriptPoint, draft: CommandDraft, { wrapper }: Wrapper): Flow {
  const name = draft.words[0]?.value;
  if (wrapper.alone === undefined) draft.unclear.push(`${name} without a command`);
  else draft.effects.push(...wrapper.alone);
  const rewires = draft.call.redirects.any && name === "exec";
  if (rewires && isLikely(point) && draft.call.stdin.kind !== "inherited")
    keepOpen(point, 0, { stdin: draft.call.stdin });
  const out = isLikely(point)
    ? likelyOutput(point, name ?? "", { words: draft.words.slice(1), stdin: UNKNOWN_STDIN })
    : null;
  return finishCommand(point, draft, { flow: same(rewires ? { ...point.state, rewired: true } : point.state, out) });
}

function dispatch(point: ScriptPoint, draft: CommandDraft, callFunction: FunctionCaller): Flow {
  if (isLikely(point)) draft.words = likelyWords(point, draft.words);
  const [first] = draft.words;
  if (first === undefined) return finishCommand(point, draft, { flow: same(point.state) });
  if (first.value === null || first.splits || first.glob) return runUnnamed(point, draft, first.text);
  const name = first.value;
  const entry = point.state.functions.get(name);
  if (entry !== undefined && !draft.programOnly) return runFunction(point, draft, { name, entry, callFunction });
  if (entry !== undefined && draft.external) opaque(point, `${name} is also a function`);
  if (draft.external) return runProgram(point, draft, first);
  if (name === "command") return finishCommand(point, draft, { flow: same(point.state, whichOf(point, draft.words)) });
  return runBuiltin(point, draft, name) ?? runProgram(point, draft, first);
}

/** `command -v name`. */
const whichOf = (point: ScriptPoint, [, ...words]: readonly KnownWord[]): Value | null =>
  isLikely(point) ? likelyOutput(point, "command", { words, stdin: UNKNOWN_STDIN }) : null;

/** A program by a pattern is the first name it finds. */
function likelyWords(point: ScriptPoint, words: readonly KnownWord[]): readonly KnownWord[] {
  const [first, ...rest] = words.map((word) => throughDescriptor(point, word));
  if (first === undefined || !first.glob || first.value === null) return first === undefined ? [] : [first, ...rest];
  const found = namesFound(point, first.value);
  return found.length === 0 ? [first, ...rest] : [...found.map((name) => knownWord(name)), ...rest];
}

function runUnnamed(point: ScriptPoint, draft: CommandDraft, text: string): Flow {
  draft.effects.push({ do: "run", program: text, what: "unknown-program", act: "run.unnamed" });
  draft.unclear.push(`${text}: a program that is not known`);
  if (!draft.external) opaque(point, "a command whose name is not known");
  return finishCommand(point, draft, { flow: same(forget({ ...point.state, pathChanged: true })) });
}

interface FunctionCall {
  readonly name: string;
  readonly entry: FunctionEntry;
  readonly callFunction: FunctionCaller;
}

/** A function that may not be one here is read as the function and as the program of that name. */
function runFunction(point: ScriptPoint, draft: CommandDraft, { name, entry, callFunction }: FunctionCall): Flow {
  const { call } = draft;
  const before = point.state;
  if (entry.sure) finishCommand(point, draft, { flow: same(point.state) });
  const inner: ScriptPoint = {
    ...point,
    depth: point.depth + 1,
    via: name,
    stdin: shareInput(call.stdin, point.state),
    ...(call.fed === undefined ? {} : { fed: call.fed }),
  };
  const meant = withAliasesBehind(point, { entry, args: draft.words.slice(1) });
  const called = callFunction(inner, name, meant.entry, meant.args);
  if (entry.sure) return called;
  point.state = before;
  const other = dispatch(point, { ...draft, programOnly: true }, callFunction);
  return { ok: merge(called.ok, other.ok), fail: merge(called.fail, other.fail), out: null };
}

function runBuiltin(point: ScriptPoint, draft: CommandDraft, name: string): Flow | undefined {
  const builtin = builtinNamed(name);
  if (builtin === undefined) return undefined;
  const { call } = draft;
  const { shellState } = point.reader.context;
  if (!draft.programOnly && (shellState?.functions.has(name) === true || shellState?.aliases.has(name) === true))
    opaque(point, `${name} was given another meaning by an earlier command`);
  const words = draft.words.slice(1);
  const answer = builtin(point, {
    name,
    words,
    declared: call.declared,
    stdin: call.stdin,
    plain: !call.redirects.any && call.assignments.length === 0,
  });
  draft.effects.push(...answer.effects);
  draft.unclear.push(...answer.unclear);
  const looked = lookInto(point, { name, words, state: draft.state, effects: draft.effects });
  addLooked(draft, looked);
  const flow = finishCommand(point, draft, { flow: answer.flow });
  readGivenText(point, draft, name);
  if (looked.steps.length > 0) {
    const sourced = readSteps(point, draft, looked.steps);
    return isLikely(point) ? (sourced.at(-1) ?? flow) : keepFunctions(point, flow, sourced);
  }
  return answer.script === undefined ? flow : runCode(point, flow, answer.script, call);
}

/** Code that runs in this shell, now or in a trap. */
function runCode(
  point: ScriptPoint,
  flow: Flow,
  { code, via, later }: NonNullable<Answer["script"]>,
  { stdin }: Invocation,
): Flow {
  if (later !== true) return readScript(point, code, via, stdin);
  point.reader.traps.push({ code, via });
  const trapped: ScriptPoint = { ...point, state: forget(point.state) };
  const { functions } = trapped.state;
  const after = readScript(trapped, code, via, { kind: "unknown" });
  if ([after.ok, after.fail].some((state) => state !== null && state.functions !== functions))
    opaque(point, "a trap that defines functions");
  return flow;
}

/** A sourced file may leave functions behind; nothing else of what it does is relied upon. */
function keepFunctions(point: ScriptPoint, flow: Flow, sourced: readonly Flow[]): Flow {
  const functions = new Map(point.state.functions);
  for (const state of sourced.flatMap(({ ok, fail }) => [ok, fail]))
    for (const [name, entry] of state?.functions ?? []) functions.set(name, { ...entry, sure: false });
  const keep = (state: State | null): State | null => (state === null ? null : { ...state, functions });
  point.state = { ...point.state, functions };
  return { ...flow, ok: keep(flow.ok), fail: keep(flow.fail) };
}
