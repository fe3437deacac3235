/** A file is read whole or not at all, whatever it says its size is. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Project, project } from "../testing/index.ts";
import { diskWorld } from "./disk.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const read = (path: string, limit: number): string | undefined => {
  const bytes = diskWorld({ home: here.home, path: "" }).readFile(path, limit);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
};

describe.each([0, 1, 4_095, 4_096, 4_097, 100_000])("a file of %d bytes", (size) => {
  const text = "ab".repeat(size).slice(0, size);
  test.each([
    ["its own size", size, text],
    ["one more", size + 1, text],
    ["far more", size + (1 << 20), text],
    ["one less", size - 1, undefined],
  ] as const)("with a limit of %s", (_, limit, expected) => {
    here.write("a.txt", text);
    expect(read(here.at("a.txt"), limit)).toBe(expected);
  });
});

/** The kernel says 0 of these, and goes on giving. */
describe.runIf(process.platform === "linux")("a file that does not tell its size", () => {
  const path = "/proc/cpuinfo";
  const size = (): number => readFileSync(path).length;

  test("is read to its end, piece by piece", () => {
    const text = read("/proc/self/maps", 1 << 22) ?? "";
    expect(text.length).toBeGreaterThan(8_192);
    expect(text.split("\n").filter((line) => !/^[\da-f]+-[\da-f]+ [r-][w-][x-][ps] /.test(line))).toEqual([""]);
  });

  test.each([0, 10, 4_096])("is not read where it is larger than %d bytes", (limit) => {
    expect(size()).toBeGreaterThan(0);
    expect(read(path, limit)).toBe(size() > limit ? undefined : readFileSync(path, "utf8"));
  });
});
