/** Assignments to shell variables, and what a few of them mean for the shell itself. */
import { isPowerful, SHELL_RUNS } from "./environment.ts";
import { expandOne, expandWord } from "./expand.ts";
import { subscript } from "./parameters.ts";
import type { Assignment } from "./parse.ts";
import { asValue, opaque, type Scene } from "./reader.ts";
import { getVariable, setVariable, text, UNKNOWN, type Value } from "./state.ts";

/** One `name=value` as written, to be carried out when its turn comes. */
export interface Given {
  readonly name: string;
  readonly value: Value;
  /** Sets the variable; says which name changes what programs do, if it does. */
  readonly assign: (scene: Scene) => readonly string[];
  readonly shown: (scene: Scene) => string | null;
}

/** Expands the value now; `assign` sets it. */
export function givenBy(scene: Scene, node: Assignment): Given {
  if (node.index !== undefined) subscript(scene, node.name, node.index);
  const value = assigned(scene, node);
  return {
    name: node.name,
    value,
    assign: (at) => assignTo(at, node.name, value),
    shown: () => (value.kind === "text" ? value.text : null),
  };
}

function assigned(scene: Scene, node: Assignment): Value {
  if (node.value.type === "ArrayValue") {
    const items: Value[] = [];
    let plain = node.append !== true && node.index === undefined;
    for (const element of node.value.elements) {
      if (/^\[/.test(element.text)) {
        plain = false;
        if (!/^\[[\w\s"'./:-]*\]\+?=/.test(element.text))
          opaque(scene, "an array element whose place is not known", element.pos);
      }
      for (const word of expandWord(scene, element)) {
        if (word.splits) plain = false;
        items.push(asValue(word));
      }
    }
    return plain ? { kind: "list", items } : UNKNOWN;
  }
  const value = expandOne(scene, node.value, true);
  if (node.index !== undefined) return UNKNOWN;
  if (node.append !== true) return value;
  const before = getVariable(scene.state, node.name);
  return before?.kind === "text" && value.kind === "text" ? text(before.text + value.text) : UNKNOWN;
}

/** The same where no effect can be noted: a name that changes what programs do is opaque. */
export function assignUnseen(scene: Scene, name: string, value: Value): void {
  for (const powerful of assignTo(scene, name, value)) opaque(scene, `${powerful} gets a value in passing`);
}

/** Sets a variable of the shell. Answers the names that change what programs do. */
export function assignTo(scene: Scene, name: string, value: Value): readonly string[] {
  scene.state = setVariable(scene.state, name, value);
  if (name === "PATH") scene.state = { ...scene.state, pathChanged: true };
  if (SHELL_RUNS.has(name) || name.startsWith("BASH_FUNC_")) opaque(scene, `${name} holds code the shell runs`);
  return isPowerful(name) ? [name] : [];
}
