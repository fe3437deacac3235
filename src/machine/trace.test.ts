import { appendFileSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PathInfo, World } from "../contract/world.ts";
import { type Project, project } from "../testing/index.ts";
import { diskWorld } from "./disk.ts";
import { traceLooks } from "./trace.ts";
import { sharedLooks } from "./view.ts";

let here: Project;
let disk: World;
beforeEach(() => {
  here = project();
  here.write("a.txt", "four");
  here.write("dir/b.txt", "b");
  symlinkSync("a.txt", here.at("link"));
  disk = diskWorld({ home: here.home, path: "" });
});
afterEach(() => here.remove());

const nextTurn = (): Promise<void> => new Promise((done) => void setImmediate(done));

const relink = (to: string): void => {
  unlinkSync(here.at("link"));
  symlinkSync(to, here.at("link"));
};

describe("what was looked at, asked again", () => {
  test.each<[string, (world: World) => unknown, () => void]>([
    ["a file that grew", (world) => world.lstat(here.at("a.txt")), () => appendFileSync(here.at("a.txt"), "!")],
    ["what is not there", (world) => world.lstat(here.at("none")), () => here.write("none")],
    ["what went away", (world) => world.stat(here.at("dir/b.txt")), () => rmSync(here.at("dir"), { recursive: true })],
    ["where a link leads", (world) => world.readLink(here.at("link")), () => relink("dir/b.txt")],
    ["what a link leads to", (world) => world.stat(here.at("link")), () => relink("dir")],
    [
      "other words as long",
      (world) => world.readFile(here.at("a.txt"), 9),
      () => writeFileSync(here.at("a.txt"), "five"),
    ],
    [
      "a file that was too long",
      (world) => world.readFile(here.at("a.txt"), 2),
      () => writeFileSync(here.at("a.txt"), "4"),
    ],
    ["another name", (world) => world.readDir(here.at("dir")), () => here.write("dir/c")],
    [
      "a name that became a directory",
      (world) => world.listDir?.(here.at("dir")),
      () => {
        unlinkSync(here.at("dir/b.txt"));
        mkdirSync(here.at("dir/b.txt"));
      },
    ],
  ])("%s", (_name, look, change) => {
    const traced = traceLooks(disk);
    look(traced.world);
    const same = traced.end();
    expect(same?.(disk)).toBe(true);
    expect(same?.(disk)).toBe(true);
    change();
    expect(same?.(disk)).toBe(false);
  });

  test("in one moment they are asked once; with the next turn a change is seen", async () => {
    let asked = 0;
    const lstat = (path: string): PathInfo => {
      asked += 1;
      return disk.lstat(path);
    };
    const counted = sharedLooks({ ...disk, lstat });
    const traced = traceLooks(counted);
    traced.world.lstat(here.at("a.txt"));
    const same = traced.end();
    // A busy machine may take longer than a moment for it.
    let again = 1;
    for (let n = 0; n < 50 && again > 0; n += 1) {
      await nextTurn();
      expect(same?.(counted)).toBe(true);
      const before = asked;
      expect(same?.(counted)).toBe(true);
      again = asked - before;
    }
    expect(again).toBe(0);
    appendFileSync(here.at("a.txt"), "!");
    await nextTurn();
    expect(same?.(counted)).toBe(false);
    expect(same?.(counted)).toBe(false);
  });

  describe("where nothing is", () => {
    const gone = (): string => here.at("dir/none");
    /** Directories as if they had been left alone for so long, and never changed since. */
    const watched = (ageMs: number) => {
      const asked: string[] = [];
      const changedAt = Date.now() - ageMs;
      const lstat = (path: string): PathInfo => {
        asked.push(path);
        const found = disk.lstat(path);
        return found.kind === "directory" ? { ...found, size: 1, mtimeMs: changedAt, ctimeMs: changedAt } : found;
      };
      return { asked, world: { ...disk, lstat } };
    };
    const askAgain = (ageMs: number, change: () => void) => {
      const { asked, world } = watched(ageMs);
      const traced = traceLooks(world);
      traced.world.lstat(gone());
      const same = traced.end();
      expect(same?.(world)).toBe(true);
      asked.length = 0;
      change();
      return { asked, same: same?.(world) };
    };

    test("a directory left alone speaks for every name that is not in it", () => {
      expect(askAgain(60_000, () => undefined)).toEqual({ asked: [here.at("dir")], same: true });
    });

    test("one that was just changed does not: what comes in the same tick leaves its times as they are", () => {
      expect(askAgain(500, () => here.write("dir/none")).same).toBe(false);
      unlinkSync(gone());
    });

    test("a link to nowhere is asked itself", () => {
      symlinkSync(here.at("later"), here.at("dir/link"));
      const traced = traceLooks(disk);
      expect(traced.world.stat(here.at("dir/link")).kind).toBe("absent");
      const same = traced.end();
      expect(same?.(disk)).toBe(true);
      here.write("later");
      expect(same?.(disk)).toBe(false);
    });
  });

  const OTHER: { readonly [K in keyof Required<PathInfo>]: Required<PathInfo>[K] } = {
    kind: "link",
    size: 5,
    mtimeMs: 1,
    ctimeMs: 1,
    bornMs: 1,
    links: 7,
    inode: "1:1",
    executable: true,
    everyones: true,
    device: true,
    private: true,
  };
  test.each(Object.entries(OTHER))("every field of an answer counts: %s", (field, other) => {
    const found = disk.lstat(here.at("a.txt"));
    for (const ask of ["lstat", "stat"] as const) {
      const traced = traceLooks({ ...disk, [ask]: () => found });
      traced.world[ask](here.at("a.txt"));
      const same = traced.end();
      expect(same?.({ ...disk, [ask]: () => ({ ...found }) })).toBe(true);
      expect(same?.({ ...disk, [ask]: () => ({ ...found, [field]: other }) })).toBe(false);
    }
  });

  test.each(["size", "mtimeMs", "ctimeMs"] as const)(
    "what comes and goes in a directory matters where its %s does",
    (field) => {
      const [glanced, asked] = [traceLooks(disk), traceLooks(disk)];
      expect(glanced.world.lstat(here.at("dir")).kind).toBe("directory");
      expect(asked.world.lstat(here.at("dir"))[field]).toBe(disk.lstat(here.at("dir"))[field]);
      const [same, whole] = [glanced.end(), asked.end()];
      expect([same?.(disk), whole?.(disk)]).toEqual([true, true]);
      const changed = (path: string): PathInfo => ({ ...disk.lstat(path), [field]: 1 });
      expect([same?.({ ...disk, lstat: changed }), whole?.({ ...disk, lstat: changed })]).toEqual([true, false]);
    },
  );

  test("a directory that is copied was looked at whole", () => {
    const traced = traceLooks(disk);
    expect({ ...traced.world.lstat(here.at("dir")) }).toEqual(disk.lstat(here.at("dir")));
    const same = traced.end();
    here.write("dir/more");
    expect(same?.(disk)).toBe(false);
  });

  test.each<[string, (world: World) => unknown]>([
    ["a part of a file", (world) => world.readRange?.(here.at("a.txt"), 0, 2)],
    ["files with more than one name", (world) => world.linkedFiles?.([here.root])],
    ["a large file", (world) => world.readFile(here.write("large", "x".repeat(70_000)), 100_000)],
    ["more places than are kept", (world) => Array.from({ length: 401 }, (_, n) => world.lstat(here.at(`n${n}`)))],
  ])("is not asked again: %s", (_name, look) => {
    const traced = traceLooks(disk);
    look(traced.world);
    expect(traced.end()).toBeUndefined();
  });

  test("what is looked at after its end is not part of it", () => {
    const traced = traceLooks(disk);
    const same = traced.end();
    traced.world.lstat(here.at("a.txt"));
    appendFileSync(here.at("a.txt"), "!");
    expect(same?.(disk)).toBe(true);
  });
});
