/** Walks the tree in the order the shell would, with what is known at each point. */

import type { Effect } from "../effect.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignUnseen, type Given, givenBy } from "./assign.ts";
import { isPowerful, SHELL_RUNS } from "./environment.ts";
import { arithmeticWord, expandOne, expandWord } from "./expand.ts";
import { fedSince, feedLater, feedsOf, holds, takesInput } from "./feeds.ts";
import { loop, unrolled } from "./loops.ts";
import type { Command, CompoundList, Redirection, Script, Statement, SyntaxNode, TestExpression } from "./parse.ts";
import { asValue, opaque, roomLeft, type Scene, type Stdin } from "./reader.ts";
import type { KnownWord } from "./reading.ts";
import { type Redirected, redirect } from "./redirect.ts";
import { type FunctionCaller, type Invocation, invoke, shared } from "./run.ts";
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
import { look } from "./test-builtin.ts";

/** Functions that bash or zsh call by themselves. */
const CALLED_UNSEEN =
  /^(?:command_not_found_handler?|chpwd|precmd|preexec|periodic|zshaddhistory|zshexit|zsh_directory_name|TRAP[A-Z0-9]+)$/;

const UNKNOWN_STDIN: Stdin = { kind: "unknown" };

/** A nested script in a shell of its own: what it changes ends with it. */
export function walkNested(scene: Scene, script: Script): Flow {
  return walkStatements({ ...scene, walk: scene.walk }, script.commands);
}

export function walkStatements(scene: Scene, statements: readonly Statement[]): Flow {
  let flow: Flow = same(scene.state, text(""));
  let out: Value | null = text("");
  for (const statement of statements) {
    if (!roomLeft(scene)) break;
    const before = scene.state;
    if (statement.background === true) {
      walk({ ...scene, stdin: scene.stdin.kind === "inherited" ? scene.stdin : UNKNOWN_STDIN }, statement.command);
      flow = same({ ...before, touched: true });
      out = null;
    } else {
      flow = walk(scene, statement.command);
      out = joinOut(out, flow.out);
    }
    // What stands behind an exit is read all the same.
    scene.state = joined(flow) ?? before;
  }
  return { ok: flow.ok, fail: flow.fail, out };
}

const joinOut = (a: Value | null, b: Value | null): Value | null => {
  if (a?.kind !== "text" || b === null) return null;
  if (a.text === "") return b;
  return b.kind === "text" ? text(a.text + b.text) : null;
};

const walkList = (scene: Scene, list: CompoundList): Flow => walkStatements(scene, list.commands);

