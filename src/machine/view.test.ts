/** One decision looks at each place once; the next one looks anew. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { World } from "../contract/world.ts";
import { type Project, project } from "../testing/index.ts";
import { diskWorld } from "./disk.ts";
import { perView, sharedLooks, viewOnce } from "./view.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("a.txt", "four");
  here.write("dir/b.txt", "b");
  symlinkSync("a.txt", here.at("link"));
});
afterAll(() => here.remove());

/** The real disk, and what it was asked. */
function watched(): { readonly world: World; readonly asked: string[] } {
  const disk = diskWorld({ home: here.home, path: "" });
  const asked: string[] = [];
  const note =
    <A extends readonly unknown[], T>(name: string, look: (path: string, ...more: A) => T) =>
    (path: string, ...more: A): T => {
      if (path.length > here.root.length) asked.push(`${name} ${path.slice(here.root.length + 1)}`);
      return look(path, ...more);
    };
  const world: World = {
    ...disk,
    lstat: note("lstat", disk.lstat),
    stat: note("stat", disk.stat),
    readLink: note("readLink", disk.readLink),
    readFile: note("readFile", disk.readFile),
    readDir: note("readDir", disk.readDir),
  };
  return { world, asked };
}

describe("a view", () => {
  test.each<[string, (world: World) => unknown, readonly string[]]>([
    ["a file", (world) => world.readFile(here.at("a.txt"), 10), ["lstat a.txt", "readFile a.txt"]],
    ["what it is", (world) => [world.lstat(here.at("a.txt")), world.stat(here.at("a.txt"))], ["lstat a.txt"]],
    ["where a link leads", (world) => world.readLink(here.at("link")), ["readLink link"]],
    [
      "what a link leads to",
      (world) => world.stat(here.at("link")).kind,
      ["lstat link", "readLink link", "lstat a.txt", "stat link"],
    ],
    ["a directory", (world) => world.readDir(here.at("dir")), ["lstat dir", "readDir dir"]],
    ["that nothing is there", (world) => world.lstat(here.at("none")).kind, ["lstat none"]],
    ["nor below it", (world) => [world.lstat(here.at("none")), world.stat(here.at("none/x"))], ["lstat none"]],
    [
      "that it cannot be read",
      (world) => world.readFile(here.at("dir"), 10) ?? "unreadable",
      ["lstat dir", "readFile dir"],
    ],
    ["no directory", (world) => world.readDir(here.at("a.txt")) ?? "none", ["lstat a.txt", "readDir a.txt"]],
  ])("asks once: %s", (_what, look, wanted) => {
    const { world, asked } = watched();
    const view = viewOnce(world);
    const first = look(view);
    expect(first).toEqual(look(diskWorld({ home: here.home, path: "" })));
    expect(look(view)).toEqual(first);
    expect(asked).toEqual(wanted);
  });

  test("the empty path is absent, and no place is below it", () => {
    const view = viewOnce(diskWorld({ home: here.home, path: "" }));
    expect(view.lstat("").kind).toBe("absent");
    expect(["/", "/tmp", "/etc"].map((path) => view.lstat(path))).toEqual(
      ["/", "/tmp", "/etc"].map((path) => diskWorld({ home: here.home, path: "" }).lstat(path)),
    );
  });

  test("a file too long for one limit may fit another, and the other way round", () => {
    const { world, asked } = watched();
    const view = viewOnce(world);
    expect(view.readFile(here.at("a.txt"), 3)).toBeUndefined();
    expect(view.readFile(here.at("a.txt"), 2)).toBeUndefined();
    expect(view.readFile(here.at("a.txt"), 4)?.length).toBe(4);
    expect(view.readFile(here.at("a.txt"), 3)).toBeUndefined();
    expect(asked).toEqual(["lstat a.txt", "readFile a.txt", "readFile a.txt"]);
  });

  test.each(["/proc/self/cwd", "/proc/thread-self/cwd", `/proc/${process.pid}/cwd`, "/proc/self/root", "/dev/fd/0"])(
    "what lies behind a link to %s is not what the gate would find there",
    (to) => {
      symlinkSync(to, here.at("self"));
      symlinkSync("self", here.at("again"));
      const view = viewOnce(diskWorld({ home: here.home, path: "" }));
      for (const link of ["self", "again"]) {
        expect(view.lstat(here.at(link)).kind).toBe("link");
        expect(view.stat(here.at(link)).kind).toBe("unreadable");
        expect(view.lstat(here.at(`${link}/package.json`)).kind).toBe("unreadable");
        expect(view.readFile(here.at(`${link}/package.json`), 1 << 20)).toBeUndefined();
        expect(view.readRange?.(here.at(`${link}/package.json`), 0, 10)).toBeUndefined();
        expect(view.readDir(here.at(link))).toBeUndefined();
      }
      for (const link of ["self", "again"]) rmSync(here.at(link));
    },
  );

  test("stays as it was; the next one sees what has changed", () => {
    const disk = diskWorld({ home: here.home, path: "" });
    const before = viewOnce(disk);
    expect(before.lstat(here.at("later")).kind).toBe("absent");
    mkdirSync(here.at("later"));
    writeFileSync(here.at("later/x"), "x");
    chmodSync(here.at("later/x"), 0o755);
    expect(before.lstat(here.at("later/x")).kind).toBe("absent");
    expect(viewOnce(disk).stat(here.at("later/x"))).toMatchObject({ kind: "file", executable: true });
    rmSync(here.at("later"), { recursive: true });
  });
});

