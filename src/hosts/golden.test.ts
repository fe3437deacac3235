/**
 * Every pair of event and answer we know, on the real gate; only the model is scripted. The files carry the client's version;
 * `verified: false` means that the protocol was taken from documentation.
 */
import { describe, expect, test } from "vitest";
import { HOST_NAMES } from "./index.ts";
import { bench, goldenFiles } from "./testing.ts";

const files = HOST_NAMES.flatMap(goldenFiles);

test("there is a file for each host", () => {
  expect(files.map(({ host }) => host)).toEqual(HOST_NAMES);
});

describe.each(files)("$host $client", ({ host, pairs }) => {
  test.each(pairs)("$about", async ({ settings, home = [], steps }) => {
    const here = bench(settings);
    for (const name of home) here.project.write(`../../${name}`, "");
    const there = (value: unknown): unknown =>
      typeof value === "string" ? value : JSON.parse(JSON.stringify(value).replaceAll("$CWD", here.cwd));
    for (const { says = "no", stdin, stdout, exit = 0 } of steps) {
      here.says = says;
      const answer = await here.send(host, there(stdin));
      const told: unknown = JSON.parse(JSON.stringify(answer.stdout).replace(/approve [0-9a-f-]{36}/g, "approve ID"));
      expect({ stdout: told, exit: answer.exit }).toEqual({ stdout: there(stdout), exit });
      if (exit === 2) expect(answer.stderr).toMatch(/\w/);
    }
  });
});
