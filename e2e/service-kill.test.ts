/** A slice of the long run (`npm run service-kill`): the service dies under load, and nothing that was returned is missing. */
import { expect, test } from "vitest";
import { killUnderLoad } from "./service/kill.ts";

test("kill -9 of the service under load", async () => {
  const load = { kills: 3, agents: 3, seed: 7 };
  const outcome = await killUnderLoad(load);
  expect(outcome).toMatchObject({ missing: [], twice: [], damage: null, inIndex: outcome.onRecord });
  expect(outcome.lost).toBeLessThanOrEqual(load.kills * load.agents);
  expect(outcome.alone).toBeGreaterThan(0);
  expect(outcome.returned).toBeGreaterThan(outcome.alone);
});
