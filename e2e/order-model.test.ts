/** The order against its second model, in small: `npm run order` is the whole. */
import { expect, test } from "vitest";
import { compare } from "./order-model/compare.ts";
import { UNREAL } from "./order-model/draw.ts";
import { FAULTS } from "./order-model/faults.ts";
import { nameOf, PAIRS, wishesFor } from "./order-model/pairs.ts";
import { plant, runPlanted } from "./planted.ts";

test("gate and model say the same, and each pair of steps is met", async () => {
  const { differences, pairs, situations } = await compare({ count: 1_000, seed: 1, least: 1, most: 10 });
  expect(differences).toEqual([]);
  expect(situations).toBeGreaterThanOrEqual(1_000);
  const open = PAIRS.filter((pair) => typeof wishesFor(pair) !== "string").map(nameOf);
  expect(open.filter((name) => (pairs.get(name) ?? 0) < 1)).toEqual([]);
  expect(UNREAL.length).toBeLessThanOrEqual(20);
});

test("a planted fault is found, and the same program without one finds nothing", async () => {
  const [fault] = FAULTS;
  if (fault === undefined) throw new Error("there is no fault");
  const program = "e2e/order-model/planted.ts";
  expect(await runPlanted(program, fault, ["20000", "1"])).toEqual({
    status: 1,
    output: expect.stringMatching(/^differs /),
  });
  expect(await runPlanted(program, { ...fault, put: fault.find }, ["1000", "1"])).toMatchObject({ status: 0 });
});

test("a fault whose text is not there, or there twice, is none", () => {
  const fault = { name: "x", file: "f", find: "a", put: "b" };
  expect(plant("-a-", fault)).toBe("-b-");
  for (const text of ["", "aa"]) expect(() => plant(text, fault)).toThrow("x: its text stands");
});
