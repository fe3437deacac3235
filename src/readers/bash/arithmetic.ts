/**
 * Arithmetic evaluates names again and again: a variable that holds `a[$(cmd)]` runs a command. So every name in it
 * must be known to hold a number, or the command is opaque.
 */
import { assignUnseen } from "./assign.ts";
import { expandPart } from "./expand.ts";
import type { ArithmeticExpression } from "./parse.ts";
import { opaque, type ScriptPoint } from "./reader.ts";
import { getVariable, isNumber, NUMBER, type Value } from "./state.ts";

const NAME = /[A-Za-z_][A-Za-z0-9_]*/g;
const PLAIN = /^[A-Za-z0-9_\s+\-*/%()<>=!&|^~?:,#@.]*$/;
const MAX_HOPS = 4;

/** The value is some number; 42 where it is that simple. */
export function arithmetic(point: ScriptPoint, expression: ArithmeticExpression | undefined): Value {
  if (expression === undefined) return NUMBER;
  switch (expression.type) {
    case "ArithmeticBinary": {
      const assigns = /^(?:[-+*/%&|^]|<<|>>)?=$/.test(expression.operator) && expression.operator !== "==";
      if (!assigns || expression.operator !== "=") arithmetic(point, expression.left);
      else subscriptOf(point, expression.left);
      const right = arithmetic(point, expression.right);
      if (assigns) assign(point, expression.left);
      return right.kind === "text" && expression.operator === "=" ? right : NUMBER;
    }
    case "ArithmeticUnary":
      arithmetic(point, expression.operand);
      if (expression.operator === "++" || expression.operator === "--") assign(point, expression.operand);
      return NUMBER;
    case "ArithmeticTernary":
      arithmetic(point, expression.test);
      arithmetic(point, expression.consequent);
      arithmetic(point, expression.alternate);
      return NUMBER;
    case "ArithmeticGroup":
      return arithmetic(point, expression.expression);
    case "ArithmeticCommandExpansion":
      opaque(point, "code inside arithmetic", expression.pos);
      return NUMBER;
    case "ArithmeticWord": {
      if (expression.parts === undefined) return arithmeticText(point, expression.value);
      let written = "";
      for (const part of expression.parts) {
        const value = expandPart(point, part);
        if (value.kind === "number") written += "0";
        else if (value.kind === "text") written += value.text;
        else opaque(point, "arithmetic on a value that is not known", expression.pos);
      }
      return arithmeticText(point, written);
    }
  }
}

/** Text that is evaluated: a word of an expression, an operand of `-eq`, an argument of `let`, a subscript. */
export function arithmeticText(point: ScriptPoint, written: string): Value {
  evaluates(point, written, 0);
  return /^-?\d{1,15}$/.test(written.trim()) ? { kind: "text", text: written.trim() } : NUMBER;
}

function evaluates(point: ScriptPoint, written: string, hops: number): void {
  if (/^\s*-?\d*\s*$/.test(written)) return;
  const bare = written.replace(/\[(\s*[A-Za-z0-9_+\-*/%\s]*)\]/g, "+($1)");
  if (hops > MAX_HOPS || !PLAIN.test(bare)) {
    opaque(point, "arithmetic that could run code");
    return;
  }
  for (const name of bare.replace(/\b0[xX][0-9a-fA-F]+|\b\d+#[0-9a-zA-Z@_]+/g, "0").match(NAME) ?? []) {
    const value = getVariable(point.state, name) ?? special(name);
    if (value === undefined || value.kind === "unknown" || value.kind === "glob" || value.kind === "list") {
      opaque(point, `arithmetic on ${name}, whose value is not known`);
    } else if (value.kind === "text" && !isNumber(value)) evaluates(point, value.text, hops + 1);
  }
}

const NUMBERS = new Set([
  "RANDOM",
  "SRANDOM",
  "SECONDS",
  "LINENO",
  "UID",
  "EUID",
  "PPID",
  "BASHPID",
  "COLUMNS",
  "LINES",
  "SHLVL",
  "EPOCHSECONDS",
  "OPTIND",
]);

/** Variables the shell itself keeps as integers. */
export const special = (name: string): Value | undefined => (NUMBERS.has(name) ? NUMBER : undefined);

function subscriptOf(point: ScriptPoint, left: ArithmeticExpression): void {
  if (left.type !== "ArithmeticWord" || left.parts !== undefined) arithmetic(point, left);
  else if (left.value.includes("["))
    arithmeticText(point, left.value.slice(left.value.indexOf("[") + 1).replace(/\]\s*$/, ""));
}

function assign(point: ScriptPoint, left: ArithmeticExpression): void {
  if (left.type !== "ArithmeticWord") return;
  const name = /^\s*([A-Za-z_][A-Za-z0-9_]*)/.exec(left.value)?.[1];
  if (name === undefined) opaque(point, "arithmetic that assigns to an unknown name");
  else assignUnseen(point, name, left.value.includes("[") ? { kind: "unknown" } : NUMBER);
}
