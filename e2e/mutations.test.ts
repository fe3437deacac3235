import { expect, test } from "vitest";
import { ALL_BASES, BASES } from "./mutations/index.ts";
import { runMutations, stillRuns } from "./mutations/run.ts";

test("there are enough commands to mutate, and no fast path allows one as it stands", async () => {
  expect(ALL_BASES.length).toBeGreaterThanOrEqual(150);
  expect(Object.keys(BASES).length).toBeGreaterThanOrEqual(9);
  expect((await runMutations({ bases: ALL_BASES, seed: 1, more: 0, share: 0 })).plain).toEqual([]);
});

test("no mutation of a dangerous command is allowed, in a slice of them", async () => {
  const { cases, counts, allowed } = await runMutations({ bases: ALL_BASES, seed: 11, more: 10, share: 6 });
  expect(stillRuns(allowed)).toEqual([]);
  expect(cases).toBeGreaterThan(2_000);
  expect(counts.size).toBeGreaterThan(180);
}, 900_000);
