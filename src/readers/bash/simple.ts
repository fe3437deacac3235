/** A simple command: its words, redirections and assignments, in the order bash takes them. */

import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { SHELL_RUNS } from "../../machine/index.ts";
import { evaluateInteger, type GivenAssignment, givenBy } from "./assign.ts";
import { without } from "./attributes.ts";
import { feedLater, feedsOf, holds, takesInput } from "./data-flow.ts";
import { expandWord } from "./expand.ts";
import type { FunctionCaller, Invocation } from "./invocation.ts";
import { isLikely } from "./likely.ts";
import type { Command } from "./parse.ts";
import { asValue, opaque, type ScriptPoint } from "./reader.ts";
import { type Redirected, redirect } from "./redirect.ts";
import { invoke } from "./run.ts";
import { evaluatesItself, multiplies } from "./self-start.ts";
import {
  type Flow,
  forget,
  joinFlow,
  merge,
  restore,
  type State,
  same,
  setVariable,
  text,
  UNKNOWN,
  type Value,
} from "./state.ts";
import { walk } from "./walk.ts";

export function simple(point: ScriptPoint, node: Command): Flow {
  const mark = point.reader.secrets.length;
  const words: KnownWord[] = [];
  const declared: GivenAssignment[] = [];
  const start = point.reader.commands.length;
  if (node.name !== undefined) words.push(...expandWord(point, node.name));
  for (const item of node.suffix) {
    if (item.type === "Word") words.push(...expandWord(point, item));
    else if (item.type === "Assignment") declared.push(givenBy(point, item));
  }
  const made: Redirected =
    node.redirects.length === 0
      ? { effects: [], stdin: point.stdin, output: [], moved: false, mayFail: false }
      : redirect(point, node.redirects);
  const assignments: GivenAssignment[] = [];
  for (const item of node.prefix)
    if (item.type === "Assignment") {
      const given = givenBy(point, item);
      assignments.push(given);
      // A bare assignment is there for the next one in the same line.
      if (words.length === 0) point.state = setVariable(point.state, given.name, given.value);
    }
  const written = point.source.slice(node.pos, node.end);
  const fed = feedsOf(point, start, written);
  for (const given of [...declared, ...(words.length === 0 ? assignments : [])]) holds(point, given.name, fed);
  for (const given of [...declared, ...assignments]) noteItself(point, written, given);
  takesInput(point, words, fed);
  if (words.length === 0) point.reader.secrets.length = mark;
  if (words.length === 0) return bareAssignments(point, assignments, made, node);
  const call: Invocation = {
    text: written,
    words,
    declared,
    assignments: assignments.map((given) => ({ name: given.name, value: given.shown(point) })),
    redirects: {
      effects: made.effects,
      output: made.output,
      moved: made.moved,
      any: node.redirects.length > 0,
      mayFail: made.mayFail,
    },
    stdin: made.stdin,
    secrets: point.reader.secrets.splice(mark),
    fed,
  };
  const own = point.reader.commands.length;
  const last = words.at(-1);
  if (isLikely(point) && last !== undefined) point.state = setVariable(point.state, "_", asValue(last));
  const flow = assignments.length === 0 ? invoke(point, call, callFunction) : withAssignments(point, call, assignments);
  // `read k < key`: what it names is what it was given.
  if (node.redirects.length > 0) takesInput(point, words, [[own, point.reader.commands.length]]);
  if (written.includes(">(")) feedLater(point, start, own, [own, point.reader.commands.length]);
  return flow;
}

/** A text that evaluates the variable it is given to, twice. */
function noteItself(point: ScriptPoint, written: string, { name, value }: GivenAssignment): void {
  if (value.kind === "text" && evaluatesItself(name, value.text))
    note(point, written, [act("process.multiply", { on: name })]);
}

/** Commands in this shell that may keep an assignment made for them. */
const KEEPS = /^(?:eval|source|\.|export|readonly|declare|typeset|local|unset|set|exec|command|builtin)$/;

