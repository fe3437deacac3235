/**
 * Arithmetic evaluates names again and again: a variable that holds `a[$(cmd)]` runs a command. So every name in it
 * must be known to hold a number, or the command is opaque.
 */
import { assignUnseen } from "./assign.ts";
import { expandPart } from "./expand.ts";
import type { ArithmeticExpression } from "./parse.ts";
import { opaque, type Scene } from "./reader.ts";
import { getVariable, isNumber, NUMBER, type Value } from "./state.ts";

const NAME = /[A-Za-z_][A-Za-z0-9_]*/g;
const PLAIN = /^[A-Za-z0-9_\s+\-*/%()<>=!&|^~?:,#@.]*$/;
const MAX_HOPS = 4;

/** The value is some number; 42 where it is that simple. */
export function arithmetic(scene: Scene, expression: ArithmeticExpression | undefined): Value {
  if (expression === undefined) return NUMBER;
  switch (expression.type) {
    case "ArithmeticBinary": {
      const assigns = /^(?:[-+*/%&|^]|<<|>>)?=$/.test(expression.operator) && expression.operator !== "==";
      if (!assigns || expression.operator !== "=") arithmetic(scene, expression.left);
      else subscriptOf(scene, expression.left);
      const right = arithmetic(scene, expression.right);
      if (assigns) assign(scene, expression.left);
      return right.kind === "text" && expression.operator === "=" ? right : NUMBER;
    }
    case "ArithmeticUnary":
      arithmetic(scene, expression.operand);
      if (expression.operator === "++" || expression.operator === "--") assign(scene, expression.operand);
      return NUMBER;
    case "ArithmeticTernary":
      arithmetic(scene, expression.test);
      arithmetic(scene, expression.consequent);
      arithmetic(scene, expression.alternate);
      return NUMBER;
    case "ArithmeticGroup":
      return arithmetic(scene, expression.expression);
    case "ArithmeticCommandExpansion":
      opaque(scene, "code inside arithmetic", expression.pos);
      return NUMBER;
    case "ArithmeticWord": {
      if (expression.parts === undefined) return arithmeticText(scene, expression.value);
      let written = "";
      for (const part of expression.parts) {
        const value = expandPart(scene, part);
        if (value.kind === "number") written += "0";
        else if (value.kind === "text") written += value.text;
        else opaque(scene, "arithmetic on a value that is not known", expression.pos);
      }
      return arithmeticText(scene, written);
    }
  }
}

/** Text that is evaluated: a word of an expression, an operand of `-eq`, an argument of `let`, a subscript. */
export function arithmeticText(scene: Scene, written: string): Value {
  evaluates(scene, written, 0);
  return /^-?\d{1,15}$/.test(written.trim()) ? { kind: "text", text: written.trim() } : NUMBER;
}

function evaluates(scene: Scene, written: string, hops: number): void {
  if (/^\s*-?\d*\s*$/.test(written)) return;
  const bare = written.replace(/\[(\s*[A-Za-z0-9_+\-*/%\s]*)\]/g, "+($1)");
  if (hops > MAX_HOPS || !PLAIN.test(bare)) {
    opaque(scene, "arithmetic that could run code");
    return;
  }
  for (const name of bare.replace(/\b0[xX][0-9a-fA-F]+|\b\d+#[0-9a-zA-Z@_]+/g, "0").match(NAME) ?? []) {
    const value = getVariable(scene.state, name) ?? special(name);
    if (value === undefined || value.kind === "unknown" || value.kind === "glob" || value.kind === "list") {
      opaque(scene, `arithmetic on ${name}, whose value is not known`);
    } else if (value.kind === "text" && !isNumber(value)) evaluates(scene, value.text, hops + 1);
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

function subscriptOf(scene: Scene, left: ArithmeticExpression): void {
  if (left.type !== "ArithmeticWord" || left.parts !== undefined) arithmetic(scene, left);
  else if (left.value.includes("["))
    arithmeticText(scene, left.value.slice(left.value.indexOf("[") + 1).replace(/\]\s*$/, ""));
}

function assign(scene: Scene, left: ArithmeticExpression): void {
  if (left.type !== "ArithmeticWord") return;
  const name = /^\s*([A-Za-z_][A-Za-z0-9_]*)/.exec(left.value)?.[1];
  if (name === undefined) opaque(scene, "arithmetic that assigns to an unknown name");
  else assignUnseen(scene, name, left.value.includes("[") ? { kind: "unknown" } : NUMBER);
}
