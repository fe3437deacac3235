import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { eachTurn } from "./kept.ts";

test("one look for all that comes in one turn of the event loop, a new one for the next", async () => {
  let looks = 0;
  const look = eachTurn(() => ++looks);
  expect([look(), look()]).toEqual([1, 1]);
  await Promise.resolve();
  expect(look()).toBe(1);
  await nextTurn();
  expect([look(), look()]).toEqual([2, 2]);
});

test("a look that throws is not kept", () => {
  let broken = true;
  const look = eachTurn(() => {
    if (broken) throw new Error("no");
    return "there";
  });
  expect(look).toThrow("no");
  broken = false;
  expect(look()).toBe("there");
});
