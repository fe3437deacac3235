/**
 * The end of a test run says how many tests of the walls did not run here, and what would let them. `scripts/test.mjs` is told
 * the counts in the file it names.
 */
import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { adviseInstall } from "../contain/standing/advice.ts";

/** As `insideWalls` of `src/contain/testing.ts` begins. */
const INSIDE = "inside walls";

export const closingReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => isOfWalls(test) && stateOf(test) === "skipped").length;
    if (skipped > 0) process.stdout.write(`\n${describeSkipped(skipped)}\n`);
    const file = process.env.SALLYPORT_TEST_COUNTS ?? "";
    if (file !== "") writeFileSync(file, JSON.stringify(countStates(tests)));
  },
};

const stateOf = (test: TestCase): string => test.result().state;
const isOfWalls = (test: TestCase): boolean => test.fullName.includes(INSIDE);

function countStates(tests: readonly TestCase[]): Readonly<Record<"passed" | "failed" | "skipped", number>> {
  const count = (state: string): number => tests.filter((test) => stateOf(test) === state).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

const describeSkipped = (count: number): string => {
  const command = adviseInstall().replace("sallyport doctor --full", "SALLYPORT_WALLS=required npm test");
  return `${count} tests of the walls did not run on this machine. To run them: ${command}`;
};
