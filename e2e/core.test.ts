import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { programRows } from "../src/core/programs/rows.ts";

test("core.json in the package is what the code uses", () => {
  const published: unknown = JSON.parse(readFileSync(new URL("../dist/core.json", import.meta.url), "utf8"));
  expect(published).toEqual({ programs: Object.fromEntries(programRows()) });
  const { exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    exports: Record<string, unknown>;
  };
  expect(exports["./core.json"]).toBe("./dist/core.json");
});
