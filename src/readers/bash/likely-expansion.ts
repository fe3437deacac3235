/** `${x…}` in a likely reading. */
import { assertNever } from "../../contract/result.ts";
import { assignTo } from "./assign.ts";
import { nameMeant } from "./attributes.ts";
import { expandOne } from "./expand.ts";
import type { Quoting } from "./fields.ts";
import { chooseValue } from "./likely.ts";
import { changeCase, removeMatch, replaceMatch, sliceText, transform } from "./operators.ts";
import { joinedByIfs, parameter } from "./parameters.ts";
import type { Word, WordPart } from "./parse.ts";
import type { ScriptPoint } from "./reader.ts";
import { eitherOf, getVariable, MANY, NUMBER, single, text, UNKNOWN, type Value } from "./state.ts";

type Parameter = Extract<WordPart, { type: "ParameterExpansion" }>;
type Operation = NonNullable<Parameter["operation"]>;

export function likelyExpansion(point: ScriptPoint, part: Parameter, quoting: Quoting): Value {
  const { operation } = part;
  if (operation?.type === "Names") return namesWith(point, part.parameter);
  const value = heldBy(point, part, quoting);
  if (part.prefix === "#") return value.kind === "text" ? text(String(value.text.length)) : NUMBER;
  const made = operation === undefined ? value : operateOn(point, part, operation, value);
  const joins = quoting === "quoted" && (part.index?.text ?? part.parameter) === "*";
  return joins && made.kind === "list" ? joinedByIfs(point, made.items) : made;
}

/** Of several values each is changed, but for what counts their places or asks whether there are any. */
function operateOn(point: ScriptPoint, part: Parameter, operation: Operation, value: Value): Value {
  if (value.kind !== "list" || operation.type === "Default") return operate(point, part, operation, value);
  if (operation.type !== "Slice")
    return { kind: "list", items: value.items.map((item) => operate(point, part, operation, item)) };
  const [offset = 0, length] = [operation.offset, operation.length].map((word) => numberIn(point, word));
  // Arguments are counted from one.
  const first = part.index === undefined && offset > 0 ? offset - 1 : offset;
  const rest = value.items.slice(first);
  return { kind: "list", items: length === undefined || length < 0 ? rest : rest.slice(0, length) };
}

/** `${!x_*}`: the names that begin so. */
function namesWith({ state }: ScriptPoint, start: string): Value {
  const names = [...state.variables.keys()].filter((name) => name.startsWith(start) && !name.includes("["));
  return names.length === 0 ? MANY : { kind: "list", items: names.map(text) };
}

function heldBy(point: ScriptPoint, { parameter: name, index, prefix }: Parameter, quoting: Quoting): Value {
  if (index?.text === "@" || index?.text === "*") return prefix === "!" ? keysOf(point, name) : elementsOf(point, name);
  // All of them, put together only when everything else is done.
  const own =
    index === undefined ? parameter(point, name, name === "*" ? "bare" : quoting) : elementAt(point, name, index);
  if (prefix !== "!") return own;
  // The name that a reference stands for.
  if (nameMeant(point.state.attributes, name) !== name) return text(nameMeant(point.state.attributes, name));
  return own.kind === "text" && /^[A-Za-z_]\w*$/.test(own.text) ? parameter(point, own.text, quoting) : UNKNOWN;
}

/** The variable under which an element is kept that was given by itself. */
export const elementName = (name: string, key: string): string => `${name}[${key}]`;

/** What is kept under a key of its own, by its key. */
const givenByKey = ({ state }: ScriptPoint, name: string): readonly (readonly [key: string, value: Value])[] =>
  [...state.variables]
    .filter(([other]) => other.startsWith(`${name}[`) && other.length > name.length + 2)
    .map(([other, value]) => [other.slice(name.length + 1, -1), value]);

/** `${!a[@]}`: `([key]=value)`, `(key value)` of an array of names, or places. */
function keysOf(point: ScriptPoint, name: string): Value {
  const given = givenByKey(point, name);
  if (given.length > 0) return { kind: "list", items: given.map(([key]) => text(key)) };
  const whole = chooseValue(point, getVariable(point.state, name) ?? UNKNOWN);
  if (whole.kind !== "list") return MANY;
  const isByName = getVariable(point.state, elementName(name, "")) !== undefined;
  const keys = isByName ? whole.items.filter((_, i) => i % 2 === 0) : whole.items.map((_, i) => text(String(i)));
  return { kind: "list", items: keys };
}

