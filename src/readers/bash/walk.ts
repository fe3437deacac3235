/** Walks the tree in the order the shell would, with what is known at each point. */

import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignTo, assignUnseen } from "./assign.ts";
import { expandOne, expandWord } from "./expand.ts";
import { fedSince, feedLater, feedsOf, holds } from "./feeds.ts";
import { shared } from "./inner.ts";
import { loop, unrolled } from "./loops.ts";
import type { CompoundList, Redirection, Script, Statement, SyntaxNode } from "./parse.ts";
import { asValue, opaque, roomLeft, type Scene, type Stdin } from "./reader.ts";
import { redirect } from "./redirect.ts";
import { note, simple } from "./simple.ts";
import {
  type Flow,
  forget,
  joined,
  merge,
  orNot,
  type State,
  same,
  setVariable,
  text,
  UNKNOWN,
  type Value,
} from "./state.ts";
import { testExpression } from "./test-builtin.ts";

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
    case "Pipeline": {
      const before = scene.state;
      const negations = node.prefixes.filter((prefix) => prefix.type === "Negation").length;
      const flow = pipeline(scene, node.commands, negations % 2 === 1);
      // Not every shell runs what it times in this very shell.
      return negations === node.prefixes.length ? flow : orNot(flow, before);
    }
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
      // A plain sh does not know the keyword, and runs the lines of the body.
      if (/^function\b(?![^{(]*\()/.test(scene.source.slice(node.pos, node.pos + 200)))
        walk({ ...scene, state: forget(scene.state) }, node.body);
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
      if (effects.length > 0) note(scene, scene.source.slice(node.pos, node.end), effects);
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
    note(scene, first === undefined || last === undefined ? "" : scene.source.slice(first.pos, last.end), made.effects);
  }
  const inside = scene.reader.commands.length;
  const inner: Scene = { ...scene, ...fedSince(scene, start), stdin: shared(made.stdin) };
  const before = scene.state;
  const ran = body(inner);
  const flow = made.mayFail ? { ...ran, fail: merge(ran.fail, before) } : ran;
  feedLater(scene, start, inside, [inside, scene.reader.commands.length]);
  scene.state = joined(flow) ?? inner.state;
  return made.moved || made.effects.length > 0 ? { ...flow, out: null } : flow;
}

function forLoop(
  scene: Scene,
  name: string,
  words: readonly KnownWord[] | undefined,
  body: (inner: Scene) => Flow,
): Flow {
  const set = (inner: Scene, value: Value): void => {
    if (assignTo(inner, name, value).length > 0) opaque(scene, `a loop over ${name}`);
  };
  if (words?.every((word) => !word.splits) === true) return unrolled(scene, words.map(asValue), set, body);
  return loop(scene, (inner) => {
    const left = inner.state;
    set(inner, UNKNOWN);
    return { again: joined(body(inner)), left };
  });
}
