/** `test` and `[`: file tests look at names; `-v` evaluates a subscript, and so may a word that could become `-v`. */
import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { expandOne } from "./expand.ts";
import { arithmeticWord } from "./parameters.ts";
import type { TestExpression } from "./parse.ts";
import { opaque, type ScriptPoint } from "./reader.ts";
import { targetOf } from "./target.ts";

const UNARY = /^-[a-zA-Z]$/;
const FILE_TESTS = /^-[abcdefghkprsuwxGLNOS]$/;
const BINARY = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function testEffects(point: ScriptPoint, words: readonly KnownWord[]): readonly Effect[] {
  const effects: Effect[] = [];
  const risky = (): void => opaque(point, "a test that could evaluate a subscript");
  if (words.some((word) => word.splits)) {
    risky();
    return effects;
  }
  const value = (i: number): string | null => words[i]?.value ?? null;
  let i = 0;
  while (i < words.length) {
    const word = words[i];
    if (word === undefined) break;
    if (word.value === "!" || word.value === "(" || word.value === ")" || word.value === "-a" || word.value === "-o") {
      if ((word.value === "-a" || word.value === "-o") && i === 0 && words.length === 2) look(point, words[1], effects);
      i += 1;
      continue;
    }
    const next = value(i + 1);
    if (next !== null && BINARY.test(next)) {
      if (/^-(?:nt|ot|ef)$/.test(next)) for (const side of [word, words[i + 2]]) look(point, side, effects);
      i += 3;
      continue;
    }
    if (word.value !== null && UNARY.test(word.value) && i + 1 < words.length) {
      const operand = words[i + 1];
      if (/^-[vR]$/.test(word.value) && !IDENTIFIER.test(operand?.value ?? "")) risky();
      if (word.value === "-t" && !/^\d+$/.test(operand?.value ?? "")) risky();
      if (FILE_TESTS.test(word.value)) look(point, operand, effects);
      i += 2;
      continue;
    }
    const ends = i + 1 >= words.length || next === "-a" || next === "-o" || next === ")";
    if (!ends && (word.value === null || next === null)) risky();
    i += 1;
  }
  return effects;
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
    case "TestUnary": {
      const value = expandOne(point, node.operand);
      const word: KnownWord = {
        value: value.kind === "text" ? value.text : null,
        text: node.operand.text,
        glob: false,
        splits: false,
        prefix: "",
      };
      if (/^-[vR]$/.test(node.operator)) {
        if (word.value === null || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(word.value))
          opaque(point, "a test that could evaluate a subscript", node.pos);
      } else if (node.operator === "-t" && !/^\d+$/.test(word.value ?? ""))
        opaque(point, "a test that zsh evaluates", node.pos);
      else if (/^-[abcdefghkprsuwxGLNOS]$/.test(node.operator)) look(point, word, effects);
      return;
    }
    case "TestBinary":
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) {
        arithmeticWord(point, node.left);
        arithmeticWord(point, node.right);
      } else {
        expandOne(point, node.left);
        expandOne(point, node.right);
      }
  }
}
