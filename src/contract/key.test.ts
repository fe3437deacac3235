import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "./action.ts";
import { callKey, canonical } from "./key.ts";

const other: readonly (readonly [
  string,
  readonly [string, JsonObject, string],
  readonly [string, JsonObject, string],
])[] = [
  ["a number and its digits", ["Bash", { n: 1 }, "/"], ["Bash", { n: "1" }, "/"]],
  ["null and nothing", ["Bash", { n: null }, "/"], ["Bash", {}, "/"]],
  ["a list and its text", ["Bash", { n: ["a"] }, "/"], ["Bash", { n: '["a"]' }, "/"]],
  ["a list and an object", ["Bash", { n: [] }, "/"], ["Bash", { n: {} }, "/"]],
  ["a boundary moved", ["Bash", { a: "x", b: "y" }, "/"], ["Bash", { a: 'x","b":"y' }, "/"]],
  ["another directory", ["Bash", { a: "x" }, "/a"], ["Bash", { a: "x" }, "/b"]],
  ["another tool", ["Bash", { a: "x" }, "/a"], ["REPL", { a: "x" }, "/a"]],
  ["a space", ["Bash", { a: "x " }, "/a"], ["Bash", { a: "x" }, "/a"]],
  ["a lone surrogate and its replacement", ["Bash", { a: "\ud800" }, "/"], ["Bash", { a: "\ufffd" }, "/"]],
];
test.each(other)("%s is another call", (_name, a, b) => expect(callKey(...a)).not.toBe(callKey(...b)));

test("the order of fields is no difference", () => {
  expect(callKey("T", { a: 1, b: { c: 2, d: 3 } }, "/")).toBe(callKey("T", { b: { d: 3, c: 2 }, a: 1 }, "/"));
});
test("what JSON cannot say is refused, not folded into something else", () => {
  expect(() => canonical(Number.NaN)).toThrow(TypeError);
  expect(() => canonical(JSON.parse('{"a":1e999}'))).toThrow(TypeError);
});
test("equal text means equal value", () => {
  const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(JSON.parse(canonical(a))).toEqual(a);
      if (canonical(a) === canonical(b)) expect(a).toEqual(b);
    }),
  );
});