test("what is computed from a view is computed once for it, and each time for any other world", () => {
  let computed = 0;
  const size = perView((path, world) => {
    computed++;
    return world.stat(path).size;
  });
  const disk = diskWorld({ home: here.home, path: "" });
  const view = viewOnce(disk);
  expect([size(here.at("a.txt"), view), size(here.at("a.txt"), view), computed]).toEqual([4, 4, 1]);
  expect([size(here.at("a.txt"), viewOnce(disk)), computed]).toEqual([4, 2]);
  expect([size(here.at("a.txt"), disk), size(here.at("a.txt"), disk), computed]).toEqual([4, 4, 4]);
});

describe("looks shared by the calls of one moment", () => {
  test("each place is looked at once, whatever it is", async () => {
    const { world, asked } = watched();
    const shared = sharedLooks(world);
    const once = (): unknown[] => {
      const view = viewOnce(shared);
      return [
        ...["dir", "dir/b.txt", "link", "none"].map((path) => view.lstat(here.at(path))),
        ...[view.readLink(here.at("link")), view.readFile(here.at("a.txt"), 10), view.readDir(here.at("dir"))],
      ];
    };
    // A busy machine may take longer than a moment for it.
    let again = 1;
    for (let n = 0; n < 50 && again > 0; n += 1) {
      await new Promise((done) => void setImmediate(done));
      const first = once();
      const looked = asked.length;
      expect(once()).toEqual(first);
      again = asked.length - looked;
    }
    expect(again).toBe(0);
  });

  test("contents and lists of a moment are gone with the next turn", async () => {
    const shared = sharedLooks(diskWorld({ home: here.home, path: "" }));
    here.write("turning/c.txt", "one");
    const content = (): string => Buffer.from(shared.readFile(here.at("turning/c.txt"), 10) ?? []).toString();
    expect([content(), shared.readDir(here.at("turning"))]).toEqual(["one", ["c.txt"]]);
    here.write("turning/c.txt", "two");
    here.write("turning/d.txt", "");
    await new Promise((done) => void setImmediate(done));
    expect([content(), shared.readDir(here.at("turning"))]).toEqual(["two", ["c.txt", "d.txt"]]);
  });

  test("a directory that became a link is one with the next turn", async () => {
    const shared = sharedLooks(diskWorld({ home: here.home, path: "" }));
    mkdirSync(here.at("turns"));
    expect(viewOnce(shared).lstat(here.at("turns")).kind).toBe("directory");
    rmSync(here.at("turns"), { recursive: true });
    symlinkSync("/etc", here.at("turns"));
    await new Promise((done) => void setImmediate(done));
    expect(viewOnce(shared).lstat(here.at("turns")).kind).toBe("link");
  });

  test("and in a turn that takes long, after ten milliseconds", () => {
    const shared = sharedLooks(diskWorld({ home: here.home, path: "" }));
    mkdirSync(here.at("long"));
    expect(shared.lstat(here.at("long")).kind).toBe("directory");
    rmSync(here.at("long"), { recursive: true });
    const begun = performance.now();
    while (performance.now() - begun < 30) shared.lstat(here.at("dir"));
    expect(shared.lstat(here.at("long")).kind).toBe("absent");
  });
});