function elementsOf(point: ScriptPoint, name: string): Value {
  const whole = chooseValue(point, getVariable(point.state, name) ?? UNKNOWN);
  const given = givenByKey(point, name);
  const items = [
    ...(whole.kind === "list" ? whole.items : whole.kind === "unknown" ? [] : [whole]),
    ...given.map(([, value]) => value),
  ];
  if (items.length === 0) return whole.kind === "list" ? whole : MANY;
  return { kind: "list", items };
}

function elementAt(point: ScriptPoint, name: string, index: Word): Value {
  const key = expandOne(point, index);
  if (key.kind !== "text") return UNKNOWN;
  const given = getVariable(point.state, elementName(name, key.text));
  if (given !== undefined) return chooseValue(point, given);
  const whole = chooseValue(point, getVariable(point.state, name) ?? UNKNOWN);
  const at = Number(getNumber(point, key.text));
  if (whole.kind === "list")
    return Number.isNaN(at) ? chooseValue(point, eitherOf(whole.items)) : (whole.items.at(at) ?? text(""));
  return at === 0 ? whole : text("");
}

/** A subscript may name a variable. */
function getNumber(point: ScriptPoint, key: string): string {
  const held = /^[A-Za-z_]\w*$/.test(key) ? getVariable(point.state, key) : undefined;
  return held?.kind === "text" ? held.text : key;
}

function operate(point: ScriptPoint, part: Parameter, operation: Operation, value: Value): Value {
  switch (operation.type) {
    case "Default":
      return withDefault(point, part, operation, value);
    case "Slice": {
      const [offset, length] = [operation.offset, operation.length].map((word) => numberIn(point, word));
      return change(value, (held) => (offset === undefined ? undefined : sliceText(held, offset, length)));
    }
    case "Replace": {
      const pattern = textOf(point, operation.pattern);
      const by = textOf(point, operation.replacement);
      return change(value, (held) =>
        pattern === undefined || by === undefined
          ? undefined
          : replaceMatch(held, { operator: operation.operator, pattern, by }),
      );
    }
    case "Remove": {
      const pattern = textOf(point, operation.operand);
      return change(value, (held) =>
        pattern === undefined ? undefined : removeMatch(held, operation.operator, pattern),
      );
    }
    case "CaseModification":
      if (operation.operand !== undefined) expandOne(point, operation.operand);
      return change(value, (held) => changeCase(held, operation.operator));
    case "Transform":
      return change(value, (held) => transform(held, operation.operand.text));
    case "Names":
    case "Unknown":
      return UNKNOWN;
    default:
      return assertNever(operation);
  }
}

function withDefault(
  point: ScriptPoint,
  { parameter: name, index }: Parameter,
  { operator, operand }: Extract<Operation, { type: "Default" }>,
  value: Value,
): Value {
  const other = single(expandOne(point, operand));
  const isUnset = isNothing(value) || (isUnknown(value) && getVariable(point.state, name) === undefined);
  if (operator.endsWith("+")) return isNothing(value) ? value : other;
  if (operator.endsWith("?") || !isUnset) return value;
  if (operator.endsWith("=") && index === undefined && /^[A-Za-z_]\w*$/.test(name)) assignTo(point, name, other);
  return other;
}

/** Nothing is known of it, not even that there is something. */
const isUnknown = (value: Value): boolean => value === UNKNOWN || value === MANY;

/** An empty text, or no arguments and no elements. */
const isNothing = (value: Value): boolean =>
  value.kind === "text" ? value.text === "" : value.kind === "list" && value.items.every(isNothing);

function change(value: Value, by: (held: string) => string | undefined): Value {
  const changed = value.kind === "text" ? by(value.text) : undefined;
  return changed === undefined ? UNKNOWN : text(changed);
}

/** Patterns stay as they are written, but for what is put in place in them. */
const textOf = (point: ScriptPoint, word: Word): string | undefined => {
  const value = expandOne(point, word);
  if (word.parts === undefined) return /["']/.test(word.text) ? word.value : word.text;
  return value.kind === "text" || value.kind === "glob" ? value.text : undefined;
};

function numberIn(point: ScriptPoint, word: Word | undefined): number | undefined {
  if (word === undefined) return undefined;
  const value = expandOne(point, word);
  const held = value.kind === "text" ? getNumber(point, value.text.trim()) : "";
  return /^-?\d+$/.test(held) ? Number(held) : undefined;
}
