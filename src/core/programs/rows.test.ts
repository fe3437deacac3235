/** The rows are what their types say, one line an option, and docs/core.md shows them as they are. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readPage, withTable } from "../../../scripts/core-table.mjs";
import { isForm } from "./forms.ts";
import { programRows } from "./rows.ts";
import { roleOf } from "./sort.ts";

const MAX_LINE = 200;

const use = z.string().refine((value) => {
  const [, form] = value.split(":");
  return roleOf(value) !== "unknown" && (form === undefined || isForm(form));
}, "a role, with a form that is known");
const turns = z.partialRecord(
  z.enum(["read", "input", "pattern", "search", "list"]),
  z.enum(["search", "write", "list"]),
);
const option = z.strictObject({
  value: use.optional(),
  attached: z.union([use, z.literal("never")]).optional(),
  first: z.literal(true).optional(),
  needed: z.literal(true).optional(),
  turns: turns.optional(),
  only: z.literal("gnu").optional(),
});
const NAMES = /^(?:--?[A-Za-z0-9][A-Za-z0-9-]*)(?: --?[A-Za-z0-9][A-Za-z0-9-]*)*$/;
const said = z.array(z.string().max(MAX_LINE)).optional();
const shape = {
  does: z.enum(["edits", "service"]).optional(),
  operands: z.array(use).optional(),
  last: use.optional(),
  behind: use.optional(),
  least: z.number().int().min(0).optional(),
  most: z.number().int().min(0).optional(),
  alone: z.enum(["input", "list", "search"]).optional(),
  unlessFed: z.literal(true).optional(),
  input: z.literal("always").optional(),
  how: z.enum(["append", "mkdir", "chmod"]).optional(),
  digits: z.literal(true).optional(),
  words: z.literal(true).optional(),
  text: z.literal(true).optional(),
  creates: z.literal(true).optional(),
  permutes: z.literal(true).optional(),
  options: z.record(z.string().regex(NAMES), option).optional(),
  starts: said,
  keeps: said,
  opens: said,
  talks: said,
};
const subCommand: z.ZodType = z.lazy(() => z.strictObject({ ...shape, commands: commands.optional() }));
const commands = z.record(z.string().regex(/^[a-z-]+$/), subCommand);
const program = z.strictObject({
  ...shape,
  commands: commands.optional(),
  holds: z.array(z.enum(["gnu", "busybox", "bsd", "own"])).min(1),
  builtin: z.literal(true).optional(),
  real: z.array(z.string()).optional(),
  variables: z.array(z.string().regex(/^[A-Za-z_]+\*?$/)).optional(),
  except: z.array(z.string()).optional(),
  untold: z.literal(true).optional(),
  settings: z.string().optional(),
  wraps: z.array(z.string()).optional(),
});

const folder = new URL("./", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

describe.each(files)("%s", (file) => {
  const text = readFileSync(new URL(file, folder), "utf8");
  test("fits the schema", () => {
    z.record(z.string(), program).parse(JSON.parse(text));
  });
  test("has no long line", () => expect(text.split("\n").filter((line) => line.length > MAX_LINE)).toEqual([]));
});

test("no name stands twice, for a program or an option of one", () => {
  const names = files.flatMap((file) => Object.keys(JSON.parse(readFileSync(new URL(file, folder), "utf8"))));
  expect(names).toHaveLength(new Set(names).size);
  expect(programRows()).toHaveLength(names.length);
  for (const [name, { options = {} }] of programRows()) {
    const all = Object.keys(options).flatMap((one) => one.split(" "));
    expect(all, name).toHaveLength(new Set(all).size);
  }
});

test("docs/core.md shows the table as it is (node scripts/core-table.mjs)", () => {
  expect(withTable(readPage())).toBe(readPage());
});