/** `X=1 cmd`: only the command sees it, but a function or a few builtins may leave it behind. */
function withAssignments(point: ScriptPoint, call: Invocation, assignments: readonly GivenAssignment[]): Flow {
  const before = point.state;
  const name = call.words[0]?.value ?? null;
  const keeps = name === null || KEEPS.test(name) || before.functions.has(name);
  for (const given of assignments) {
    if (SHELL_RUNS.has(given.name) || given.name.startsWith("BASH_FUNC_")) {
      opaque(point, `${given.name} holds code the shell runs`);
    }
    point.state = setVariable(point.state, given.name, given.value);
    evaluateInteger(point, given.name, given.value);
    if (keeps && /^(?:PATH|path)$/.test(given.name)) point.state = { ...point.state, pathChanged: true };
  }
  const flow = invoke(point, call, callFunction);
  const after = (state: State | null): State | null => {
    if (state === null) return null;
    let out = state;
    for (const { name: assigned } of assignments) {
      const old = before.variables.get(assigned);
      out =
        keeps || (old === undefined && before.lost) ? setVariable(out, assigned, UNKNOWN) : restore(out, assigned, old);
    }
    return out;
  };
  point.state = after(point.state) ?? before;
  const ok = after(flow.ok);
  return { ok, fail: flow.ok === flow.fail ? ok : after(flow.fail), out: flow.out };
}

/** The names may hold what they held: their value is not known. */
const unsure = (state: State, assignments: readonly GivenAssignment[]): State["variables"] =>
  new Map([...state.variables, ...assignments.map(({ name }): [string, Value] => [name, UNKNOWN])]);

/** `$(<file)` prints the file: nothing is known of what comes out. */
function bareAssignments(
  point: ScriptPoint,
  assignments: readonly GivenAssignment[],
  made: Redirected,
  node: Command,
): Flow {
  const effects: Effect[] = [...made.effects];
  const before = { ...point.state, variables: unsure(point.state, assignments) };
  for (const given of assignments) {
    for (const name of given.assign(point))
      effects.push({ do: "environment", name, value: given.shown(point), matters: true });
  }
  if (effects.length > 0) note(point, point.source.slice(node.pos, node.end), effects);
  if (made.mayFail) point.state = merge(point.state, before) ?? before;
  if (node.redirects.length === 0) return same(point.state, text(""));
  // `$(<file)`.
  return same(point.state, isLikely(point) && made.stdin.kind === "text" ? made.stdin : null);
}

/** Effects that belong to no program. */
export function note(point: ScriptPoint, written: string, effects: readonly Effect[]): void {
  const call: Invocation = {
    text: written,
    words: [],
    declared: [],
    assignments: [],
    redirects: { effects, output: [], moved: false, any: true, mayFail: false },
    stdin: point.stdin,
  };
  invoke(point, call, callFunction);
}

/** What a function kept for itself is as it was, or not known. */
function withoutLocals(after: State, outer: State, locals: ReadonlySet<string>): State {
  const attributes = without(after.attributes, locals, outer.attributes);
  let out: State = attributes === undefined ? after : { ...after, attributes };
  for (const local of locals)
    out = setVariable(out, local, after.likely === undefined ? UNKNOWN : (outer.variables.get(local) ?? text("")));
  return out;
}

/** With the name a function has for itself, where that is looked at. */
function namedItself(point: ScriptPoint, name: string): State {
  if (isLikely(point)) point.state = setVariable(point.state, "FUNCNAME", text(name));
  return point.state;
}

const ownNames = (point: ScriptPoint): Set<string> => new Set(isLikely(point) ? ["FUNCNAME"] : []);

/** Reads a function's body where it is called. One that calls itself is read once more with nothing known. */
const callFunction: FunctionCaller = (point, name, entry, args) => {
  const { calls } = point.reader;
  const again = calls.filter((called) => called === name).length;
  if (again > 0) opaque(point, "a function that calls itself");
  if (again === 1 && multiplies(name, point.reader.defined)) note(point, name, [act("process.multiply", { on: name })]);
  if (again > 1 || calls.length > 12) {
    if (calls.length > 12) opaque(point, "functions called too deep");
    return same(forget(point.state));
  }
  const outer = point.state;
  const known = isLikely(point) || args.every((arg) => !arg.splits);
  point.state = again === 1 ? forget(outer) : { ...outer, args: known ? args.map(asValue) : null };
  const start = namedItself(point, name);
  calls.push(name);
  const escapes: State[] = [];
  const locals = ownNames(point);
  point.reader.escapes.push(escapes);
  point.reader.locals.push(locals);
  let all: State | null = null;
  let out: Value | null = null;
  for (const body of entry.bodies) {
    const inner: ScriptPoint = { ...point, state: start, source: body.source };
    const flow = walk(inner, body.node);
    all = merge(all, joinFlow(flow));
    out = flow.out;
  }
  calls.pop();
  point.reader.escapes.pop();
  point.reader.locals.pop();
  for (const left of escapes) all = merge(all, left);
  let after = all ?? start;
  after = withoutLocals(after, outer, locals);
  return same({ ...after, args: outer.args }, isLikely(point) ? out : null);
};
