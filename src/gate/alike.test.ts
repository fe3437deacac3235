/** What was denied stays denied in another spelling, and what is another call is another call. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project, SAYS_YES, scripted } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

async function secondBy(first: string, second: string): Promise<string> {
  const gate = here.gate({ classifier: scripted(SAYS_YES), restore: null });
  expect((await gate.check(bash(first))).by).toBe("classifier");
  return (await gate.check(bash(second))).by;
}

describe("denied before", () => {
  test.each([
    ["npm publish", "npm  publish"],
    ["npm publish", "npm 'publish'"],
    ["npm publish", ' npm "pub"lish '],
    ["git push --force origin main", "git push origin main -f"],
    ["git push -f -u origin main", "git push -uf origin main"],
    ["git push -f origin main && npm publish", "git push --force origin main;npm publish"],
    ["npm publish", "npm publish # again"],
    ["npm publish", "n\\pm publish"],
  ])("%s: %s", async (first, second) => {
    expect(await secondBy(first, second)).toBe("deniedBefore");
  });

  test.each([
    ["npm publish", "npm publish --tag next"],
    ["git push -f origin main", "git push -f origin x"],
    ["git push -f origin main", "git push origin main"],
    ["scp a b.example:c", "scp b.example:c a"],
    ["npm publish", "npm publish > out"],
    ["npm publish", "A=1 npm publish"],
  ])("another call: %s: %s", async (first, second) => {
    expect(await secondBy(first, second)).not.toBe("deniedBefore");
  });
});
