import { chmodSync, copyFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isTrackedClean } from "./index.ts";
import { type Box, makeBox } from "./testing/box.ts";

let box: Box;
beforeEach(() => {
  box = makeBox();
  box.repo("work", { "a.txt": "one\n", "src/b.ts": "two\n", "exec.sh": "x\n" });
});
afterEach(() => box.remove());
const isClean = (name: string): boolean => isTrackedClean(box.at(name), box.scene());

test("by its bytes, whatever its times", () => {
  box.write("work/a.txt", "one\n");
  expect([isClean("work/a.txt"), isClean("work/src/b.ts")]).toEqual([true, true]);
  box.write("work/a.txt", "two\n");
  box.write("work/new", "");
  expect(["work/a.txt", "work/new", "work/none", "work/src", "work/.git/HEAD", "elsewhere"].map(isClean)).toEqual(
    Array(6).fill(false),
  );
});
test("with the same bit to be executed, and not through a link", () => {
  symlinkSync("src", box.at("work/way"));
  chmodSync(box.at("work/exec.sh"), 0o755);
  expect([isClean("work/way/b.ts"), isClean("work/exec.sh")]).toEqual([false, false]);
});
test.each([
  ["update-index", "--assume-unchanged", "a.txt"],
  ["update-index", "--skip-worktree", "a.txt"],
  ["update-index", "--force-remove", "a.txt"],
  ["update-index", "--split-index"],
  ["config", "core.autocrlf", "true"],
  ["config", "core.eol", "crlf"],
])("git %s %s", (...args) => {
  expect(isClean("work/a.txt")).toBe(true);
  box.git("work", ...args);
  expect(isClean("work/a.txt")).toBe(false);
});
test.each(["2", "3", "4"])("an index of version %s", (version) => {
  box.git("work", "update-index", "--index-version", version);
  expect([isClean("work/a.txt"), isClean("work/src/b.ts")]).toEqual([true, true]);
});
test("announced only, and in conflict", () => {
  box.write("work/soon", "");
  box.git("work", "add", "-N", "soon");
  expect(isClean("work/soon")).toBe(false);
  box.git("work", "checkout", "-q", "-b", "other");
  box.write("work/a.txt", "x\n");
  box.git("work", "commit", "-q", "-a", "-m", "x");
  box.git("work", "checkout", "-q", "main");
  box.write("work/a.txt", "y\n");
  box.git("work", "commit", "-q", "-a", "-m", "y");
  box.tryGit("work", "merge", "-q", "other");
  expect(isClean("work/a.txt")).toBe(false);
});
test.each([
  ["* text=auto", true],
  ["*.sh text eol=lf", true],
  ["*.png binary", true],
  ["*.ts eol=crlf", false],
  ["*.psd filter=lfs -text", false],
  ["*.c ident", false],
  ["*.txt working-tree-encoding=UTF-16", false],
])("attributes that convert: %s", (line, clean) => {
  box.write("work/.gitattributes", `${line}\n`);
  expect(isClean("work/src/b.ts")).toBe(clean);
  box.write("work/.gitattributes", "\n");
  box.write("work/.git/info/attributes", `${line}\n`);
  expect(isClean("work/src/b.ts")).toBe(clean);
});
test("objects called by SHA-256", () => {
  box.git("", "init", "-q", "--object-format=sha256", "longer");
  box.write("longer/a", "one\n");
  box.git("longer", "add", "a");
  expect(isClean("longer/a")).toBe(true);
  box.write("longer/a", "two\n");
  expect(isClean("longer/a")).toBe(false);
});
describe("its object is there, too", () => {
  const objectOf = (name: string): string => {
    const oid = box.git("work", "rev-parse", `HEAD:${name}`).trim();
    return box.at(`work/.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
  };
  test.each<[string, (object: string) => void]>([
    ["gone", (object) => rmSync(object)],
    ["damaged", (object) => writeFileSync(object, "x")],
    ["another's", (object) => copyFileSync(objectOf("src/b.ts"), object)],
  ])("%s", (_, change) => {
    expect(isClean("work/a.txt")).toBe(true);
    chmodSync(objectOf("a.txt"), 0o644);
    change(objectOf("a.txt"));
    expect([isClean("work/a.txt"), isClean("work/src/b.ts")]).toEqual([false, true]);
  });
  test("in a pack, and the pack is gone", () => {
    box.git("work", "repack", "-adq");
    box.git("work", "prune-packed");
    expect(isClean("work/a.txt")).toBe(true);
    for (const name of readdirSync(box.at("work/.git/objects/pack")))
      if (name.endsWith(".pack")) rmSync(box.at(`work/.git/objects/pack/${name}`));
    expect(isClean("work/a.txt")).toBe(false);
  });
});
