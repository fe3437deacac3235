/** Every entry's own examples, read by the real reader: what is called safe is proven, what is not does exactly the acts it names. */
import { describe, expect, test } from "vitest";
import { actOf } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
import { isReadOnly, readShell } from "../readers/bash/index.ts";
import { allPrograms } from "./index.ts";
import type { ProgramSpec } from "./spec.ts";

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
const context = { cwd: "/repo", projectRoot: "/repo", world, written: new Set<string>() };

const programs = allPrograms();
const rows = <T>(pick: (spec: ProgramSpec) => readonly T[]): readonly (readonly [string, T])[] =>
  programs.flatMap((spec) => pick(spec).map((row): readonly [string, T] => [spec.names.split(" ")[0] ?? "?", row]));

describe("program tables", () => {
  test("a name stands in one entry only", () => {
    const names = programs.flatMap((spec) => spec.names.split(" "));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("every entry has examples", () => {
    const without = programs.filter(({ safe = [], unsafe = [] }) => safe.length + unsafe.length === 0);
    expect(without.map((spec) => spec.names)).toEqual([]);
  });

  test.each(rows(({ safe = [] }) => safe))("%s: %s is proven read-only", (_, command) => {
    const reading = readShell(command, context);
    const unclear = reading.commands.filter((each) => !each.understood).map((each) => each.text);
    expect({
      opaque: reading.opaque,
      unclear,
      effects: reading.effects.filter((effect) => effect.do !== "read"),
    }).toMatchObject({
      opaque: [],
      unclear: [],
    });
    expect(isReadOnly(reading)).toBe(true);
  });

  test.each(rows(({ unsafe = [] }) => unsafe))("%s: %j is not", (_, [command, acts]) => {
    const reading = readShell(command, context);
    expect(isReadOnly(reading)).toBe(false);
    expect(reading.effects.map(actOf)).toEqual(acts);
  });
});