export function walk(scene: Scene, node: SyntaxNode): Flow {
  switch (node.type) {
    case "Command":
      return simple(scene, node);
    case "AndOr":
      return andOr(scene, node.commands, node.operators);
    case "Pipeline":
      return pipeline(
        scene,
        node.commands,
        node.prefixes.filter((prefix) => prefix.type === "Negation").length % 2 === 1,
      );
    case "Redirected":
      return redirected(scene, node.redirects, (inner) => walk(inner, node.command));
    case "BraceGroup":
      return walkList(scene, node.body);
    case "CompoundList":
      return walkList(scene, node);
    case "Subshell":
      return inSubshell(scene, (inner) => walkList(inner, node.body));
    case "If": {
      let fail: State | null;
      let all: State | null = null;
      const clauses = [node, ...node.elif];
      const start = scene.state;
      fail = start;
      for (const each of clauses) {
        scene.state = fail ?? start;
        const test = walkList(scene, each.clause);
        scene.state = test.ok ?? start;
        const then = walkList(scene, each.then);
        if (fail !== null && test.ok !== null) all = merge(all, joined(then));
        fail = fail === null ? null : test.fail;
      }
      scene.state = fail ?? start;
      if (node.else !== undefined) {
        const other = walkList(scene, node.else);
        if (fail !== null) all = merge(all, joined(other));
      } else all = merge(all, fail);
      scene.state = all ?? scene.state;
      return { ok: all, fail: all, out: null };
    }
    case "While":
      return loop(scene, (inner) => {
        const test = walkList(inner, node.clause);
        const goes = node.kind === "while" ? test.ok : test.fail;
        const ends = node.kind === "while" ? test.fail : test.ok;
        inner.state = goes ?? inner.state;
        const body = walkList(inner, node.body);
        return { again: goes === null ? null : joined(body), left: ends };
      });
    case "For": {
      const start = scene.reader.commands.length;
      const words = node.wordlist?.flatMap((word) => expandWord(scene, word));
      holds(scene, node.name.value, feedsOf(scene, start, (node.wordlist ?? []).map((word) => word.text).join(" ")));
      return forLoop(scene, node.name.value, words, (inner) => walkList(inner, node.body));
    }
    case "Select": {
      for (const word of node.wordlist ?? []) expandWord(scene, word);
      return forLoop(scene, node.name.value, undefined, (inner) => {
        inner.state = setVariable(inner.state, "REPLY", UNKNOWN);
        return walkList(inner, node.body);
      });
    }
    case "ArithmeticFor":
      arithmetic(scene, node.initialize);
      return loop(scene, (inner) => {
        arithmetic(inner, node.test);
        const left = inner.state;
        const body = walkList(inner, node.body);
        inner.state = joined(body) ?? inner.state;
        arithmetic(inner, node.update);
        return { again: inner.state, left };
      });
    case "Case": {
      expandOne(scene, node.word);
      const start = scene.state;
      let all: State | null = start;
      for (const item of node.items) {
        for (const pattern of item.pattern) expandOne(scene, pattern);
        const entry = scene.state;
        scene.state = merge(entry, all) ?? entry;
        const flow = walkList(scene, item.body);
        all = merge(all, joined(flow));
        scene.state = merge(entry, joined(flow)) ?? entry;
      }
      scene.state = merge(all, scene.state) ?? start;
      return same(scene.state);
    }
    case "Function": {
      const name = node.name.value;
      if (!/^[\w.:+@/-]+$/.test(name)) opaque(scene, "a function with an odd name", node.pos);
      if (CALLED_UNSEEN.test(name)) opaque(scene, `the shell itself calls ${name}`, node.pos);
      const body = { node: node.body, source: scene.source };
      scene.reader.defined.set(name, [...(scene.reader.defined.get(name) ?? []), body].slice(-8));
      const functions = new Map(scene.state.functions).set(name, {
        bodies: [body],
        sure: true,
      });
      scene.state = { ...scene.state, functions };
      return same(scene.state);
    }
    case "Coproc": {
      const name = node.name?.value ?? "COPROC";
      // Bash 5.2 writes it out and reads it again, and then runs the name.
      if (scene.substituted) opaque(scene, "a coprocess inside a substitution", node.pos);
      const before = scene.state;
      walk({ ...scene, stdin: UNKNOWN_STDIN }, node.body);
      if (node.name !== undefined) expandOne(scene, node.name);
      scene.state = { ...before, touched: true };
      assignUnseen(scene, name, UNKNOWN);
      return same(scene.state);
    }
    case "TestCommand": {
      const effects: Effect[] = [];
      testExpression(scene, node.expression, effects);
      if (effects.length > 0) note(scene, "[[", scene.source.slice(node.pos, node.end), effects);
      return same(scene.state);
    }
    case "ArithmeticCommand":
      arithmetic(scene, node.expression);
      return same(scene.state);
    default:
      opaque(scene, `a ${node.type} where a command should stand`, node.pos);
      return same(forget(scene.state));
  }
}

function andOr(scene: Scene, commands: readonly SyntaxNode[], operators: readonly string[]): Flow {
  let flow: Flow = same(scene.state);
  commands.forEach((command, index) => {
    const operator = index === 0 ? null : operators[index - 1];
    if (operator === null) {
      flow = walk(scene, command);
      return;
    }
    const entry = operator === "&&" ? flow.ok : flow.fail;
    const before = scene.state;
    scene.state = entry ?? before;
    const next = walk(scene, command);
    if (entry === null) return;
    flow =
      operator === "&&"
        ? { ok: next.ok, fail: merge(flow.fail, next.fail), out: null }
        : { ok: merge(flow.ok, next.ok), fail: next.fail, out: null };
  });
  return flow;
}

/** Each part of a pipe is a shell of its own; what one prints is the next one's input. */
function pipeline(scene: Scene, commands: readonly SyntaxNode[], negated: boolean): Flow {
  if (commands.length === 1 && commands[0] !== undefined) {
    const flow = walk(scene, commands[0]);
    return negated ? { ok: flow.fail, fail: flow.ok, out: flow.out } : flow;
  }
  let stdin = scene.stdin;
  let out: Value | null = null;
  let touched = scene.state.touched;
  let last: State | null = null;
  let before = scene.reader.commands.length;
  for (const command of commands) {
    const start = scene.reader.commands.length;
    const inner: Scene = {
      ...scene,
      ...fedSince(scene, before),
      stdin: command.type === "Command" ? stdin : shared(stdin),
    };
    before = start;
    const flow = walk(inner, command);
    out = flow.out;
    last = joined(flow);
    touched = touched || inner.state.touched || last?.touched === true;
    stdin = out?.kind === "text" || out?.kind === "names" ? out : UNKNOWN_STDIN;
  }
  // The last part runs in this very shell in some shells.
  const after = merge(scene.state, last) ?? scene.state;
  scene.state = touched === after.touched ? after : { ...after, touched };
  return same(scene.state, out);
}

