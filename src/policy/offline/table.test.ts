import { describe, expect, test } from "vitest";
import { TOPICS } from "../topics/index.ts";
import { decide, firstMatch, sceneOf, TABLE } from "./index.ts";
import { isHard, LABELS } from "./labels.ts";
import type { Example, Row } from "./row.ts";
import { callOf } from "./testing.ts";

const shown = (example: Example): string => (typeof example === "string" ? example : JSON.stringify(example));
const rows = TABLE.map((row, index): [string, Row] => [`${row.label} ${index + 1}: ${row.would}`, row]);

test("the labels are the rulebook's, with what clears them", () => {
  expect(LABELS).toEqual(Object.fromEntries(TOPICS.map(({ label, clearsWhen }) => [label, clearsWhen])));
});

describe.each(rows)("%s", (_, row) => {
  test("brings examples", () => {
    expect(row.match.length + row.notMatch.length).toBeGreaterThanOrEqual(2);
    expect(row.would).not.toMatch(/instead|try |unless|\.$/);
  });
  test.each(row.match.map((example): [string, Example] => [shown(example), example]))("is: %s", (__, example) => {
    expect(firstMatch(row, sceneOf(callOf(example)))).toBeDefined();
    const draft = decide(callOf(example));
    expect(draft).toMatchObject({ behavior: draft.hard === true ? "deny" : "ask", by: "offline" });
    if (isHard(row.label)) expect(draft.hard).toBe(true);
  });
  test.each(row.notMatch.map((example): [string, Example] => [shown(example), example]))(
    "is not: %s",
    (__, example) => {
      expect(firstMatch(row, sceneOf(callOf(example)))).toBeUndefined();
    },
  );
});
