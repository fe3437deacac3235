/** The referee finds what is planted, and nothing where nothing is. Needs bubblewrap, strace, bash and git. */
import { afterAll, expect, test } from "vitest";
import { buildBroken, plant } from "./broken.ts";
import * as core from "./core.ts";
import { FAULTS } from "./faults.ts";
import { NOISE } from "./noise.ts";
import { type CoreBuild, type Finding, makeCalls, openHouse, proveCalls, runAll, runTexts } from "./referee.ts";
import { textRuns } from "./texts.ts";

const house = openHouse(1, ({ name }) => name === "a repository with changes" || name === "at the top");
afterAll(house.close);

async function findingsIn(build: CoreBuild, row: string): Promise<readonly Finding[]> {
  const { calls } = makeCalls(build, house, { whole: false, seed: 1 });
  return runAll(
    proveCalls(
      build,
      house,
      calls.filter((call) => call.row === row),
    ),
    house,
  );
}
const faultCalled = (part: string) => {
  const found = FAULTS.find(({ name }) => name === part);
  if (found === undefined) throw new Error(part);
  return found;
};

test("nothing is found of a row that holds", async () => {
  expect(await findingsIn(core, "uniq")).toEqual([]);
});

test("an operand that the program writes", async () => {
  const found = await findingsIn(await buildBroken(faultCalled("a second operand that is written")), "uniq");
  expect(found.map(({ why }) => why[0])).toContain("C2 not told: @/me/code/app/made.txt");
});

test("a text that shells read otherwise", async () => {
  const build = await buildBroken(faultCalled("backticks inside double quotes"));
  const texts = textRuns(build, 1).filter(
    ({ text }) => core.readPlain(text, { home: "/", platform: "linux" }) === undefined,
  );
  expect((await runTexts(texts, house)).length).toBeGreaterThan(0);
});

test("each planted fault can still be planted", () => {
  expect(FAULTS.length).toBe(60);
  for (const fault of FAULTS) expect(plant(fault).size).toBeGreaterThan(0);
});

test("what is called noise is little, and each has its reason", () => {
  expect(NOISE.length).toBeLessThanOrEqual(20);
  expect(NOISE.filter(({ why }) => why.length < 20)).toEqual([]);
});