function inSubshell(scene: Scene, body: (inner: Scene) => Flow): Flow {
  const inner: Scene = { ...scene };
  const flow = body(inner);
  if (inner.state.touched && !scene.state.touched) scene.state = { ...scene.state, touched: true };
  return same(scene.state, flow.out);
}

/** A redirection on a compound command stands beside the commands it holds. */
function redirected(scene: Scene, redirections: readonly Redirection[], body: (inner: Scene) => Flow): Flow {
  const start = scene.reader.commands.length;
  const made = redirect(scene, redirections);
  if (made.effects.length > 0) {
    const [first, last] = [redirections[0], redirections.at(-1)];
    note(
      scene,
      null,
      first === undefined || last === undefined ? "" : scene.source.slice(first.pos, last.end),
      made.effects,
    );
  }
  const inside = scene.reader.commands.length;
  const inner: Scene = { ...scene, ...fedSince(scene, start), stdin: shared(made.stdin) };
  const flow = body(inner);
  feedLater(scene, start, inside, [inside, scene.reader.commands.length]);
  scene.state = inner.state;
  return made.moved || made.effects.length > 0 ? { ...flow, out: null } : flow;
}

/** Effects that belong to no program. */
function note(scene: Scene, name: string | null, written: string, effects: readonly Effect[]): void {
  const call: Invocation = {
    text: written,
    words: [],
    declared: [],
    assignments: [],
    redirects: { effects, output: [], moved: false, any: true },
    stdin: scene.stdin,
  };
  invoke(scene, call, callFunction);
  void name;
}

function forLoop(
  scene: Scene,
  name: string,
  words: readonly KnownWord[] | undefined,
  body: (inner: Scene) => Flow,
): Flow {
  const set = (inner: Scene, value: Value): void => {
    inner.state = setVariable(inner.state, name, value);
    if (isPowerful(name)) opaque(scene, `a loop over ${name}`);
  };
  if (words?.every((word) => !word.splits) === true) return unrolled(scene, words.map(asValue), set, body);
  return loop(scene, (inner) => {
    const left = inner.state;
    set(inner, UNKNOWN);
    return { again: joined(body(inner)), left };
  });
}

function simple(scene: Scene, node: Command): Flow {
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
      ? { effects: [], stdin: scene.stdin, output: [], moved: false }
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
  if (words.length === 0) return bareAssignments(scene, assignments, made, written, node.redirects.length > 0);
  const call: Invocation = {
    text: written,
    words,
    declared,
    assignments: assignments.map((given) => ({ name: given.name, value: given.shown(scene) })),
    redirects: { effects: made.effects, output: made.output, moved: made.moved, any: node.redirects.length > 0 },
    stdin: made.stdin,
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
    if (keeps && given.name === "PATH") scene.state = { ...scene.state, pathChanged: true };
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

/** `$(<file)` prints the file: nothing is known of what comes out. */
function bareAssignments(
  scene: Scene,
  assignments: readonly Given[],
  made: Redirected,
  written: string,
  redirected: boolean,
): Flow {
  const effects: Effect[] = [...made.effects];
  for (const given of assignments) {
    for (const name of given.assign(scene))
      effects.push({ do: "environment", name, value: given.shown(scene), matters: true });
  }
  if (effects.length > 0) note(scene, null, written, effects);
  return same(scene.state, redirected ? null : text(""));
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

function testExpression(scene: Scene, node: TestExpression, effects: Effect[]): void {
  switch (node.type) {
    case "TestLogical":
      for (const operand of node.operands) testExpression(scene, operand, effects);
      return;
    case "TestNot":
      testExpression(scene, node.operand, effects);
      return;
    case "TestGroup":
      testExpression(scene, node.expression, effects);
      return;
    case "TestUnary": {
      const value = expandOne(scene, node.operand);
      const word: KnownWord = {
        value: value.kind === "text" ? value.text : null,
        text: node.operand.text,
        glob: false,
        splits: false,
        prefix: "",
      };
      if (/^-[vR]$/.test(node.operator)) {
        if (word.value === null || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(word.value))
          opaque(scene, "a test that could evaluate a subscript", node.pos);
      } else if (/^-[abcdefghkprsuwxGLNOS]$/.test(node.operator)) look(scene, word, effects);
      return;
    }
    case "TestBinary":
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) {
        arithmeticWord(scene, node.left);
        arithmeticWord(scene, node.right);
      } else {
        expandOne(scene, node.left);
        expandOne(scene, node.right);
      }
  }
}
