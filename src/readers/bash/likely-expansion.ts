/** `${x…}` in a likely reading. */
import { assertNever } from "../../contract/result.ts";
import { assignTo } from "./assign.ts";
import { nameMeant } from "./attributes.ts";
import { expandOne } from "./expand.ts";
import type { Quoting } from "./fields.ts";
import { chooseValue } from "./likely.ts";
import { changeCase, removeMatch, replaceMatch, sliceText, transform } from "./operators.ts";
import { parameter } from "./parameters.ts";
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
  if (operation === undefined) return value;
  if (value.kind === "list")
    return { kind: "list", items: value.items.map((item) => operate(point, part, operation, item)) };
  return operate(point, part, operation, value);
}

/** `${!x_*}`: the names that begin so. */
function namesWith({ state }: ScriptPoint, start: string): Value {
  const names = [...state.variables.keys()].filter((name) => name.startsWith(start) && !name.includes("["));
  return names.length === 0 ? MANY : { kind: "list", items: names.map(text) };
}

function heldBy(point: ScriptPoint, { parameter: name, index, prefix }: Parameter, quoting: Quoting): Value {
  if (index?.text === "@" || index?.text === "*")
    return elementsOf(point, name, index.text === "*" && quoting === "quoted");
  const own = index === undefined ? parameter(point, name, quoting) : elementAt(point, name, index);
  if (prefix !== "!") return own;
  // The name that a reference stands for.
  if (nameMeant(point.state.attributes, name) !== name) return text(nameMeant(point.state.attributes, name));
  return own.kind === "text" && /^[A-Za-z_]\w*$/.test(own.text) ? parameter(point, own.text, quoting) : UNKNOWN;
}

/** The variable under which an element is kept that was given by itself. */
export const elementName = (name: string, key: string): string => `${name}[${key}]`;

function elementsOf(point: ScriptPoint, name: string, joined: boolean): Value {
  const whole = chooseValue(point, getVariable(point.state, name) ?? UNKNOWN);
  const given = [...point.state.variables].filter(
    ([other]) => other.startsWith(`${name}[`) && other.length > name.length + 2,
  );
  const items = [
    ...(whole.kind === "list" ? whole.items : whole.kind === "unknown" ? [] : [whole]),
    ...given.map(([, value]) => value),
  ];
  if (items.length === 0) return whole.kind === "list" ? whole : MANY;
  if (!joined) return { kind: "list", items };
  return text(items.map((item) => (item.kind === "text" ? item.text : "")).join(" "));
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
  const isUnset =
    value.kind === "text" ? value.text === "" : value === UNKNOWN && getVariable(point.state, name) === undefined;
  if (operator.endsWith("+")) return value.kind === "text" && isUnset ? value : other;
  if (operator.endsWith("?") || !isUnset) return value;
  if (operator.endsWith("=") && index === undefined && /^[A-Za-z_]\w*$/.test(name)) assignTo(point, name, other);
  return other;
}

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
