/** Walks the tree in the order the shell would, with what is known at each point. */

import type { Effect } from "../../contract/effect.ts";
import { arithmetic } from "./arithmetic.ts";
import { fedSince, feedLater, feedsOf, holds } from "./data-flow.ts";
import { nameCoprocess } from "./descriptors.ts";
import { expandOne, expandWord } from "./expand.ts";
import { shareInput } from "./inner.ts";
import { isLikely } from "./likely.ts";
import { forLoop, loop } from "./loops.ts";
import type { CompoundList, Redirection, Script, Statement, SyntaxNode } from "./parse.ts";
import { inputOf, opaque, roomLeft, type ScriptPoint, UNKNOWN_STDIN } from "./reader.ts";
import { redirect } from "./redirect.ts";
import { note, simple } from "./simple.ts";
import {
  type Flow,
  forget,
  joinFlow,
  joinPrinted,
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

/** A nested script in a shell of its own: what it changes ends with it. */
export function walkNested(point: ScriptPoint, script: Script): Flow {
  return walkStatements({ ...point, walk: point.walk }, script.commands);
}

export function walkStatements(point: ScriptPoint, statements: readonly Statement[]): Flow {
  let flow: Flow = same(point.state, text(""));
  let out: Value | null = text("");
  for (const statement of statements) {
    if (!roomLeft(point)) break;
    const before = point.state;
    if (statement.background === true) {
      point.reader.background = true;
      walk({ ...point, stdin: point.stdin.kind === "inherited" ? point.stdin : UNKNOWN_STDIN }, statement.command);
      flow = same({ ...before, touched: true });
      out = null;
    } else {
      flow = walk(point, statement.command);
      out = joinPrinted(point.state, out, flow.out);
    }
    // What stands behind an exit is read all the same.
    point.state = joinFlow(flow) ?? before;
  }
  return { ok: flow.ok, fail: flow.fail, out };
}

const walkList = (point: ScriptPoint, list: CompoundList): Flow => walkStatements(point, list.commands);

export function walk(point: ScriptPoint, node: SyntaxNode): Flow {
  switch (node.type) {
    case "Command":
      return simple(point, node);
    case "AndOr":
      return andOr(point, node.commands, node.operators);
    case "Pipeline":
      return walkPipeline(point, node);
    case "Redirected":
      return walkRedirected(point, node.redirects, (inner) => walk(inner, node.command));
    case "BraceGroup":
      return walkList(point, node.body);
    case "CompoundList":
      return walkList(point, node);
    case "Subshell":
      return inSubshell(point, (inner) => walkList(inner, node.body));
    case "If":
      return walkIf(point, node);
    case "While":
      return walkWhile(point, node);
    case "For":
      return walkFor(point, node);
    case "Select":
      return walkSelect(point, node);
    case "ArithmeticFor":
      return walkArithmeticFor(point, node);
    case "Case":
      return walkCase(point, node);
    case "Function":
      return define(point, node);
    case "Coproc":
      return walkCoproc(point, node);
    case "TestCommand":
      return walkTest(point, node);
    case "ArithmeticCommand":
      arithmetic(point, node.expression);
      return same(point.state);
    default:
      opaque(point, `a ${node.type} where a command should stand`, node.pos);
      return same(forget(point.state));
  }
}

type Node<Type extends SyntaxNode["type"]> = Extract<SyntaxNode, { readonly type: Type }>;

function walkPipeline(point: ScriptPoint, node: Node<"Pipeline">): Flow {
  const before = point.state;
  const negations = node.prefixes.filter((prefix) => prefix.type === "Negation").length;
  const flow = pipeline(point, node.commands);
  const turned = negations % 2 === 1 ? { ...flow, ok: flow.fail, fail: flow.ok } : flow;
  // Not every shell runs what it times in this very shell.
  return negations === node.prefixes.length ? turned : orNot(turned, before);
}

function walkIf(point: ScriptPoint, node: Node<"If">): Flow {
  const start = point.state;
  let fail: State | null = start;
  let all: State | null = null;
  for (const each of [node, ...node.elif]) {
    point.state = fail ?? start;
    const test = walkList(point, each.clause);
    point.state = test.ok ?? start;
    const then = walkList(point, each.then);
    if (fail !== null && test.ok !== null) all = merge(all, joinFlow(then));
    fail = fail === null ? null : test.fail;
  }
  point.state = fail ?? start;
  if (node.else !== undefined) {
    const other = walkList(point, node.else);
    if (fail !== null) all = merge(all, joinFlow(other));
  } else all = merge(all, fail);
  point.state = all ?? point.state;
  return { ok: all, fail: all, out: null };
}

const walkWhile = (point: ScriptPoint, node: Node<"While">): Flow =>
  loop(point, (inner) => {
    const test = walkList(inner, node.clause);
    const goes = node.kind === "while" ? test.ok : test.fail;
    const ends = node.kind === "while" ? test.fail : test.ok;
    inner.state = goes ?? inner.state;
    const body = walkList(inner, node.body);
    return { again: goes === null ? null : joinFlow(body), left: ends };
  });

function walkFor(point: ScriptPoint, node: Node<"For">): Flow {
  const start = point.reader.commands.length;
  const words = node.wordlist?.flatMap((word) => expandWord(point, word));
  holds(point, node.name.value, feedsOf(point, start, (node.wordlist ?? []).map((word) => word.text).join(" ")));
  return forLoop(point, node.name.value, words, (inner) => walkList(inner, node.body));
}

function walkSelect(point: ScriptPoint, node: Node<"Select">): Flow {
  const words = (node.wordlist ?? []).flatMap((word) => expandWord(point, word));
  return forLoop(point, node.name.value, isLikely(point) ? words : undefined, (inner) => {
    inner.state = setVariable(inner.state, "REPLY", UNKNOWN);
    return walkList(inner, node.body);
  });
}

function walkArithmeticFor(point: ScriptPoint, node: Node<"ArithmeticFor">): Flow {
  arithmetic(point, node.initialize);
  return loop(point, (inner) => {
    arithmetic(inner, node.test);
    const left = inner.state;
    const body = walkList(inner, node.body);
    inner.state = joinFlow(body) ?? inner.state;
    arithmetic(inner, node.update);
    return { again: inner.state, left };
  });
}

function walkCase(point: ScriptPoint, node: Node<"Case">): Flow {
  expandOne(point, node.word);
  const start = point.state;
  let all: State | null = start;
  for (const item of node.items) {
    for (const pattern of item.pattern) expandOne(point, pattern);
    const entry = point.state;
    point.state = merge(entry, all) ?? entry;
    const flow = walkList(point, item.body);
    all = merge(all, joinFlow(flow));
    point.state = merge(entry, joinFlow(flow)) ?? entry;
  }
  point.state = merge(all, point.state) ?? start;
  return same(point.state);
}

function define(point: ScriptPoint, node: Node<"Function">): Flow {
  const name = node.name.value;
  if (!/^[\w.:+@/-]+$/.test(name)) opaque(point, "a function with an odd name", node.pos);
  const unseen = CALLED_UNSEEN.test(name);
  if (unseen) opaque(point, `the shell itself calls ${name}`, node.pos);
  const body = { node: node.body, source: point.source };
  point.reader.defined.set(name, [...(point.reader.defined.get(name) ?? []), body].slice(-8));
  point.state = { ...point.state, functions: new Map(point.state.functions).set(name, { bodies: [body], sure: true }) };
  // A plain sh does not know the keyword, and runs the lines of the body.
  if ((unseen && isLikely(point)) || /^function\b(?![^{(]*\()/.test(point.source.slice(node.pos, node.pos + 200)))
    walk({ ...point, state: forget(point.state) }, node.body);
  return same(point.state);
}

function walkCoproc(point: ScriptPoint, node: Node<"Coproc">): Flow {
  // Bash 5.2 writes it out and reads it again, and then runs the name.
  if (point.substituted) opaque(point, "a coprocess inside a substitution", node.pos);
  const before = point.state;
  const { out } = walk({ ...point, stdin: UNKNOWN_STDIN }, node.body);
  if (node.name !== undefined) expandOne(point, node.name);
  point.state = { ...before, touched: true };
  nameCoprocess(point, node.name?.value ?? "COPROC", out);
  return same(point.state);
}

function walkTest(point: ScriptPoint, node: Node<"TestCommand">): Flow {
  const effects: Effect[] = [];
  testExpression(point, node.expression, effects);
  if (effects.length > 0) note(point, point.source.slice(node.pos, node.end), effects);
  return same(point.state);
}

function andOr(point: ScriptPoint, commands: readonly SyntaxNode[], operators: readonly string[]): Flow {
  let flow: Flow = same(point.state);
  commands.forEach((command, index) => {
    const operator = index === 0 ? null : operators[index - 1];
    if (operator === null) {
      flow = walk(point, command);
      return;
    }
    const entry = operator === "&&" ? flow.ok : flow.fail;
    const before = point.state;
    point.state = entry ?? before;
    const next = walk(point, command);
    if (entry === null) return;
    const out = isLikely(point) ? joinPrinted(point.state, flow.out, next.out) : null;
    flow =
      operator === "&&"
        ? { ok: next.ok, fail: merge(flow.fail, next.fail), out }
        : { ok: merge(flow.ok, next.ok), fail: next.fail, out };
  });
  return flow;
}

/** Each part of a pipe is a shell of its own; what one prints is the next one's input. */
function pipeline(point: ScriptPoint, commands: readonly SyntaxNode[]): Flow {
  if (commands.length === 1 && commands[0] !== undefined) return walk(point, commands[0]);
  let stdin = point.stdin;
  let out: Value | null = null;
  let touched = point.state.touched;
  let last: State | null = null;
  let before = point.reader.commands.length;
  for (const command of commands) {
    const start = point.reader.commands.length;
    const inner: ScriptPoint = {
      ...point,
      ...fedSince(point, before),
      stdin: command.type === "Command" ? stdin : shareInput(stdin, point.state),
    };
    before = start;
    const flow = walk(inner, command);
    out = flow.out;
    last = joinFlow(flow);
    touched = touched || inner.state.touched || last?.touched === true;
    stdin = inputOf(out);
  }
  // The last part runs in this very shell in some shells.
  const after = merge(point.state, last) ?? point.state;
  point.state = touched === after.touched ? after : { ...after, touched };
  return same(point.state, out);
}

function inSubshell(point: ScriptPoint, body: (inner: ScriptPoint) => Flow): Flow {
  const inner: ScriptPoint = { ...point };
  const flow = body(inner);
  if (inner.state.touched && !point.state.touched) point.state = { ...point.state, touched: true };
  return same(point.state, flow.out);
}

/** A redirection on a compound command stands beside the commands it holds. */
function walkRedirected(
  point: ScriptPoint,
  redirections: readonly Redirection[],
  body: (inner: ScriptPoint) => Flow,
): Flow {
  const start = point.reader.commands.length;
  const made = redirect(point, redirections);
  if (made.effects.length > 0) {
    const [first, last] = [redirections[0], redirections.at(-1)];
    note(point, first === undefined || last === undefined ? "" : point.source.slice(first.pos, last.end), made.effects);
  }
  const inside = point.reader.commands.length;
  const inner: ScriptPoint = { ...point, ...fedSince(point, start), stdin: shareInput(made.stdin, point.state) };
  const before = point.state;
  const ran = body(inner);
  const flow = made.mayFail ? { ...ran, fail: merge(ran.fail, before) } : ran;
  feedLater(point, start, inside, [inside, point.reader.commands.length]);
  point.state = joinFlow(flow) ?? inner.state;
  return made.moved || made.effects.length > 0 ? { ...flow, out: null } : flow;
}
