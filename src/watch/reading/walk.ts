/** Walks the tree in the order the shell would, with what is known at each point. */
import { expandWord } from "./expand.ts";
import { feedLater, feedsOf, holds } from "./feeds.ts";
import type { CompoundList, Redirection, Script, Statement, SyntaxNode } from "./parse.ts";
import { type CommandSpan, hasRoom, type Point, valueFrom } from "./point.ts";
import { redirect } from "./redirect.ts";
import { noteEffects } from "./run.ts";
import { walkCommand } from "./simple.ts";
import { joinStates, outlineOf, type State, setVariable, textValue, UNKNOWN, type Value } from "./state.ts";
import { walkInside } from "./substituted.ts";

/** More words than this are read as one unknown. */
const MAX_UNROLLED = 8;

export const walkScript = (point: Point, script: Script): Value | null => walkStatements(point, script.commands);

function walkStatements(point: Point, statements: readonly Statement[]): Value | null {
  let out: Value | null = textValue("");
  for (const { command, background } of statements) {
    if (!hasRoom(point)) return null;
    if (background === true) {
      point.reading.background = true;
      walkNode({ ...point }, command);
      out = null;
    } else out = joinPrinted(out, walkNode(point, command));
  }
  return out;
}

/** What two commands print one after the other. */
function joinPrinted(a: Value | null, b: Value | null): Value | null {
  if (a === null || b === null) return null;
  if (a.kind === "text" && a.text === "") return b;
  return a.kind === "text" && b.kind === "text" ? textValue(a.text + b.text) : null;
}

const walkList = (point: Point, list: CompoundList): Value | null => walkStatements(point, list.commands);

export function walkNode(point: Point, node: SyntaxNode): Value | null {
  switch (node.type) {
    case "Command":
      return walkCommand(point, node);
    case "AndOr":
      return walkAndOr(point, node);
    case "Pipeline":
      return walkPipeline(point, node);
    case "Redirected":
      return walkRedirected(point, node.redirects, node.command);
    case "BraceGroup":
      return walkList(point, node.body);
    case "CompoundList":
      return walkList(point, node);
    case "Subshell":
      return walkList({ ...point }, node.body);
    case "If":
      return walkIf(point, node);
    case "While":
      return walkLoop(point, [node.clause, node.body]);
    case "For":
    case "Select":
      return walkFor(point, node);
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update]) if (part !== undefined) walkInside(point, part);
      return walkLoop(point, [node.body]);
    case "Case":
      return walkCase(point, node);
    case "Function":
      return define(point, node);
    case "Coproc":
      walkNode({ ...point, input: UNKNOWN }, node.body);
      return null;
    default:
      walkInside(point, node);
      return textValue("");
  }
}

type Node<Type extends SyntaxNode["type"]> = Extract<SyntaxNode, { readonly type: Type }>;

/** What stands behind `||` runs from where the command before it began; what leaves the shell leaves nothing behind. */
function walkAndOr(point: Point, { commands, operators }: Node<"AndOr">): Value | null {
  let failed: State = point.state;
  let out: Value | null = null;
  commands.forEach((command, index) => {
    const before = point.state;
    if (index === 0 || operators[index - 1] === "&&") {
      out = index === 0 ? walkNode(point, command) : joinPrinted(out, walkNode(point, command));
      failed = index === 0 ? before : joinStates(failed, before);
      return;
    }
    const other: Point = { ...point, state: failed };
    walkNode(other, command);
    out = null;
    failed = other.state;
    point.state = leaves(command) ? before : joinStates(before, other.state);
  });
  return out;
}

const LEAVES = new Set(["exit", "return", "break", "continue", "die"]);

/** Nothing behind it is reached from it. */
function leaves(node: SyntaxNode): boolean {
  if (node.type === "Command") return LEAVES.has(node.name?.value ?? "");
  const list = node.type === "BraceGroup" ? node.body : node.type === "CompoundList" ? node : undefined;
  const last = list?.commands.at(-1);
  return last !== undefined && last.background !== true && leaves(last.command);
}

