import { expect, test } from "vitest";
import { fuzz } from "./fuzz-shell.ts";

test("bash runs nothing the reader did not see, in a slice of random scripts", () => {
  const outcome = fuzz(1, 500);
  expect(outcome.misses).toEqual([]);
  expect(outcome.ran).toBeGreaterThan(1_000);
  expect(outcome.opaque).toBeLessThan(450);
});
