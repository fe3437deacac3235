/** One simple command after expansion: wrappers off, then function, builtin or program, and what it does. */
import { act, type Effect, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { mattersToPrograms } from "../../machine/index.ts";
import { codeOfWords, type Inner } from "../../programs/index.ts";
import { builtinAnswer, isBuiltin, stateAfter } from "./builtins.ts";
import { type CommandDraft, finish, type Invocation, NO_REDIRECTIONS } from "./command.ts";
import { multiplies } from "./forks.ts";
import { readText } from "./inner.ts";
import { targetOf } from "./places.ts";
import { type CommandSpan, hasRoom, knownWord, MAX_INSIDE, noteOpaque, type Point, valueFrom } from "./point.ts";
import { innerWords, runProgram } from "./program.ts";
import { type FunctionBody, type State, textValue, type Value } from "./state.ts";
import type { Wrapper } from "./wrapper-words.ts";
import { takeWrappersOff } from "./wrappers.ts";

/** Answers what it prints, where that is known. */
export function invoke(point: Point, call: Invocation): Value | null {
  if (!hasRoom(point)) return null;
  const draft: CommandDraft = {
    call,
    words: call.words,
    wrappers: [],
    assignments: [...call.assignments],
    effects: [],
    unclear: [],
    external: false,
    cwd: point.state.cwd,
  };
  const alone = takeWrappersOff(point, draft);
  for (const { name, value } of draft.assignments)
    draft.effects.push({ do: "environment", name, value, matters: mattersToPrograms(name) });
  return alone === undefined ? dispatch(point, draft) : finishAlone(point, draft, alone);
}

/** A wrapper with no command behind it. */
function finishAlone(point: Point, draft: CommandDraft, { wrapper }: Wrapper): null {
  const name = draft.words[0]?.value;
  if (wrapper.alone === undefined) {
    draft.effects.push({ do: "run", program: name ?? "?", what: "unknown-program" });
    draft.unclear.push(`${name} without a command`);
  } else draft.effects.push(...wrapper.alone);
  finish(point, draft, {});
  return null;
}

function dispatch(point: Point, draft: CommandDraft): Value | null {
  const [first] = draft.words;
  if (first === undefined) return finish(point, draft, { out: textValue("") });
  if (first.value === null || first.glob) return runUnnamed(point, draft, first.text);
  const name = first.value;
  const body = draft.external ? undefined : point.state.functions.get(name);
  if (body !== undefined) return callFunction(point, draft, { name, body });
  return draft.external ? runFound(point, draft, first) : runOwn(point, draft, first);
}

function runUnnamed(point: Point, draft: CommandDraft, text: string): null {
  draft.effects.push({ do: "run", program: text, what: "unknown-program", act: "run.unnamed" });
  draft.unclear.push(`${text}: a program that is not known`);
  noteOpaque(point, { why: "a command whose name is not known", at: null });
  finish(point, draft, { name: null });
  return null;
}

function runFound(point: Point, draft: CommandDraft, first: KnownWord): Value | null {
  const own = point.reading.commands.length;
  const { out, inner } = runProgram(point, draft, first);
  for (const one of inner) readInner(point, draft, one, [own, own + 1]);
  return out;
}

/** What a program runs gets what the program got, and what it finds. */
function readInner(point: Point, draft: CommandDraft, inner: Inner, own: CommandSpan): void {
  const { input } = draft.call;
  const isElsewhere = inner.kind === "words" && inner.elsewhere === true;
  const state: State = { ...point.state, cwd: isElsewhere ? unknownTarget() : draft.cwd };
  const fed = [...draft.call.fed, own];
  if (inner.kind === "script") {
    const args = inner.args?.map(valueFrom) ?? null;
    readText({ ...point, state: { ...state, args }, fed }, { code: inner.code, via: inner.via, input });
    return;
  }
  if (point.depth >= MAX_INSIDE) {
    noteOpaque(point, { why: "commands nested too deep", at: null, cut: true });
    return;
  }
  const words = innerWords(inner);
  point.reading.wordsLeft -= words.length;
  const text = words.map((word) => word.text).join(" ");
  const at: Point = {
    ...point,
    state: { ...state, functions: new Map() },
    depth: point.depth + 1,
    via: inner.via,
    fed,
    ...(isElsewhere && inner.mounted !== true ? { away: true } : {}),
  };
  invoke(at, { text, words, assignments: [], ...NO_REDIRECTIONS, input, secrets: [], fed });
}

interface Called {
  readonly name: string;
  readonly body: FunctionBody;
}

/** The body is read where it is called; one that calls itself is not read again. */
function callFunction(point: Point, draft: CommandDraft, { name, body }: Called): Value | null {
  const { calls, called } = point.reading;
  finish(point, draft, {});
  called.add(name);
  if (calls.includes(body.node)) {
    const isNoted = point.reading.commands.some(({ words, text }) => words.length === 0 && text === name);
    if (multiplies(name, body) && !isNoted) noteForks(point, name);
    return null;
  }
  if (calls.length >= MAX_INSIDE) {
    noteOpaque(point, { why: "functions called too deep", at: null, cut: true });
    return null;
  }
  calls.push(body.node);
  const outer = point.reading.locals;
  point.reading.locals = new Set();
  const args = draft.words.slice(1).map(valueFrom);
  const inner: Point = {
    ...point,
    state: { ...point.state, args },
    source: body.source,
    depth: point.depth + 1,
    via: name,
    input: draft.call.input,
    fed: draft.call.fed,
  };
  const out = point.walkNode(inner, body.node);
  calls.pop();
  point.state = backFrom(inner.state, point.state, point.reading.locals);
  point.reading.locals = outer;
  return draft.call.moved ? null : out;
}

/** What a function kept for itself is as it was. */
function backFrom(after: State, before: State, locals: ReadonlySet<string>): State {
  const variables = new Map(after.variables);
  for (const name of locals) {
    const old = before.variables.get(name);
    if (old === undefined) variables.delete(name);
    else variables.set(name, old);
  }
  return { ...after, variables, args: before.args };
}

const noteForks = (point: Point, name: string): void =>
  noteEffects(point, name, [act("process.multiply", { on: name })]);

/** Effects that belong to no program. */
export function noteEffects(point: Point, text: string, redirections: readonly Effect[], fed = point.fed): void {
  const { input } = point;
  invoke(point, { text, words: [], assignments: [], redirections, output: [], moved: true, input, secrets: [], fed });
}

/** A command of the shell's own, or else a program. */
function runOwn(point: Point, draft: CommandDraft, first: KnownWord): Value | null {
  const name = first.value ?? "";
  const words = draft.words.slice(1);
  if (name === "eval") return evaluate(point, draft, words);
  if (name === "source" || name === ".") return source(point, draft, words);
  if (!isBuiltin(name)) {
    const out = runFound(point, draft, first);
    point.state = stateAfter(point, name, words);
    return out;
  }
  const { effects, unclear } = builtinAnswer(point, name, words);
  draft.effects.push(...effects);
  draft.unclear.push(...unclear);
  const out = finish(point, draft, {});
  point.state = stateAfter(point, name, words);
  if (name === "trap") readTrap(point, words);
  if (name === "alias") noteAliases(point, words);
  return out;
}

function evaluate(point: Point, draft: CommandDraft, given: readonly KnownWord[]): Value | null {
  const words = given[0]?.value === "--" ? given.slice(1) : given;
  const code = codeOfWords(words);
  const isKnown = words.every(({ value }) => value !== null);
  if (!isKnown) {
    draft.effects.push({ do: "run", program: "eval", what: "code", language: "bash" });
    noteOpaque(point, { why: "eval of text that is not known", at: null });
  }
  finish(point, draft, {});
  return code === null ? null : readText(point, { code, via: "eval", input: draft.call.input });
}

function source(point: Point, draft: CommandDraft, words: readonly KnownWord[]): null {
  const word = words.find(({ value }) => value !== "--") ?? knownWord("");
  draft.effects.push({
    do: "run",
    program: draft.words[0]?.value ?? "source",
    what: "script",
    language: "bash",
    script: targetOf(word, draft.cwd),
  });
  finish(point, draft, {});
  return null;
}

/** Code that runs later is read as it stands. */
function readTrap(point: Point, words: readonly KnownWord[]): void {
  const [code, signal] = words[0]?.value === "--" ? words.slice(1) : words;
  if (signal === undefined || code?.value == null || /^-|^$|^\d+$/.test(code.value)) return;
  readText({ ...point }, { code: code.value, via: "trap", input: null });
}

function noteAliases(point: Point, words: readonly KnownWord[]): void {
  const names = words.flatMap(({ value, prefix }) => /^([^=]+)=/.exec(value ?? prefix)?.[1] ?? []);
  if (names.length > 0) noteOpaque(point, { why: "an alias changes how later text is read", at: null });
  for (const name of names) point.reading.aliases.add(name);
}