/** Each part of a pipe is a shell of its own; what one prints is the next one's input. */
function walkPipeline(point: Point, { commands }: Node<"Pipeline">): Value | null {
  const [only] = commands;
  if (commands.length === 1 && only !== undefined) return walkNode(point, only);
  let { input } = point;
  let fed: readonly CommandSpan[] = point.fed;
  for (const command of commands) {
    const start = point.reading.commands.length;
    const printed = walkNode({ ...point, input, fed }, command);
    input = printed ?? UNKNOWN;
    fed = feedsOf(point, start, "");
  }
  return input;
}

/** A redirection on a compound command stands beside the commands it holds. */
function walkRedirected(point: Point, redirections: readonly Redirection[], body: SyntaxNode): Value | null {
  const { commands } = point.reading;
  const start = commands.length;
  const { effects, input, moved } = redirect(point, redirections);
  const [first, last] = [redirections[0], redirections.at(-1)];
  if (effects.length > 0) noteEffects(point, point.source.slice(first?.pos, last?.end), effects);
  const inside = commands.length;
  const inner: Point = { ...point, fed: feedsOf(point, start, ""), input };
  const out = walkNode(inner, body);
  feedLater(point, start, inside, [inside, commands.length]);
  if (body.type !== "Subshell") point.state = inner.state;
  return moved ? null : out;
}

function walkIf(point: Point, node: Node<"If">): null {
  const ends: State[] = [];
  const branch = (list: CompoundList): void => {
    const inner: Point = { ...point };
    walkList(inner, list);
    if (!leaves(list)) ends.push(inner.state);
  };
  for (const each of [node, ...node.elif]) {
    walkList(point, each.clause);
    branch(each.then);
  }
  if (node.else === undefined) ends.push(point.state);
  else branch(node.else);
  point.state = ends.length === 0 ? point.state : ends.reduce(joinStates);
  return null;
}

/** Its body is read once, as the first pass finds things; behind it, both may be. */
function walkLoop(point: Point, parts: readonly CompoundList[]): null {
  const before = point.state;
  const inner: Point = { ...point, loops: point.loops + 1 };
  for (const part of parts) walkList(inner, part);
  point.state = joinStates(before, inner.state);
  return null;
}

/** Read once for each word that is known, where they are few. */
function walkFor(point: Point, node: Node<"For"> | Node<"Select">): null {
  const start = point.reading.commands.length;
  const words = (node.wordlist ?? []).flatMap((word) => expandWord(point, word));
  const name = node.name.value;
  holds(point, name, feedsOf(point, start, (node.wordlist ?? []).map(({ text }) => text).join(" ")));
  const given = node.wordlist === undefined ? (point.state.args ?? [UNKNOWN]) : words.map(valueFrom);
  const isPlain = node.type === "For" && point.loops === 0 && given.length > 0 && given.length <= MAX_UNROLLED;
  for (const value of isPlain ? given : [oneOf(given)]) {
    point.state = setVariable(point.state, name, value);
    walkLoop(point, [node.body]);
  }
  return null;
}

/** One of them: known where all are the same place. */
const oneOf = ([first, ...more]: readonly Value[]): Value =>
  first !== undefined && more.every((value) => outlineOf(value) === outlineOf(first)) ? first : UNKNOWN;

function walkCase(point: Point, node: Node<"Case">): null {
  walkInside(point, node.word);
  const ends: State[] = [point.state];
  for (const item of node.items) {
    for (const pattern of item.pattern) walkInside(point, pattern);
    const inner: Point = { ...point };
    walkList(inner, item.body);
    if (!leaves(item.body)) ends.push(inner.state);
  }
  point.state = ends.reduce(joinStates);
  return null;
}

function define(point: Point, node: Node<"Function">): Value {
  const body = { node: node.body, source: point.source };
  point.reading.defined.set(node.name.value, body);
  point.state = { ...point.state, functions: new Map(point.state.functions).set(node.name.value, body) };
  return textValue("");
}
