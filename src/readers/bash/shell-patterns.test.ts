/** Patterns in `${x…}`, bash as the referee. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { removeMatch, replaceMatch } from "./operators.ts";

const VALUES = ["puabsh", "xpush", "aab", "pu11sh", "a.b.c", "aaa", "/xxhome", "push--"];
const REMOVES = ["#", "##", "%", "%%"];
const REPLACES = ["/", "//", "/#", "/%"];

test.each([
  ...["+(a|b)", "*(a|b)", "?(x)", "@(a|ab)", "!(p)", "*(x)h", "!(a)b", "+(-)", "+([0-9])", "+(a|+(b))", "p!(x|y)"],
  ...["p*", "*h", "[a-c]", "[!a-c]", "[[:digit:]]", "*.", "?", "*", "a", "\\*"],
])("%s", (pattern) => {
  const asked = VALUES.flatMap((value) => [
    ...REMOVES.map((operator) => [value, operator, "", removeMatch(value, operator, pattern)] as const),
    ...REPLACES.map((operator) => {
      const made = replaceMatch(value, { operator, pattern, by: "-" });
      return [value, operator, "/-", made] as const;
    }),
  ]);
  const script = asked.map(([value, operator, by]) => `x='${value}'; printf '%s\\n' "\${x${operator}${pattern}${by}}"`);
  const said = execFileSync("bash", ["-O", "extglob", "-c", script.join("\n")], { encoding: "utf8" });
  expect(asked.map(([, , , made]) => made)).toEqual(said.split("\n").slice(0, -1));
});
