/** A key that stands twice is found wherever it stands, and nothing else is. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blankComments, keyTwice, lossyPart, parseStrictJson } from "./strict-json.ts";

describe("keys that stand twice", () => {
  test.each([
    ['{"a":1,"b":{"a":1}}', undefined],
    ['{"a":1,"a":2}', "a"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"x":[{"a":1},{"a":1}]}', undefined],
    ['{"x":[{"a":1,"b":2,"a":3}]}', "a"],
    ['{"a":"\\"a\\":1,\\"a\\":2"}', undefined],
    ['{"a":"x,\\\\","a":1}', "a"],
    ['{"a":["a","a"],"b":"a"}', undefined],
    ['{"a":{},"b":[],"a":0}', "a"],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"":1,"":2}', ""],
    ['{"Path":1,"path":2}', undefined],
  ])("%s: %s", (json, twice) => {
    expect(keyTwice(json)).toBe(twice);
    expect(parseStrictJson(json).ok).toBe(twice === undefined);
  });

  test("what JSON.stringify writes never has one", () => {
    const names = fc.constantFrom("a", "b", "cd", "\\", '"', "{");
    const value = fc.letrec((tie) => ({
      any: fc.oneof(fc.string(), fc.array(tie("any")), fc.dictionary(names, tie("any"))),
    })).any;
    fc.assert(fc.property(value, (one) => keyTwice(JSON.stringify(one)) === undefined));
  });

  test.each([
    ['{"a":1,"a":2}', /^has the key "a" twice in one object/],
    ['{"a":1', /^is not valid JSON: /],
    ['{\n"a":1\n"b":2}\n', /^is not valid JSON in line 3: /],
    ['{\n"a":1,\n', /^is not valid JSON in line 3: /],
  ])("%s is refused by name", (text, why) => {
    expect(parseStrictJson(text)).toMatchObject({ ok: false, error: expect.stringMatching(why) });
  });
});

test("what is nested too deep to be written out is read all the same", () => {
  const [open, close] = ["[".repeat(200_000), "]".repeat(200_000)];
  expect(parseStrictJson(open + close).ok).toBe(true);
  expect(parseStrictJson(`${open}{"a":1,"a":2}${close}`).ok).toBe(false);
});

test.each([
  ['{"a":1} // end', '{"a":1}       '],
  ['{/* x\ny */"a":"// not /* this"}', '{    \n    "a":"// not /* this"}'],
  ['{"a":"\\"//"}//', '{"a":"\\"//"}  '],
  ["/* open", "       "],
  ['"open // string', '"open // string'],
])("comments of %j", (text, blank) => {
  expect(blankComments(text)).toBe(blank);
});

describe("what is another value once it was read and written", () => {
  test.each<[string, string | undefined]>([
    ['{"a":9007199254740993}', "9007199254740993"],
    ["[1,-1e400]", "-1e400"],
    ['"\\ud83d"', '"\\ud83d"'],
    [`[${"9".repeat(500)}]`, "9".repeat(500)],
    ['{"a":"9007199254740993","b":[0,-0,1.0,1.50,1e3,1E+2,0.1,1e23,1.7976931348623157e308,5e-324,0e999]}', undefined],
    ['["\\ud83d\\ude00","\\\\ud83d"]', undefined],
  ])("%s: %s", (json, part) => {
    expect(lossyPart(json)).toBe(part);
  });
  test("what JSON.stringify writes of whole characters never is", () => {
    fc.assert(fc.property(fc.jsonValue(), (one) => lossyPart(JSON.stringify(one)) === undefined));
  });
});
