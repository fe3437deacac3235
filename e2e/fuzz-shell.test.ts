import { expect, test } from "vitest";
import { fuzz, MOST_UNREAD } from "./fuzz-shell.ts";

test("bash runs nothing the core's reader did not see, and little the watch did not, in a slice of random scripts", () => {
  const outcome = fuzz(1, 500);
  expect(outcome.misses).toEqual([]);
  expect(outcome.plain).toBeGreaterThan(50);
  expect(outcome.ran).toBeGreaterThan(1_000);
  expect(outcome.opaque).toBeLessThan(450);
  expect(outcome.unread.length).toBeLessThanOrEqual((500 * MOST_UNREAD) / 100);
});
