/** Trees of hundreds of levels: how much is looked at does not grow with their depth, and what is deeper than is looked through is not proven. */
import { mkdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import type { World } from "../contract/world.ts";
import { diskWorld } from "../machine/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

const opened: Project[] = [];
afterAll(() => {
  for (const one of opened) one.remove();
});

async function judgedAt(depth: number, command: string): Promise<{ readonly by: string; readonly looks: number }> {
  const here = project();
  opened.push(here);
  mkdirSync(here.at(`x${"/x".repeat(depth - 1)}`), { recursive: true });
  const disk = diskWorld({ home: here.home, path: "/usr/bin:/bin" });
  let looks = 0;
  const lstat: World["lstat"] = (path) => {
    looks += 1;
    return disk.lstat(path);
  };
  const world: World = { ...disk, lstat };
  const { by } = await here.gate({ world, walls: supposeWalls() }).check(bash(command, { walls: true }));
  return { by, looks };
}

test.each(["mv x y", "cp -r x y", "rm -rf x", "cp -r x/x y", "mkdir y && mv x y/z"])("%s", async (command) => {
  const [less, more] = [await judgedAt(150, command), await judgedAt(600, command)];
  expect([less.by, more.by]).not.toContain("acceptEdits");
  expect(more.looks).toBeLessThan(less.looks * 4 + 1_000);
});

test.each(["mv x y", "cp -r x y", "rm -rf x"])("%s of an ordinary depth stays an edit", async (command) => {
  expect((await judgedAt(20, command)).by).toBe("acceptEdits");
});
