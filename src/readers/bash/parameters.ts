/** `$x`, `${x…}` and what may stand inside the braces. */
import { soundsSecret } from "../../machine/index.ts";
import { arithmeticText, special } from "./arithmetic.ts";
import { assignUnseen } from "./assign.ts";
import { nameMeant } from "./attributes.ts";
import { expandOne } from "./expand.ts";
import type { Quoting } from "./fields.ts";
import { chooseValue, isLikely, likelyVariable } from "./likely.ts";
import { likelyExpansion } from "./likely-expansion.ts";
import type { Word, WordPart } from "./parse.ts";
import { opaque, type ScriptPoint } from "./reader.ts";
import {
  getVariable,
  MANY,
  NUMBER,
  outlineOf,
  secretOf,
  single,
  text,
  UNKNOWN,
  unknownValue,
  type Value,
} from "./state.ts";

type Parameter = Extract<WordPart, { type: "ParameterExpansion" }>;
type Operation = NonNullable<Parameter["operation"]>;

/** `$name`, `$1`, `$@`, `$?`. Undefined variables are unknown: the environment may hold them. */
export function parameter(point: ScriptPoint, given: string, quoting: Quoting): Value {
  const name = nameMeant(point.state.attributes, given);
  if (/^[?#$!]$/.test(name)) return NUMBER;
  if (name === "-" || (name === "0" && !isLikely(point))) return UNKNOWN;
  if (/^(?:[1-9]\d*|[@*])$/.test(name)) return argument(point, name, quoting);
  const value = getVariable(point.state, name) ?? fromContext(point, name) ?? special(name);
  const secret = value === undefined ? (soundsSecret(name) ? name : undefined) : secretOf(value);
  if (secret !== undefined) point.reader.secrets.push(secret);
  if (value === undefined) return secret === undefined ? UNKNOWN : { kind: "unknown", secret };
  if (isLikely(point)) return firstOf(chooseValue(point, value));
  // The first item to bash, all of them to zsh.
  return value.kind === "list" ? MANY : value;
}

const firstOf = (value: Value): Value => (value.kind === "list" ? (value.items[0] ?? text("")) : value);

/** `$1`, `$@`, `$*`. */
function argument(point: ScriptPoint, name: string, quoting: Quoting): Value {
  const { state } = point;
  const args = state.unsteady && state.likely === undefined ? null : state.args;
  if (args === null) return name === "@" ? MANY : UNKNOWN;
  if (name !== "@" && name !== "*") return args[Number(name) - 1] ?? text("");
  if (name === "@" || quoting !== "quoted") return { kind: "list", items: args };
  return joinedByIfs(point, args);
}

/** `"$*"`, `"${a[*]}"`: one text, what stands first in `IFS` between its parts. */
export function joinedByIfs(point: ScriptPoint, items: readonly Value[]): Value {
  const ifs = getVariable(point.state, "IFS");
  if (ifs !== undefined && (ifs.kind !== "text" || !isLikely(point))) return UNKNOWN;
  const between = ifs === undefined ? " " : ifs.text.slice(0, 1);
  const texts = items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  if (texts.length === items.length) return text(texts.join(between));
  return isLikely(point) ? unknownValue({ outline: items.map(outlineOf).join(between) }) : UNKNOWN;
}

/** The few variables whose value every shell start settles. */
function fromContext(point: ScriptPoint, name: string): Value | undefined {
  const { world } = point.reader.context;
  if (name === "HOME") return text(world.home);
  if (name !== "PWD") return isLikely(point) ? likelyVariable(point, name) : undefined;
  const dir = point.state.dirs.length === 1 ? point.state.dirs[0] : undefined;
  return dir?.certainty === "exact" ? text(dir.path) : UNKNOWN;
}

export function parameterExpansion(point: ScriptPoint, part: Parameter, quoting: Quoting): Value {
  const { parameter: name, index, operation } = part;
  const whole = index !== undefined && (index.text === "@" || index.text === "*");
  if (index !== undefined && !whole) subscript(point, name, index);
  if (isLikely(point)) return likelyExpansion(point, part, quoting);
  if (part.prefix === "!") return indirect(point, part, whole);
  let value: Value;
  const secrets = point.reader.secrets.length;
  if (index === undefined) value = parameter(point, name, quoting);
  else {
    const held = getVariable(point.state, name);
    value = whole && held?.kind === "list" && index.text === "@" ? held : UNKNOWN;
  }
  // Its length, or whether it is set, is not the secret.
  if (part.prefix === "#" || (operation?.type === "Default" && operation.operator.endsWith("+")))
    point.reader.secrets.length = secrets;
  if (part.prefix === "#") return NUMBER;
  const many = whole || name === "@" || name === "*";
  if (operation === undefined) return value.kind === "unknown" && many ? MANY : value;
  const changed = applyOperation(point, part, operation, value);
  if (many && changed.kind !== "list") return MANY;
  // A part of a secret is one.
  const secret = operation.type === "Default" && operation.operator.endsWith("+") ? undefined : secretOf(value);
  return changed.kind === "unknown" && secret !== undefined ? { ...changed, secret } : changed;
}

function applyOperation(point: ScriptPoint, part: Parameter, operation: Operation, value: Value): Value {
  const { parameter: name, index } = part;
  switch (operation.type) {
    case "Default": {
      const before = point.state;
      const operand = expandOne(point, operation.operand);
      if (operation.operator.endsWith("=") && index === undefined) {
        if (!/^[A-Za-z_]/.test(name)) opaque(point, "an assignment to an unknown name", part.pos);
        else assignUnseen(point, name, UNKNOWN);
        return UNKNOWN;
      }
      if (operation.operator.includes("?") || value.kind !== "text" || before !== point.state) return UNKNOWN;
      const unset = value.text === "";
      if (unset && !operation.operator.startsWith(":")) return UNKNOWN;
      if (operation.operator.endsWith("+")) return unset ? value : single(operand);
      return unset ? single(operand) : value;
    }
    case "Slice": {
      for (const bound of [operation.offset, operation.length]) if (bound !== undefined) arithmeticWord(point, bound);
      return UNKNOWN;
    }
    case "Replace":
      expandOne(point, operation.pattern);
      expandOne(point, operation.replacement);
      return UNKNOWN;
    case "Remove":
    case "CaseModification":
      if (operation.operand !== undefined) expandOne(point, operation.operand);
      return UNKNOWN;
    case "Transform":
      if (/[PA]/.test(operation.operand.text)) opaque(point, "an expansion that reads a value as a prompt", part.pos);
      return UNKNOWN;
    case "Names":
      return UNKNOWN;
    case "Unknown":
      opaque(point, "an expansion bash does not know", part.pos);
      return UNKNOWN;
  }
}

/** `${!name}`: the value names another variable, whose subscript may run code. */
function indirect(point: ScriptPoint, part: Parameter, whole: boolean): Value {
  if (whole || part.operation?.type === "Names") return MANY;
  const held = parameter(point, part.parameter, "quoted");
  if (held.kind === "text" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(held.text) && part.operation === undefined) {
    return parameter(point, held.text, "quoted");
  }
  opaque(point, "an indirect variable whose name is not known", part.pos);
  return UNKNOWN;
}

/** A subscript is arithmetic unless the array is known to be one of names. */
export function subscript(point: ScriptPoint, name: string, index: Word): void {
  if (getVariable(point.state, `${name}[]`) !== undefined) {
    expandOne(point, index);
    return;
  }
  arithmeticWord(point, index);
}

/** A word that is evaluated as arithmetic after expansion. */
export function arithmeticWord(point: ScriptPoint, word: Word): void {
  const value = expandOne(point, word);
  if (value.kind === "text") arithmeticText(point, value.text);
  else if (value.kind !== "number") opaque(point, "arithmetic on a value that is not known", word.pos);
}
