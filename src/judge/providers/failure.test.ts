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

test.each<[string, number, unknown, boolean]>([
  ["OpenAI's key", 401, { message: "Incorrect API key", type: "invalid_request_error", code: "invalid_api_key" }, true],
  ["OpenAI's model", 404, { message: "x", type: "invalid_request_error", code: "model_not_found" }, true],
  ["Anthropic's key", 401, { type: "error", error: { type: "authentication_error" } }, true],
  ["a form nobody knows", 401, { message: "no" }, false],
  ["no body", 404, undefined, false],
  ["another status", 400, { code: "invalid_api_key" }, false],
])("%s: a matter of set-up or an outage", (_, status, error, setup) => {
  const thrown = Object.assign(new Error(`${status} no`), { status, error });
  expect(failureOfError(thrown, { now: 0 }).setup ?? false).toBe(setup);
});
