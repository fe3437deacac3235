import { expect, test } from "vitest";
import { watchUse } from "./use.ts";

const MINUTE_MS = 60_000;

test.each<[string, readonly (readonly [atMinute: number, what: "own" | "foreign"])[], number, RegExp | undefined]>([
  ["began just now", [], 1, undefined],
  ["nobody came for half an hour", [], 30, /nobody has asked/],
  ["somebody did", [[20, "own"]], 49, undefined],
  ["and went", [[20, "own"]], 50, /nobody has asked/],
  [
    "another program's hooks ask, and ours did a moment ago",
    [
      [9, "own"],
      [9, "foreign"],
    ],
    9.5,
    undefined,
  ],
  [
    "and not for a minute",
    [
      [9, "own"],
      [9, "foreign"],
    ],
    10,
    /another program/,
  ],
  [
    "both ask",
    [
      [9, "foreign"],
      [10, "own"],
    ],
    20,
    undefined,
  ],
] as const)("%s", (_, came, atMinute, why) => {
  let now = 0;
  const use = watchUse({ now: () => now });
  for (const [minute, what] of came) {
    now = minute * MINUTE_MS;
    use[what]();
  }
  now = atMinute * MINUTE_MS;
  if (why === undefined) expect(use.whyOver()).toBeUndefined();
  else expect(use.whyOver()).toMatch(why);
});
