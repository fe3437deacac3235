/** A simple command: its words, redirections and assignments, in the order bash takes them. */

import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { evaluateInteger, type Given, givenBy } from "./assign.ts";
import { SHELL_RUNS } from "./environment.ts";
import { expandWord } from "./expand.ts";
import { feedLater, feedsOf, holds, takesInput } from "./feeds.ts";
import type { FunctionCaller, Invocation } from "./invocation.ts";
import type { Command } from "./parse.ts";
import { asValue, opaque, type Scene } from "./reader.ts";
import { type Redirected, redirect } from "./redirect.ts";
import { invoke } from "./run.ts";
import {
  type Flow,
  forget,
  joined,
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

export function simple(scene: Scene, node: Command): Flow {
  const mark = scene.reader.secrets.length;
  const words: KnownWord[] = [];
  const declared: Given[] = [];
  const start = scene.reader.commands.length;
  if (node.name !== undefined) words.push(...expandWord(scene, node.name));
  for (const item of node.suffix) {
    if (item.type === "Word") words.push(...expandWord(scene, item));
    else if (item.type === "Assignment") declared.push(givenBy(scene, item));
  }
  const made: Redirected =
    node.redirects.length === 0
      ? { effects: [], stdin: scene.stdin, output: [], moved: false, mayFail: false }
      : redirect(scene, node.redirects);
  const assignments: Given[] = [];
  for (const item of node.prefix)
    if (item.type === "Assignment") {
      const given = givenBy(scene, item);
      assignments.push(given);
      // A bare assignment is there for the next one in the same line.
      if (words.length === 0) scene.state = setVariable(scene.state, given.name, given.value);
    }
  const written = scene.source.slice(node.pos, node.end);
  const fed = feedsOf(scene, start, written);
  for (const given of [...declared, ...(words.length === 0 ? assignments : [])]) holds(scene, given.name, fed);
  takesInput(scene, words, fed);
  if (words.length === 0) scene.reader.secrets.length = mark;
  if (words.length === 0) return bareAssignments(scene, assignments, made, written, node.redirects.length > 0);
  const call: Invocation = {
    text: written,
    words,
    declared,
    assignments: assignments.map((given) => ({ name: given.name, value: given.shown(scene) })),
    redirects: {
      effects: made.effects,
      output: made.output,
      moved: made.moved,
      any: node.redirects.length > 0,
      mayFail: made.mayFail,
    },
    stdin: made.stdin,
    secrets: scene.reader.secrets.splice(mark),
    fed,
  };
  const own = scene.reader.commands.length;
  const flow = assignments.length === 0 ? invoke(scene, call, callFunction) : withAssignments(scene, call, assignments);
  if (written.includes(">(")) feedLater(scene, start, own, [own, scene.reader.commands.length]);
  return flow;
}

/** Commands in this shell that may keep an assignment made for them. */
const KEEPS = /^(?:eval|source|\.|export|readonly|declare|typeset|local|unset|set|exec|command|builtin)$/;

/** `X=1 cmd`: only the command sees it, but a function or a few builtins may leave it behind. */
function withAssignments(scene: Scene, call: Invocation, assignments: readonly Given[]): Flow {
  const before = scene.state;
  const name = call.words[0]?.value ?? null;
  const keeps = name === null || KEEPS.test(name) || before.functions.has(name);
  for (const given of assignments) {
    if (SHELL_RUNS.has(given.name) || given.name.startsWith("BASH_FUNC_")) {
      opaque(scene, `${given.name} holds code the shell runs`);
    }
    scene.state = setVariable(scene.state, given.name, given.value);
    evaluateInteger(scene, given.name, given.value);
    if (keeps && /^(?:PATH|path)$/.test(given.name)) scene.state = { ...scene.state, pathChanged: true };
  }
  const flow = invoke(scene, call, callFunction);
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
  scene.state = after(scene.state) ?? before;
  const ok = after(flow.ok);
  return { ok, fail: flow.ok === flow.fail ? ok : after(flow.fail), out: flow.out };
}

/** The names may hold what they held: their value is not known. */
const unsure = (state: State, assignments: readonly Given[]): State["variables"] =>
  new Map([...state.variables, ...assignments.map(({ name }): [string, Value] => [name, UNKNOWN])]);

/** `$(<file)` prints the file: nothing is known of what comes out. */
function bareAssignments(
  scene: Scene,
  assignments: readonly Given[],
  made: Redirected,
  written: string,
  redirected: boolean,
): Flow {
  const effects: Effect[] = [...made.effects];
  const before = { ...scene.state, variables: unsure(scene.state, assignments) };
  for (const given of assignments) {
    for (const name of given.assign(scene))
      effects.push({ do: "environment", name, value: given.shown(scene), matters: true });
  }
  if (effects.length > 0) note(scene, written, effects);
  if (made.mayFail) scene.state = merge(scene.state, before) ?? before;
  return same(scene.state, redirected ? null : text(""));
}

/** Effects that belong to no program. */
export function note(scene: Scene, written: string, effects: readonly Effect[]): void {
  const call: Invocation = {
    text: written,
    words: [],
    declared: [],
    assignments: [],
    redirects: { effects, output: [], moved: false, any: true, mayFail: false },
    stdin: scene.stdin,
  };
  invoke(scene, call, callFunction);
}

/** Reads a function's body where it is called. One that calls itself is read once more with nothing known. */
const callFunction: FunctionCaller = (scene, name, entry, args) => {
  const { calls } = scene.reader;
  const again = calls.filter((called) => called === name).length;
  if (again > 0) opaque(scene, "a function that calls itself");
  if (again > 1 || calls.length > 12) {
    if (calls.length > 12) opaque(scene, "functions called too deep");
    return same(forget(scene.state));
  }
  const outer = scene.state;
  const known = args.every((arg) => !arg.splits);
  scene.state = again === 1 ? forget(outer) : { ...outer, args: known ? args.map(asValue) : null };
  const start = scene.state;
  calls.push(name);
  const escapes: State[] = [];
  const locals = new Set<string>();
  scene.reader.escapes.push(escapes);
  scene.reader.locals.push(locals);
  let all: State | null = null;
  for (const body of entry.bodies) {
    const inner: Scene = { ...scene, state: start, source: body.source };
    all = merge(all, joined(walk(inner, body.node)));
  }
  calls.pop();
  scene.reader.escapes.pop();
  scene.reader.locals.pop();
  for (const left of escapes) all = merge(all, left);
  let after = all ?? start;
  for (const local of locals) after = setVariable(after, local, UNKNOWN);
  return same({ ...after, args: outer.args });
};
