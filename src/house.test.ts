/** The plan of the house holds: imports go one way, one file imports the parser, the road is short, documents are true. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { VERSION } from "./contract/version.ts";

const root = join(import.meta.dirname, "..");

/** A room may import rooms that stand before it, and itself. */
const ORDER: readonly (readonly string[])[] = [
  ["contract"],
  ["machine"],
  ["programs"],
  ["readers"],
  ["policy"],
  ["contain", "judge", "memory"],
  ["gate"],
  ["hosts"],
  ["app"],
  ["index", "testing"],
  ["evidence"],
  ["cli"],
];
const rank = new Map(ORDER.flatMap((rooms, i) => rooms.map((room): [string, number] => [room, i])));

const roomOf = (path: string): string => (path.split("/")[0] ?? "").replace(/\.ts$/, "");

function sources(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory()
      ? sources(path)
      : /(?<!\.test)\.ts$/.test(path) && !/testing/.test(path.slice(root.length))
        ? [path]
        : [];
  });
}

const files = sources(join(root, "src")).map((path) => ({
  path: path.slice(root.length + 5),
  text: readFileSync(path, "utf8"),
}));
const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, what]) => what ?? "");

test("imports go one way", () => {
  const wrong = files.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((what) => what.startsWith("."))
      .map((what) => normalize(join(dirname(path), what)))
      .filter(
        (target) =>
          roomOf(target) !== roomOf(path) && (rank.get(roomOf(target)) ?? 99) >= (rank.get(roomOf(path)) ?? -1),
      )
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("every room has its place in the order", () => {
  expect([...new Set(files.map(({ path }) => roomOf(path)))].filter((room) => !rank.has(room))).toEqual([]);
});

test("one file imports the shell parser, and the disk is touched in few places of the road", () => {
  expect(files.filter(({ text }) => importsOf(text).includes("unbash")).map(({ path }) => path)).toEqual([
    "readers/bash/parse.ts",
  ]);
  const road = /^(?:contract|machine|programs|readers|policy|gate)\//;
  expect(
    files
      .filter(
        ({ path, text }) =>
          road.test(path) && importsOf(text).some((what) => what === "node:fs" || what === "node:child_process"),
      )
      .map(({ path }) => path),
  ).toEqual(["machine/disk.ts"]);
});

test("the road is one short file", () => {
  expect(readFileSync(join(root, "src/gate/gate.ts"), "utf8").split("\n").length).toBeLessThanOrEqual(120);
});

test("the version is the package's", () => {
  expect(VERSION).toBe(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
});

test("the picture of the road in the README is what the code says", () => {
  execFileSync(process.execPath, ["scripts/draw-road.mjs", "--check"], { cwd: root });
});

test("the lock file names no registry and holds every platform's packages", async () => {
  const text = readFileSync(join(root, "package-lock.json"), "utf8");
  expect(text).not.toContain('"resolved": "http');
  const { missingFrom } = await import("../scripts/complete-lock.mjs");
  expect(missingFrom(JSON.parse(text))).toEqual([]);
});
