/** One simple command after expansion: wrappers off, then function, builtin or program, and what it does. */
import { type Effect, type Target, unknownTarget, unknownUse } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { type Inner, programNamed } from "../../programs/index.ts";
import type { Step } from "../definitions/index.ts";
import type { Answer } from "./builtin.ts";
import { builtinNamed } from "./builtins.ts";
import type { CommandSpan } from "./data-flow.ts";
import { mattersToPrograms } from "./environment.ts";
import { readInner, readScript, shareInput, startedFrom } from "./inner.ts";
import type { Draft, FunctionCaller, Invocation } from "./invocation.ts";
import { type LookedInto, lookInto, type Runs, readBelow } from "./look-through.ts";
import { findProgram } from "./lookup.ts";
import { namesAt } from "./names.ts";
import { outputOf } from "./outputs.ts";
import { emit, knownWord, opaque, roomLeft, type ScriptPoint, type Stdin } from "./reader.ts";
import {
  type Flow,
  forget,
  merge,
  orNot,
  type State,
  same,
  sameTarget,
  setVariable,
  UNKNOWN,
  type Value,
} from "./state.ts";
import { targetOf } from "./target.ts";
import { takeWrappersOff } from "./unwrap.ts";
import { applyUse } from "./use.ts";
import type { Wrapper } from "./wrapper-words.ts";

/** Commands that show nothing of what they are given. */
const SILENT =
  /^(?:\[|test|:|true|false|cd|read|export|declare|typeset|local|readonly|set|unset|shift|exit|return|break|continue|eval|source|\.|mapfile|readarray|getopts|let|trap|wait|pushd|popd)$/;

const UNKNOWN_STDIN: Stdin = { kind: "unknown" };

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
    point.state.rewired && given.stdin.kind === "inherited" ? { ...given, stdin: { kind: "unknown" } } : given;
  const draft: Draft = {
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
    draft.state = setVariable(draft.state, name, UNKNOWN);
    if (name === "PATH") draft.state = { ...draft.state, pathChanged: true };
  }
  if (alone === undefined) return dispatch(point, call, draft, callFunction);
  const rewires = call.redirects.any && draft.words[0]?.value === "exec";
  return done(point, call, draft, alone, same(rewires ? { ...point.state, rewired: true } : point.state));
}

function dispatch(point: ScriptPoint, call: Invocation, draft: Draft, callFunction: FunctionCaller): Flow {
  const [first, ...rest] = draft.words;
  if (first === undefined) return done(point, call, draft, undefined, same(point.state));
  if (first.value === null || first.splits || first.glob) {
    draft.effects.push({ do: "run", program: first.text, what: "unknown-program", act: "run.unnamed" });
    draft.unclear.push(`${first.text}: a program that is not known`);
    if (!draft.external) opaque(point, "a command whose name is not known");
    return done(point, call, draft, undefined, same(forget({ ...point.state, pathChanged: true })));
  }
  const name = first.value;
  const entry = draft.programOnly ? undefined : point.state.functions.get(name);
  if (entry !== undefined) {
    const before = point.state;
    if (entry.sure) done(point, call, draft, undefined, same(point.state));
    const inner: ScriptPoint = {
      ...point,
      depth: point.depth + 1,
      via: name,
      stdin: shareInput(call.stdin),
      ...fedLike(call),
    };
    const called = callFunction(inner, name, entry, rest);
    if (entry.sure) return called;
    point.state = before;
    const other = dispatch(point, call, { ...draft, programOnly: true }, callFunction);
    return { ok: merge(called.ok, other.ok), fail: merge(called.fail, other.fail), out: null };
  }
  if (draft.external && point.state.functions.has(name)) opaque(point, `${name} is also a function`);
  const builtin = draft.external ? undefined : builtinNamed(name);
  if (name === "command" && !draft.external) return done(point, call, draft, undefined, same(point.state));
  if (builtin !== undefined) {
    const { shellState } = point.reader.context;
    if (!draft.programOnly && (shellState?.functions.has(name) === true || shellState?.aliases.has(name) === true)) {
      opaque(point, `${name} was given another meaning by an earlier command`);
    }
    const answer = builtin(point, {
      name,
      words: rest,
      declared: call.declared,
      stdin: call.stdin,
      plain: !call.redirects.any && call.assignments.length === 0,
    });
    return afterBuiltin(point, call, draft, answer);
  }
  return runProgram(point, call, draft, first, rest);
}

