/** Assignments to shell variables, and what a few of them mean for the shell itself. */

import type { KnownWord } from "../../contract/reading.ts";
import { isPowerful, SHELL_INTEGERS, SHELL_RUNS, SHELL_TABLES } from "../../machine/index.ts";
import { NAME_TABLES, takeAlias } from "./aliases.ts";
import { arithmeticText } from "./arithmetic.ts";
import { expandAssigned, expandOne, expandWord } from "./expand.ts";
import { readScript } from "./inner.ts";
import { chooseValue, isLikely } from "./likely.ts";
import { elementName } from "./likely-expansion.ts";
import { subscript } from "./parameters.ts";
import type { Assignment, Word } from "./parse.ts";
import { asValue, opaque, type ScriptPoint, UNKNOWN_STDIN } from "./reader.ts";
import { getVariable, isNumber, outlineOf, setVariable, text, UNKNOWN, type Value } from "./state.ts";

/** One `name=value` as written, to be carried out when its turn comes. */
export interface GivenAssignment {
  readonly name: string;
  readonly value: Value;
  /** Sets the variable; says which name changes what programs do, if it does. */
  readonly assign: (point: ScriptPoint) => readonly string[];
  readonly shown: (point: ScriptPoint) => string | null;
}

/** Expands the value now; `assign` sets it. */
export function givenBy(point: ScriptPoint, node: Assignment): GivenAssignment {
  if (node.index !== undefined) subscript(point, node.name, node.index);
  if ((node.index !== undefined || node.value.type === "ArrayValue") && SHELL_TABLES.has(node.name))
    opaque(point, `${node.name} gives names another meaning in zsh`);
  const value = readAssigned(point, node);
  return {
    name: node.name,
    value,
    assign: (at) => assignTo(at, node.name, value),
    shown: () => (value.kind === "text" ? value.text : null),
  };
}

function readAssigned(point: ScriptPoint, node: Assignment): Value {
  const value =
    node.value.type === "ArrayValue" ? readArray(point, node.value.elements) : expandAssigned(point, node.value);
  if (isLikely(point)) return likelyAssigned(point, node, value);
  // A plain sh does not know `+=`.
  return node.append === true || node.index !== undefined ? UNKNOWN : value;
}

/** Of the tables in which the shell looks names up, an element is a name that is given a meaning. */
function giveElement(point: ScriptPoint, name: string, key: string, value: Value): void {
  point.state = setVariable(point.state, elementName(name, key), value);
  if (NAME_TABLES.test(name) && value.kind === "text") takeAlias(point, `${key}=${value.text}`);
}

/** `([key]=value …)`: each under its own key. */
function giveElements(point: ScriptPoint, name: string, elements: readonly Word[]): void {
  for (const element of elements)
    for (const word of expandWord(point, element)) {
      const [, key = "", value] = /^\[([^\]]*)\]\+?=([\s\S]*)$/.exec(word.value ?? "") ?? [];
      if (value !== undefined) giveElement(point, name, key, text(value));
    }
}

function likelyAssigned(point: ScriptPoint, node: Assignment, value: Value): Value {
  const held = getVariable(point.state, node.name);
  if (node.value.type === "ArrayValue") giveElements(point, node.name, node.value.elements);
  if (node.index !== undefined) {
    const key = expandOne(point, node.index);
    if (key.kind === "text") giveElement(point, node.name, key.text, value);
    return held ?? UNKNOWN;
  }
  if (node.append !== true || held === undefined) return value;
  if (held.kind === "list" || value.kind === "list")
    return { kind: "list", items: [held, value].flatMap((one) => (one.kind === "list" ? one.items : [one])) };
  return text(outlineOf(chooseValue(point, held)) + outlineOf(value));
}

function readArray(point: ScriptPoint, elements: readonly Word[]): Value {
  const words = elements.flatMap((element) => {
    if (/^\[/.test(element.text) && !isKnownPlace(point, element.text))
      opaque(point, "an array element whose place is not known", element.pos);
    return expandWord(point, element);
  });
  if (isLikely(point)) return { kind: "list", items: words.map(likelyElement) };
  const plain = !elements.some(({ text }) => text.startsWith("[")) && !words.some(({ splits }) => splits);
  return plain ? { kind: "list", items: words.map(asValue) } : UNKNOWN;
}

/** `[key]=value` counts for its value. */
const likelyElement = (word: KnownWord): Value => {
  const given = /^\[[^\]]*\]=([\s\S]*)$/.exec(word.value ?? "")?.[1];
  return given === undefined ? asValue(word) : text(given);
};

const isKnownPlace = (point: ScriptPoint, element: string): boolean =>
  /^\[[\w\s"'./:-]*\]\+?=/.test(element) && !evaluatesMore(point, element);

/** Names in a subscript are evaluated, and what they hold in turn. */
const evaluatesMore = (point: ScriptPoint, element: string): boolean =>
  (/^\[[^\]]*/.exec(element)?.[0].match(/[A-Za-z_]\w*/g) ?? []).some((name) => {
    const held = getVariable(point.state, name);
    return held !== undefined && !isNumber(held);
  });

/** The same where no effect can be noted: a name that changes what programs do is opaque. */
export function assignUnseen(point: ScriptPoint, name: string, value: Value): void {
  for (const powerful of assignTo(point, name, value)) opaque(point, `${powerful} gets a value in passing`);
}

/** Sets a variable of the shell. Answers the names that change what programs do. */
export function assignTo(point: ScriptPoint, name: string, value: Value): readonly string[] {
  point.state = setVariable(point.state, name, value);
  evaluateInteger(point, name, value);
  runPrompt(point, name, value);
  return noteChange(point, name);
}

/** A prompt's substitutions run when it is shown, `PS4` before every command: likely they do. */
function runPrompt(point: ScriptPoint, name: string, value: Value): void {
  if (!isLikely(point) || value.kind !== "text" || !/^(?:PS[0124]|PROMPT_COMMAND)$/.test(name)) return;
  const code = name === "PROMPT_COMMAND" ? value.text : `: "${value.text.replaceAll('"', '\\"')}"`;
  readScript({ ...point, state: point.state }, code, name, UNKNOWN_STDIN);
}

/** What a name means to the shell itself, whatever it is given. Answers as `assignTo`. */
export function noteChange(point: ScriptPoint, name: string): readonly string[] {
  // To zsh `path` is PATH, and `argv` the arguments.
  if (name === "PATH" || name === "path") point.state = { ...point.state, pathChanged: true };
  if (name === "argv") point.state = { ...point.state, args: null };
  if (SHELL_RUNS.has(name) || name.startsWith("BASH_FUNC_")) opaque(point, `${name} holds code the shell runs`);
  return isPowerful(name) ? [name] : [];
}

/** `RANDOM='a[$(cmd)]'` runs the command. */
export function evaluateInteger(point: ScriptPoint, name: string, value: Value): void {
  if (!SHELL_INTEGERS.has(name) || value.kind === "number") return;
  if (value.kind === "text") arithmeticText(point, value.text);
  else opaque(point, `${name} evaluates a value that is not known`);
}
