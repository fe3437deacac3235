/** Hard links among very many files are found by one question to the system; each way of asking finds the same. */
import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { World } from "../../contract/world.ts";
import { diskWorld, viewOnce } from "../../machine/index.ts";
import { TEST_AGENTS } from "../testing.ts";
import { searchTrees, type TreeFindings, writtenElsewhere } from "./tree.ts";

const DIRECTORIES = 50;
const A_DIRECTORY = 100;
const base = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-links-")));
const root = join(base, "project");
const odd = join(root, "d 1\n*[x]");

beforeAll(() => {
  for (let d = 0; d < DIRECTORIES; d++) {
    mkdirSync(join(root, `d${d}/node_modules`), { recursive: true });
    for (let f = 0; f < A_DIRECTORY; f++) writeFileSync(join(root, `d${d}/f${f}`), "");
  }
  mkdirSync(odd);
  for (const path of ["outside", "project/own", "project/.env", "project/d3/node_modules/y", "project/-x"])
    writeFileSync(join(base, path), "");
  linkSync(join(base, "outside"), join(odd, "a b\nc"));
  linkSync(join(base, "outside"), join(root, "d7/shared"));
  linkSync(join(root, "own"), join(root, "d9/own-too"));
  linkSync(join(root, ".env"), join(base, "env"));
  linkSync(join(root, "d3/node_modules/y"), join(base, "y"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const disk = diskWorld({ home: base, path: "" });
function search(world: World): TreeFindings {
  const context = { projectRoot: root, home: base, gateDirectories: [], gatePrograms: [], movedPlaces: [] };
  const found = searchTrees([root], { ...context, agentFiles: TEST_AGENTS }, world);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

const { linkedFiles: _asked, ...oneByOne } = disk;
const { listDir: _listed, ...plain } = oneByOne;
describe.runIf(process.platform === "linux")("files with other names, of 5,000", () => {
  test.each<[string, World]>([
    ["all at once", disk],
    ["all at once, through a view", viewOnce(disk)],
    ["one by one", oneByOne],
    ["one by one, without kinds", plain],
    ["the system could not tell", { ...disk, linkedFiles: () => undefined }],
  ])("%s", (_how, world) => {
    const found = search(world);
    expect([...writtenElsewhere(found)].sort()).toEqual([join(odd, "a b\nc"), join(root, "d7/shared")].sort());
    expect([...found.shared.values()].flatMap(({ paths }) => paths).sort()).toEqual(
      [join(odd, "a b\nc"), join(root, "d7/shared"), join(root, "d9/own-too"), join(root, "own")].sort(),
    );
  });

  test("the system is asked once, and about no directory that is held", () => {
    const asked: (readonly string[])[] = [];
    const linkedFiles = (directories: readonly string[]): readonly string[] | undefined => {
      asked.push(directories);
      return disk.linkedFiles?.(directories);
    };
    search({ ...disk, linkedFiles });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toHaveLength(DIRECTORIES + 2);
  });

  test("what cannot be looked at makes all of it unknown, and nothing is taken for unlinked", () => {
    expect(disk.linkedFiles?.([join(root, "d7")])).toEqual([join(root, "d7/shared")]);
    expect(disk.linkedFiles?.([join(root, "d7"), join(root, "gone")])).toBeUndefined();
    const shut = join(root, "shut");
    mkdirSync(shut);
    linkSync(join(base, "outside"), join(shut, "x"));
    chmodSync(shut, 0o400);
    try {
      const linked = disk.linkedFiles?.([shut]);
      expect(linked === undefined || linked.includes(join(shut, "x"))).toBe(true);
    } finally {
      chmodSync(shut, 0o700);
      rmSync(shut, { recursive: true });
    }
  });

  test("more directories than fit one start are asked about in several", () => {
    const [deep, last] = [join(base, "x".repeat(250), "y".repeat(250)), join(base, "last")];
    for (const dir of [deep, last]) mkdirSync(dir, { recursive: true });
    linkSync(join(base, "outside"), join(last, "shared"));
    const many = Array.from({ length: 5_000 }, () => deep);
    expect(disk.linkedFiles?.([...many, last])).toEqual([join(last, "shared")]);
  });
});