function afterBuiltin(point: ScriptPoint, call: Invocation, draft: Draft, answer: Answer): Flow {
  draft.effects.push(...answer.effects);
  draft.unclear.push(...answer.unclear.map((why) => why));
  const below = lookInto(point, runsOf(draft, nameOf(draft), draft.words.slice(1)));
  adopt(draft, below);
  const flow = done(point, call, draft, undefined, answer.flow);
  if (below.steps.length > 0) return readSourced(point, draft, below.steps, flow);
  if (answer.script === undefined) return flow;
  const { code, via, later } = answer.script;
  if (later === true) {
    point.reader.traps.push({ code, via });
    const trapped: ScriptPoint = { ...point, state: forget(point.state) };
    const after = readScript(trapped, code, via, UNKNOWN_STDIN);
    const changes = [after.ok, after.fail].some(
      (state) => state !== null && state.functions !== trapped.state.functions,
    );
    if (changes) opaque(point, "a trap that defines functions");
    return flow;
  }
  return readScript(point, code, via, call.stdin);
}

function runProgram(
  point: ScriptPoint,
  call: Invocation,
  draft: Draft,
  first: KnownWord,
  rest: readonly KnownWord[],
): Flow {
  const { context } = point.reader;
  const found = findProgram(first, draft.state, context);
  if (found.kind !== "program") {
    const script =
      found.kind === "script"
        ? { what: "script" as const, script: found.script }
        : { what: "unknown-program" as const };
    draft.effects.push({ do: "run", program: found.name, ...script });
    draft.unclear.push(`${found.name}: a program that is not known`);
    const below =
      found.kind === "script" ? lookInto(point, { ...runsOf(draft, found.name, rest), script: found.script }) : null;
    if (below !== null) adopt(draft, below);
    const after = done(point, call, draft, undefined, same(point.state), found.name);
    if (below !== null) runBelow(point, draft, below.steps);
    return after;
  }
  if (found.doubt !== null) {
    draft.effects.push({ do: "run", program: found.name, what: "unknown-program", words: found.doubt });
    draft.unclear.push(`${found.name}: ${found.doubt}`);
  }
  const inner: Inner[] = [];
  let byOption = false;
  const seen = new Set<string>();
  const places: Target[] = [];
  const ways = draft.state.dirs.flatMap((cwd) => withAndWithout(rest).map((words) => ({ cwd, words })));
  for (const { cwd, words } of ways) {
    const answer = applyUse({
      spec: found.spec,
      program: found.name,
      words,
      stdin: call.stdin,
      cwd,
      context,
      names: namesAt(point),
    });
    if (inner.length === 0) inner.push(...answer.inner);
    if (!places.some((place) => sameTarget(place, answer.cwd))) places.push(answer.cwd);
    byOption = byOption || answer.runsCodeByOption;
    for (const effect of answer.effects) {
      const key = ways.length === 1 ? "" : JSON.stringify(effect);
      if (key === "" || !seen.has(key)) draft.effects.push(effect);
      seen.add(key);
    }
    for (const why of answer.unclear) if (!draft.unclear.includes(why)) draft.unclear.push(why);
  }
  draft.places = places;
  const below = lookInto(point, runsOf(draft, found.name, rest));
  adopt(draft, below);
  const out = found.doubt === null ? outputOf(found.name, rest, call.stdin) : null;
  const own = point.reader.commands.length;
  const flow = done(point, call, draft, undefined, same(point.state, out), found.name, byOption);
  runBelow(point, draft, below.steps);
  for (const each of inner)
    readInner(
      { ...point, ...fedAlso(call, own), ...inContainer(point, each, own), state: startedFrom(draft.state, each) },
      each,
      call.stdin,
    );
  return flow;
}

const nameOf = (draft: Draft): string => draft.words[0]?.value ?? "";

const runsOf = ({ state, effects }: Draft, name: string, words: readonly KnownWord[]): Runs => ({
  name,
  words,
  state,
  effects,
});

function adopt(draft: Draft, below: LookedInto): void {
  draft.effects.push(...below.effects);
  draft.fresh = below.fresh;
}

/** What a task or a script runs, read in shells of their own. The runner is the sub-command that was listed last. */
function runBelow(point: ScriptPoint, draft: Draft, steps: readonly Step[]): readonly Flow[] {
  const started = (args: readonly KnownWord[]): State =>
    startedFrom(draft.state, { kind: "script", code: "", via: "", args });
  return readBelow(point, steps, point.reader.commands.length - 1, started, readScript);
}

/** What runs in a container stands below the command that starts it, like a task below its runner. */
const inContainer = (point: ScriptPoint, inner: Inner, under: number): Pick<ScriptPoint, "below"> =>
  inner.kind === "words" && inner.elsewhere === true ? { below: { under, trail: point.below?.trail ?? [] } } : {};

