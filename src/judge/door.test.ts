/** What importing the judge's doors evaluates: little, and nothing that only a question to a model needs. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..");
const STATIC = /^(?:import|export)\s(?!type\b)[^;]*?from\s+"([^"]+)"/gm;

/** Files and packages behind a module, by imports that are not `import()` and not types alone. */
const reachable = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, what = ""] of readFileSync(join(source, file), "utf8").matchAll(STATIC)) {
    if (what.startsWith(".")) reachable(join(dirname(file), what), seen);
    else seen.add(what);
  }
  return seen;
};

const LATE = /^(?:judge\/(?:classifier|critique|facts|rulebook|prompts\/.*)|policy\/topics\/.*)\.ts$/;
const PACKAGE = /^(?!node:)(?!.*\.(?:ts|json)$)/;

test.each(["judge/index.ts", "judge/providers/index.ts"])("%s: no package, no prompt, no topic, no SDK", (door) => {
  expect([...reachable(door)].filter((what) => LATE.test(what) || PACKAGE.test(what))).toEqual([]);
});

test("the check sees what is imported when it is there", () => {
  const behind = reachable("judge/critique.ts");
  expect([...behind].some((what) => LATE.test(what) && what !== "judge/critique.ts")).toBe(true);
  expect(behind.has("zod/mini")).toBe(true);
});
