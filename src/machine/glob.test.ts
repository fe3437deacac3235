/** A pattern of nothing but stars and letters is matched by its parts: exactly what its units, one by one, would match. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { segmentMatcher } from "./glob.ts";

/** The same pattern, written so that it is not taken for one of stars and letters alone. */
const byUnits = (pattern: string): string => pattern.replace(/[^*]/g, (letter) => `\\${letter}`);

test.each<[string, string, boolean]>([
  ["*.key", "a.key", true],
  ["*.key", ".key", true],
  ["*.key", "a.keys", false],
  ["*key*.pem", "my-key-2.pem", true],
  ["*key*.pem", "key.pe", false],
  ["*key*.pem", "x.pem", false],
  [".env.*.local", ".env.local", false],
  [".env.*.local", ".env..local", true],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["ab*ba", "aba", false],
  ["*aba*aba*", "ababa", false],
  ["*aba*aba*", "abaaba", true],
  ["*", "", true],
  ["**", "é\u{1f600}", true],
])("%s and %j: %j", (pattern, name, expected) => {
  expect(segmentMatcher(pattern)(name)).toBe(expected);
  expect(segmentMatcher(byUnits(pattern))(name)).toBe(expected);
});

test("whatever the pattern and the name", () => {
  const pattern = fc.string({ unit: fc.constantFrom(..."ab.]*"), minLength: 1, maxLength: 8 });
  const name = fc.string({ unit: fc.constantFrom(..."ab.]*", "é", "\u{1f600}"), maxLength: 10 });
  fc.assert(
    fc.property(pattern, name, (one, other) => {
      expect(segmentMatcher(one)(other)).toBe(segmentMatcher(byUnits(one))(other));
    }),
    { numRuns: 2_000 },
  );
});
