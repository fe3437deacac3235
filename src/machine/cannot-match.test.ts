import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cannotMatch } from "./cannot-match.ts";

const ENV = "API_KEY=abc123\nDATABASE_URL=postgres://u:p@db/x\n";

describe("a search that surely finds nothing in a text", () => {
  test.each([
    "useState",
    "useState(",
    "foo|bar",
    "foo\\|bar",
    "(foo|bar)Baz",
    "import .* from ['\"]react",
    "func \\w+Handler",
    "process\\.env",
    "TODO|FIXME",
    "[A-Z]+_HANDLER",
    "xy?zz",
  ])("%s", (pattern) => {
    expect(cannotMatch({ patterns: [pattern], fixed: false }, ENV)).toBe(true);
  });

  test.each([
    "api_key",
    "foo|key",
    "foo\\|key",
    "foo\nkey",
    ".*",
    "",
    "K?E?Y?",
    "x*",
    "(foo)?",
    "(foo)*KEY",
    "(foo|bar){0}",
    "(?i)zzz",
    "(?!zzz)",
    "\\x41PI",
    "[^x]",
    "[[:alpha:]]",
    "z{0}",
    "z\\{0,1\\}",
    "\\Qzzz",
    "f\\?API",
  ])("%s may be there", (pattern) => {
    expect(cannotMatch({ patterns: [pattern], fixed: false }, ENV)).toBe(false);
  });

  test("each of several patterns has to be missing", () => {
    expect(cannotMatch({ patterns: ["foo", "KEY"], fixed: false }, ENV)).toBe(false);
    expect(cannotMatch({ patterns: [], fixed: false }, ENV)).toBe(false);
    expect(cannotMatch({ patterns: ["+".repeat(300_000)], fixed: false }, ENV)).toBe(false);
    expect(cannotMatch({ patterns: ["a|b"], fixed: true }, ENV)).toBe(true);
    expect(cannotMatch({ patterns: ["foo\nKEY"], fixed: true }, ENV)).toBe(false);
    expect(cannotMatch({ patterns: ["foo"], fixed: true }, "f\u00f6o")).toBe(false);
    for (const letter of ["\u017f", "\u0131", "\u0130", "\u212a", "\u00df", "\u2126", "\u1e9e", "\ufb01"])
      expect(cannotMatch({ patterns: [`zz${letter}`], fixed: true }, ENV)).toBe(false);
  });

  test("grep finds nothing where it is said to, in any of its languages", () => {
    const part = fc.constantFrom(
      ..."a b ab A | \\| ( ) \\( \\) (?: ? \\? * + \\+ {0} {0,1} \\{0\\} {2} . ^ $ \\b \\w \\s [ab] [^a] [] - _ \\. \\n [[:alpha:]]".split(
        " ",
      ),
    );
    const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "B", "c", "_", " ", ".", "(", "\n"), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), text, (parts, input) => {
        const pattern = parts.join("");
        if (!cannotMatch({ patterns: [pattern], fixed: false }, input)) return;
        for (const language of ["-G", "-E", "-P"]) {
          const { status } = spawnSync("grep", [language, "-i", "-e", pattern], { input, timeout: 5_000 });
          expect({ pattern, input, language, found: status === 0 }).toEqual({ pattern, input, language, found: false });
        }
      }),
      { numRuns: 400 },
    );
  }, 120_000);
});
