/** The rows: each file has the shape that the loader takes it to have, and each row does what its own examples say. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { isAct } from "../contract/acts.ts";
import { actOf } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
import PROGRAMS from "../rules/programs.json" with { type: "json" };
import { readShell } from "../watch/reading/index.ts";
import { allPrograms, rowExamples } from "./index.ts";
import { LANGUAGES } from "./languages/index.ts";

const folder = join(import.meta.dirname, "rows");
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
const files = readdirSync(folder).filter((name) => name !== "templates.json" && name !== "tools.json");

const names = z.string().regex(/^\S+(?: \S+)*$/);
const list = z.union([names, z.array(names)]);
const pattern = z.string().refine((source) => isPattern(source.replace(/^\(\?i\)/, "")));
function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "s") !== undefined;
  } catch {
    return false;
  }
}

const ROLES =
  "text number read look readTree readThrough lookTree write writeTree makeDir delete deleteTree cwd url host code program never";
const role = z.enum(ROLES.split(" "));
const templateNames = Object.keys(read("templates.json") as object);
const true_ = z.literal(true);

const template: z.ZodType = z.lazy(() =>
  z
    .strictObject({
      ...{ if: names, unless: names, says: z.tuple([names, pattern]), line: pattern, not: pattern, by: names },
      ...{ least: z.number(), most: z.number(), each: z.string(), match: pattern },
      ...{ does: z.array(template), first: z.array(template), use: z.enum(templateNames) },
      ...{ language: z.enum(Object.keys(LANGUAGES)), act: z.string().refine(isAct), on: z.string(), text: z.string() },
      run: z.enum(["unknown-program", "script", "code", "task", "helper", "remote"]),
      ...{ program: z.string(), code: z.string(), speaks: z.string(), script: z.string(), task: z.string() },
      ...{ vcs: z.string(), remote: z.string(), branch: z.string() },
      ...{ forced: z.union([true_, names]), deletes: z.union([true_, names]) },
      ...{ net: z.string(), contact: z.string(), sends: true_, method: z.string() },
      ...{ read: z.string(), look: z.string(), write: z.string(), delete: z.string(), tree: z.union([true_, names]) },
      ...{ follows: names, as: z.string(), from: z.string(), contents: z.string() },
      ...{ inner: z.string(), shell: z.string(), via: z.string(), elsewhere: true_, more: true_ },
    })
    .partial(),
);

const level = {
  ...{ like: z.string(), style: z.enum(["getopt", "posix", "go", "words"]), flags: list },
  ...{ values: z.partialRecord(role, list), attached: z.partialRecord(role, list), runsCode: list, ends: names },
  ...{ means: z.record(z.string(), names), signs: z.record(z.string(), names), digits: true_, plus: true_ },
  operands: z.union([
    role,
    z
      .strictObject({
        first: z.array(role),
        last: role,
        rest: role,
        min: z.number(),
        max: z.number(),
        none: z.object({ role, path: z.string() }),
      })
      .partial(),
  ]),
  ...{ roleWhen: z.partialRecord(role, names), stdin: z.enum(["data", "code"]) },
  ...{ does: z.array(template), alone: z.array(template) },
  commands: z.record(
    z.string(),
    z.lazy((): z.ZodType => z.strictObject(level).partial()),
  ),
};

const program = z
  .strictObject({
    ...level,
    unread: true_,
    wrapper: z.object({ own: z.number(), output: z.string() }).partial().loose(),
    match: z.array(z.tuple([z.string(), z.string()])),
  })
  .partial()
  .extend({ names: list });

const rowFile = z.strictObject({
  shared: z.record(z.string(), z.strictObject(level).partial()).optional(),
  programs: z.array(program),
});

test.each(files)("%s has the shape of rows", (name) => {
  expect(z.prettifyError(rowFile.safeParse(read(name)).error ?? new z.ZodError([]))).toBe("");
});

test("the templates that rows share have their shape", () => {
  expect(z.record(z.string(), z.array(template)).safeParse(read("templates.json")).error).toBeUndefined();
});

test("what a level is like stands in its own file", () => {
  const missing = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const shared = Object.keys(rowFile.parse(JSON.parse(text)).shared ?? {});
    return [...text.matchAll(/"like": "([^"]*)"/g)].map(([, id = ""]) => id).filter((id) => !shared.includes(id));
  });
  expect(missing).toEqual([]);
});

test("allow rules know each of them", () => {
  const { launchers, launching, tasks, others } = PROGRAMS;
  const known = new Set(
    [...launchers, ...tasks, ...others, ...launching.map(({ programs }) => programs)].flatMap((line) =>
      line.split(" "),
    ),
  );
  const names = allPrograms().flatMap((spec) => spec.names.split(" "));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test("a name stands in one row only", () => {
  const all = allPrograms().flatMap((spec) => spec.names.split(" "));
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});

const ABSENT = { kind: "absent", size: 0, mtimeMs: 0, links: 1, executable: false } as const;
const DIRECTORY = { ...ABSENT, kind: "directory" } as const;
/** An empty project: nothing is there but its own directory. */
const world: World = {
  platform: "linux",
  home: "/home/me",
  path: ["/usr/bin", "/bin"],
  lstat: (path) => (path === "/repo" ? DIRECTORY : ABSENT),
  stat: (path) => (path === "/repo" ? DIRECTORY : ABSENT),
  readLink: () => undefined,
  readFile: () => undefined,
  readDir: (path) => (path === "/repo" ? [] : undefined),
};

describe("rows do what their examples say", () => {
  test.each(rowExamples())("%s: %j", (command, acts) => {
    const { effects } = readShell(command, { cwd: "/repo", projectRoot: "/repo", world, written: new Set() });
    expect(effects.map(actOf)).toEqual(acts);
  });
});
