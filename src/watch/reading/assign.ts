/** Assignments to variables of the shell. */
import type { Effect } from "../../contract/effect.ts";
import { isPowerful } from "../../machine/index.ts";
import type { Assigned } from "./command.ts";
import { expandOne, expandWord } from "./expand.ts";
import type { Assignment } from "./parse.ts";
import { type Point, valueFrom } from "./point.ts";
import { outlineOf, setVariable, textValue, UNKNOWN, type Value } from "./state.ts";
import { walkInside } from "./substituted.ts";

export interface Given {
  readonly name: string;
  readonly value: Value;
}

/** Expands the value; nothing is set yet. */
export function givenBy(point: Point, node: Assignment): Given {
  const { name, value, index, append } = node;
  if (index !== undefined) walkInside(point, index);
  if (value.type === "ArrayValue") {
    const items = value.elements.flatMap((element) => expandWord(point, element)).map(valueFrom);
    const isPlain = !value.elements.some(({ text }) => text.startsWith("["));
    return { name, value: isPlain && append !== true ? { kind: "list", items } : UNKNOWN };
  }
  const given = expandOne(point, value);
  const held = point.state.variables.get(name);
  if (index !== undefined || (append === true && held?.kind === "list")) return { name, value: UNKNOWN };
  return { name, value: append === true ? textValue(outlineOf(held ?? UNKNOWN) + outlineOf(given)) : given };
}

export const shown = ({ name, value }: Given): Assigned => ({ name, value: value.kind === "text" ? value.text : null });

/** Sets the variable. Answers what that changes for programs. */
export function assign(point: Point, given: Given): readonly Effect[] {
  const { name, value } = given;
  point.state = setVariable(point.state, name, value);
  if (name === "PATH" || name === "path") point.reading.pathChanged = true;
  return isPowerful(name) ? [{ do: "environment", name, value: shown(given).value, matters: true }] : [];
}
