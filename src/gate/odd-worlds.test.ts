/** Disks that no row of the corpus can bring along, and a mode that there is not. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mode } from "../contract/action.ts";
import type { PathInfo, World } from "../contract/world.ts";
import { diskWorld } from "../machine/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  mkdirSync(join(here.home, ".ssh"), { recursive: true });
});
afterAll(() => here.remove());

test.each(["cat /shortcut/config", "git diff HEAD~3; cat /shortcut/config"])(
  "a link at the top of the disk is seen, whatever was looked for before: %s",
  async (command) => {
    const disk = diskWorld({ home: here.home, path: "/usr/bin:/bin" });
    const keys = join(here.home, ".ssh");
    const link: PathInfo = { ...disk.lstat(keys), kind: "link" };
    const world: World = {
      ...disk,
      lstat: (path) => (path === "/shortcut" ? link : disk.lstat(path)),
      readLink: (path) => (path === "/shortcut" ? keys : disk.readLink(path)),
    };
    expect((await here.gate({ world }).check(bash(command))).behavior).toBe("ask");
  },
);

test("a device under a name of the project is not read by proof", async () => {
  const disk = diskWorld({ home: here.home, path: "/usr/bin" });
  const found: PathInfo = { ...disk.stat("/dev/null"), size: 0 };
  const look = (by: (path: string) => PathInfo) => (path: string) => (path.endsWith("/blk") ? found : by(path));
  const world = { ...disk, stat: look(disk.stat), lstat: look(disk.lstat) };
  for (const command of ["head -c 100 blk", "cat blk", "grep -a x blk"])
    expect((await here.gate({ world }).check(bash(command))).by).not.toBe("readOnly");
  expect(disk.stat("/dev/null").device).toBe(true);
  expect((await here.gate().check(bash("cat /dev/null"))).by).toBe("readOnly");
});

test("more files than are looked through are no hunt for credentials, and nothing is proven", async () => {
  const many = project();
  for (let i = 0; i < 210; i += 1) for (let j = 0; j < 100; j += 1) many.write(`src/d${i}/f${j}.ts`, "");
  const few = await many.gate({ classifier: null }).check(bash("wc -l src/d1/*.ts"));
  expect([few.behavior, few.by]).toEqual(["allow", "readOnly"]);
  const decision = await many.gate({ classifier: null }).check(bash("wc -l src/*/*.ts"));
  expect([decision.behavior, decision.by, decision.rule]).toEqual(["ask", "offline", null]);
  many.remove();
});

test("in a mode that there is not, what would have to be judged is denied", async () => {
  const gate = here.gate({ settings: { permissions: { allow: ["Bash(node:*)"] } } });
  gate.enter("yolo" as Mode);
  for (const command of ["make deploy", "node x.js"])
    expect(await gate.check(bash(command))).toMatchObject({ behavior: "deny", by: "error" });
  expect(gate.rules().map(({ suspended }) => suspended)).toEqual([expect.any(String)]);
});
