/** Power losses at random moments, on a disk that keeps only what was synced; each seed is a history of several. */
import { expect, test } from "vitest";
import { losePowerAgain } from "../../testing/powerloss.ts";
import { scratchState } from "../../testing/scratch.ts";

const SEEDS = Array.from({ length: 100 }, (_, n) => n + 1);
const LOSSES = 4;
let told = 0;

test.each(SEEDS)("seed %i: no session refused or called damaged, nothing lost that was told", async (seed) => {
  const { gone, refused, damaged, returned } = await losePowerAgain({ stateDir: scratchState(), seed, losses: LOSSES });
  expect({ gone, refused, damaged }).toEqual({ gone: [], refused: [], damaged: [] });
  told += returned;
});

test("there was something to lose", () => expect(told).toBeGreaterThan(SEEDS.length));
