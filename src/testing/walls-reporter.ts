/** The end of a test run says how many tests of the walls did not run here, and what would let them. */
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { adviseInstall } from "../contain/advice.ts";

/** As `insideWalls` of `src/contain/testing.ts` begins. */
const INSIDE = "inside walls";

export const wallsReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]).filter(isOfWalls);
    const skipped = tests.filter((test) => test.result().state === "skipped").length;
    if (skipped > 0) process.stdout.write(`\n${describeSkipped(skipped)}\n`);
  },
};

const isOfWalls = (test: TestCase): boolean => test.fullName.includes(INSIDE);

const describeSkipped = (count: number): string => {
  const command = adviseInstall().replace("sallyport doctor --full", "SALLYPORT_WALLS=required npm test");
  return `${count} tests of the walls did not run on this machine. To run them: ${command}`;
};
