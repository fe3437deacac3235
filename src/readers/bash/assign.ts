/** Assignments to shell variables, and what a few of them mean for the shell itself. */
import { arithmeticText } from "./arithmetic.ts";
import { isPowerful, SHELL_INTEGERS, SHELL_RUNS, SHELL_TABLES } from "./environment.ts";
import { expandOne, expandWord } from "./expand.ts";
import { subscript } from "./parameters.ts";
import type { Assignment } from "./parse.ts";
import { asValue, opaque, type Scene } from "./reader.ts";
import { getVariable, isNumber, setVariable, UNKNOWN, type Value } from "./state.ts";

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
  if ((node.index !== undefined || node.value.type === "ArrayValue") && SHELL_TABLES.has(node.name))
    opaque(scene, `${node.name} gives names another meaning in zsh`);
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
        if (!/^\[[\w\s"'./:-]*\]\+?=/.test(element.text) || evaluatesMore(scene, element.text))
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
  // A plain sh does not know `+=`.
  return node.append === true ? UNKNOWN : value;
}

/** Names in a subscript are evaluated, and what they hold in turn. */
const evaluatesMore = (scene: Scene, element: string): boolean =>
  (/^\[[^\]]*/.exec(element)?.[0].match(/[A-Za-z_]\w*/g) ?? []).some((name) => {
    const held = getVariable(scene.state, name);
    return held !== undefined && !isNumber(held);
  });

/** The same where no effect can be noted: a name that changes what programs do is opaque. */
export function assignUnseen(scene: Scene, name: string, value: Value): void {
  for (const powerful of assignTo(scene, name, value)) opaque(scene, `${powerful} gets a value in passing`);
}

/** Sets a variable of the shell. Answers the names that change what programs do. */
export function assignTo(scene: Scene, name: string, value: Value): readonly string[] {
  scene.state = setVariable(scene.state, name, value);
  evaluateInteger(scene, name, value);
  return changed(scene, name);
}

/** What a name means to the shell itself, whatever it is given. Answers as `assignTo`. */
export function changed(scene: Scene, name: string): readonly string[] {
  // To zsh `path` is PATH, and `argv` the arguments.
  if (name === "PATH" || name === "path") scene.state = { ...scene.state, pathChanged: true };
  if (name === "argv") scene.state = { ...scene.state, args: null };
  if (SHELL_RUNS.has(name) || name.startsWith("BASH_FUNC_")) opaque(scene, `${name} holds code the shell runs`);
  return isPowerful(name) ? [name] : [];
}

/** `RANDOM='a[$(cmd)]'` runs the command. */
export function evaluateInteger(scene: Scene, name: string, value: Value): void {
  if (!SHELL_INTEGERS.has(name) || value.kind === "number") return;
  if (value.kind === "text") arithmeticText(scene, value.text);
  else opaque(scene, `${name} evaluates a value that is not known`);
}
