/** Every way of recognising a topic brings calls that get its label, and near ones that it does not fit. */
import { describe, expect, test } from "vitest";
import { ACTS } from "../../contract/acts.ts";
import { type CallExample, findIn, isCondition, isPlace, list, type Recognition, viewCall } from "../offline/index.ts";
import { callOf } from "../offline/testing.ts";
import { decide, TOPICS, type Topic } from "./index.ts";

const shown = (example: CallExample): string => (typeof example === "string" ? example : JSON.stringify(example));
const named = (examples: readonly CallExample[]): readonly (readonly [string, CallExample])[] =>
  examples.map((example) => [shown(example), example]);
const ways = TOPICS.flatMap((topic) =>
  topic.recognise.map((way, index): [string, Recognition, Topic] => [
    `${topic.label} ${index + 1}: ${way.would}`,
    way,
    topic,
  ]),
);

describe.each(ways)("%s", (_, way, { label, hard, clearsWhen }) => {
  test("brings examples", () => {
    expect(way.match.length).toBeGreaterThanOrEqual(1);
    expect(way.notMatch.length).toBeGreaterThanOrEqual(1);
    expect(way.would).not.toMatch(/instead|try |unless|\.$/);
  });
  test.each(named(way.match))("is: %s", (__, example) => {
    const call = callOf(example);
    expect(findIn(viewCall(call), way)).toBeDefined();
    const draft = decide(call);
    expect(draft).toMatchObject({ behavior: hard ? "deny" : "ask", by: "offline", rule: label, clearsWhen });
    expect(draft.hard ?? false).toBe(hard);
  });
  test.each(named(way.notMatch))("is not: %s", (__, example) => {
    const call = callOf(example);
    expect(findIn(viewCall(call), way)).toBeUndefined();
    expect(decide(call).rule).not.toBe(label);
  });
});

const clues = ways.flatMap(([, { clue }]) => list(clue));
const allOf = <T>(facet: (clue: (typeof clues)[number]) => T | readonly T[] | undefined): readonly T[] =>
  clues.flatMap((clue) => facet(clue) ?? []);
test("a row names acts, places and conditions that there are", () => {
  expect([...allOf(({ act }) => act), ...allOf(({ notAct }) => notAct)].filter((act) => !(act in ACTS))).toEqual([]);
  expect([...allOf(({ at }) => at), ...allOf(({ notAt }) => notAt)].filter((place) => !isPlace(place))).toEqual([]);
  expect(allOf(({ is }) => is).filter((name) => !isCondition(name))).toEqual([]);
});
