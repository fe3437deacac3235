/** `test` and `[`: file tests look at names; `-v` evaluates a subscript, and so may a word that could become `-v`. */

import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { callPattern } from "../../machine/index.ts";
import { expandOne } from "./expand.ts";
import { isLikely } from "./likely.ts";
import { arithmeticWord } from "./parameters.ts";
import type { TestExpression } from "./parse.ts";
import { opaque, type ScriptPoint } from "./reader.ts";
import { setVariable, text, type Value } from "./state.ts";
import { targetOf } from "./target.ts";

const UNARY = /^-[a-zA-Z]$/;
const FILE_TESTS = /^-[abcdefghkprsuwxGLNOS]$/;
/** Words between tests; the last two alone with one more are file tests. */
const JOINS = /^(?:!|\(|\)|-a|-o)$/;
const BINARY = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function testEffects(point: ScriptPoint, words: readonly KnownWord[]): readonly Effect[] {
  const effects: Effect[] = [];
  if (words.some((word) => word.splits)) {
    risk(point);
    return effects;
  }
  const testing: Testing = { point, words, effects };
  for (let i = 0; i < words.length; ) i += testAt(testing, i);
  return effects;
}

interface Testing {
  readonly point: ScriptPoint;
  readonly words: readonly KnownWord[];
  readonly effects: Effect[];
}

const risk = (point: ScriptPoint, at: number | null = null): void =>
  opaque(point, "a test that could evaluate a subscript", at);

/** One test, or a word that joins two. Answers how many words it takes. */
function testAt(testing: Testing, i: number): number {
  const { point, words, effects } = testing;
  const [word, after, other] = words.slice(i, i + 3);
  const value = word?.value ?? null;
  const next = after?.value ?? null;
  if (value !== null && JOINS.test(value)) {
    if (value.startsWith("-") && i === 0 && words.length === 2) look(point, after, effects);
    return 1;
  }
  if (next !== null && BINARY.test(next)) {
    if (/^-(?:nt|ot|ef)$/.test(next)) for (const side of [word, other]) look(point, side, effects);
    return 3;
  }
  if (value !== null && UNARY.test(value) && after !== undefined) {
    testOne(testing, value, after);
    return 2;
  }
  const ends = after === undefined || next === "-a" || next === "-o" || next === ")";
  if (!ends && (value === null || next === null)) risk(point);
  return 1;
}

function testOne({ point, effects }: Testing, operator: string, operand: KnownWord): void {
  if (/^-[vR]$/.test(operator) && !IDENTIFIER.test(operand.value ?? "")) risk(point);
  if (operator === "-t" && !/^\d+$/.test(operand.value ?? "")) risk(point);
  if (FILE_TESTS.test(operator)) look(point, operand, effects);
}

export function look(point: ScriptPoint, word: KnownWord | undefined, effects: Effect[]): void {
  if (word === undefined) return;
  for (const dir of point.state.dirs) {
    effects.push({
      do: "read",
      target: targetOf(word, dir, point.reader.context.world),
      recursive: false,
      content: false,
    });
  }
}

/** `[[ … ]]`: `-v` and the arithmetic comparisons evaluate what they are given. */
export function testExpression(point: ScriptPoint, node: TestExpression, effects: Effect[]): void {
  switch (node.type) {
    case "TestLogical":
      for (const operand of node.operands) testExpression(point, operand, effects);
      return;
    case "TestNot":
      testExpression(point, node.operand, effects);
      return;
    case "TestGroup":
      testExpression(point, node.expression, effects);
      return;
    case "TestUnary":
      testUnary(point, node, effects);
      return;
    case "TestBinary":
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) {
        arithmeticWord(point, node.left);
        arithmeticWord(point, node.right);
      } else {
        const [left, right] = [expandOne(point, node.left), expandOne(point, node.right)];
        if (node.operator === "=~" && isLikely(point)) keepMatch(point, left, right);
      }
  }
}

const MAX_MATCHED = 2_000;

/** `[[ text =~ pattern ]]` leaves what it matched in an array. */
function keepMatch(point: ScriptPoint, left: Value, right: Value): void {
  if (left.kind !== "text" || (right.kind !== "text" && right.kind !== "glob") || left.text.length > MAX_MATCHED)
    return;
  const matched = matchIn(left.text, right.text);
  if (matched !== null)
    point.state = setVariable(point.state, "BASH_REMATCH", {
      kind: "list",
      items: matched.map((one) => text(one ?? "")),
    });
}

/** Null where it does not match, or is no pattern that can be tried here. */
const matchIn = (held: string, pattern: string): readonly (string | undefined)[] | null =>
  callPattern(pattern, "s", held.length)?.exec(held) ?? null;

function testUnary(
  point: ScriptPoint,
  { operator, operand, pos }: Extract<TestExpression, { readonly type: "TestUnary" }>,
  effects: Effect[],
): void {
  const expanded = expandOne(point, operand);
  const value = expanded.kind === "text" ? expanded.text : null;
  if (/^-[vR]$/.test(operator)) {
    if (value === null || !IDENTIFIER.test(value)) risk(point, pos);
  } else if (operator === "-t" && !/^\d+$/.test(value ?? "")) opaque(point, "a test that zsh evaluates", pos);
  else if (FILE_TESTS.test(operator))
    look(point, { value, text: operand.text, glob: false, splits: false, prefix: "" }, effects);
}