/** A sourced file may leave functions behind; nothing else of what it does is relied upon. */
function readSourced(point: ScriptPoint, draft: Draft, steps: readonly Step[], flow: Flow): Flow {
  const left = runBelow(point, draft, steps).flatMap(({ ok, fail }) => [ok, fail]);
  const functions = new Map(point.state.functions);
  for (const state of left)
    for (const [name, entry] of state?.functions ?? []) functions.set(name, { ...entry, sure: false });
  const keep = (state: State | null): State | null => (state === null ? null : { ...state, functions });
  point.state = { ...point.state, functions };
  return { ...flow, ok: keep(flow.ok), fail: keep(flow.fail) };
}

/** Names that are put in place may also be none: `ls` then looks where it stands. */
function withAndWithout(words: readonly KnownWord[]): readonly (readonly KnownWord[])[] {
  const kept = words.filter((word) => !word.splits || word.under === undefined);
  return kept.length === words.length ? [words] : [words, kept];
}

const theOnly = (places: readonly Target[]): Target => (places.length === 1 ? places[0] : undefined) ?? unknownTarget();

/** Puts the finished sub-command on the list. */
function done(
  point: ScriptPoint,
  call: Invocation,
  draft: Draft,
  alone: Wrapper | undefined,
  flow: Flow,
  name: string | null = draft.words[0]?.value ?? null,
  byOption = false,
): Flow {
  if (alone !== undefined) {
    if (alone.wrapper.alone === undefined) draft.unclear.push(`${name} without a command`);
    else draft.effects.push(...alone.wrapper.alone);
  }
  const redirections = withContents(call, flow.out);
  const effects: Effect[] = [...draft.effects, ...redirections];
  const acts = effects.some((effect) => effect.do !== "read" && effect.do !== "environment");
  if (!acts && !SILENT.test(name ?? ":")) {
    for (const secret of new Set(call.secrets))
      effects.push({ do: "secret", act: "secret.variable", on: `$${secret}` });
  }
  for (const why of draft.unclear) effects.push(unknownUse(why));
  if (!call.redirects.moved) effects.push(...keptOutputs(point, draft));
  const command: SubCommand = {
    text: call.text,
    name: draft.words[0]?.glob === true || draft.words[0]?.splits === true ? null : name,
    words: draft.words,
    wrappers: draft.wrappers,
    assignments: draft.assignments,
    effects,
    redirections,
    runsCodeByOption: byOption,
    understood: draft.unclear.length === 0,
    cwd: theOnly(draft.places ?? draft.state.dirs),
    depth: point.depth,
    via: point.via,
    ...fedBy(call.fed ?? point.fed),
    ...(draft.fresh === true ? { fresh: true } : {}),
  };
  const before = point.state;
  emit(point, command);
  const touch = (state: State | null): State | null =>
    state === null || state.touched || !point.state.touched ? state : { ...state, touched: true };
  const touched = point.state !== before;
  // A file that cannot be opened keeps the command from running at all.
  const sure = !call.redirects.moved && call.redirects.effects.length === 0 && !point.state.rewired;
  const counts = flow.out?.kind === "number" && !call.redirects.moved && !point.state.rewired;
  const out = sure || counts ? flow.out : null;
  return touched ? { ok: touch(flow.ok), fail: touch(flow.fail), out } : { ok: flow.ok, fail: flow.fail, out };
}

/** Files in which wrappers keep the output that nothing else takes. */
const keptOutputs = (point: ScriptPoint, draft: Draft): readonly Effect[] =>
  [...new Set(draft.wrappers.map((wrapper) => programNamed(wrapper)?.wrapper?.output))].flatMap((file) =>
    file === undefined
      ? []
      : [
          {
            do: "write",
            target: targetOf(knownWord(file), point.state.dirs[0] ?? unknownTarget(), point.reader.context.world),
            recursive: false,
            as: "append",
          },
        ],
  );

const fedBy = (feeds: readonly CommandSpan[] = []): Pick<SubCommand, "fedBy"> =>
  feeds.length === 0 ? {} : { fedBy: feeds };

/** What a program runs gets what the program got, and what it finds. */
const fedAlso = (call: Invocation, own: number): Pick<ScriptPoint, "fed"> => ({
  fed: [...(call.fed ?? []), [own, own + 1]],
});

const fedLike = (call: Invocation): Pick<ScriptPoint, "fed"> => (call.fed === undefined ? {} : { fed: call.fed });

/** A file that gets exactly what a known command prints. */
function withContents(call: Invocation, out: Value | null): readonly Effect[] {
  if (out?.kind !== "text" || call.redirects.output.length === 0) return call.redirects.effects;
  return call.redirects.effects.map((effect) =>
    effect.do === "write" && call.redirects.output.includes(effect) ? { ...effect, contents: out.text } : effect,
  );
}
