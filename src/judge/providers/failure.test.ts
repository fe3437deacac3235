import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { failureOfError } from "./failure.ts";

const absent = "@nobody/has-this";
const thrownBy = async (load: () => unknown): Promise<unknown> => {
  try {
    await load();
  } catch (error) {
    return error;
  }
  throw new Error("it was found");
};

test.each<[string, () => unknown]>([
  ["imported, as in the library", () => import(absent)],
  ["required, as in the programs", () => createRequire(import.meta.url)(absent)],
])("a part of the program that is gone, %s: what to do, in one line", async (_, load) => {
  const failure = failureOfError(await thrownBy(load), { now: 0 });
  expect(failure).toMatchObject({ failure: "bad_request" });
  expect(failure.detail).toMatch(
    /^Cannot find (?:package|module) .*: a part of this program is gone; install sallyport again$/,
  );
});
