/** `$x`, `${x…}`: what the text itself assigned, `$HOME`, the directory, arguments. Everything else is not known. */
import { soundsSecret } from "../../machine/index.ts";
import type { WordPart } from "./parse.ts";
import type { Point } from "./point.ts";
import { MANY, outlineOf, textValue, UNKNOWN, type Value } from "./state.ts";
import { walkInside } from "./substituted.ts";

type Parameter = Extract<WordPart, { readonly type: "ParameterExpansion" }>;

/** `$name`, `$1`, `$@`, `$?`. */
export function parameter(point: Point, name: string, quoted: boolean): Value {
  if (/^(?:[1-9]\d*|[@*])$/.test(name)) return argument(point, name, quoted);
  const held = point.state.variables.get(name) ?? fromShell(point, name);
  if (held !== undefined) return held.kind === "list" ? (held.items[0] ?? textValue("")) : held;
  if (soundsSecret(name)) point.reading.secrets.push(name);
  return UNKNOWN;
}

function argument({ state }: Point, name: string, quoted: boolean): Value {
  const { args } = state;
  if (args === null) return name === "@" ? MANY : UNKNOWN;
  if (name !== "@" && name !== "*") return args[Number(name) - 1] ?? textValue("");
  return name === "@" || !quoted ? { kind: "list", items: args } : textValue(args.map(outlineOf).join(" "));
}

/** The few variables whose value every start of a shell settles. */
function fromShell({ reading, state }: Point, name: string): Value | undefined {
  if (name === "HOME") return textValue(reading.context.world.home);
  if (name !== "PWD") return undefined;
  return state.cwd.certainty === "exact" ? textValue(state.cwd.path) : UNKNOWN;
}

export function parameterExpansion(point: Point, part: Parameter, quoted: boolean): Value {
  const { parameter: name, index, operation, prefix } = part;
  walkInside(point, part);
  const said = point.reading.secrets.length;
  const value = index === undefined ? parameter(point, name, quoted) : elementOf(point, name, index.text);
  // Its length, or whether it is set, is not the secret.
  const isHidden = prefix === "#" || (operation?.type === "Default" && operation.operator.endsWith("+"));
  if (isHidden) point.reading.secrets.length = said;
  if (prefix !== undefined) return UNKNOWN;
  if (operation === undefined) return value;
  const isDefault = operation.type === "Default" && /^:?[-=?]$/.test(operation.operator);
  return isDefault && value.kind !== "unknown" && outlineOf(value) !== "" ? value : UNKNOWN;
}

function elementOf({ state }: Point, name: string, index: string): Value {
  const held = state.variables.get(name);
  const isWhole = index === "@" || index === "*";
  if (held?.kind !== "list") return isWhole ? MANY : UNKNOWN;
  return isWhole ? held : (held.items[/^\d+$/.test(index) ? Number(index) : -1] ?? UNKNOWN);
}
