/** The plan of the house holds: imports go one way and through doors, names mean one thing, documents are true. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { STEPS } from "./contract/decision.ts";
import { VERSION } from "./contract/version.ts";
import RATCHET from "./house.json" with { type: "json" };
import { crowdedFolders, cyclesIn, graphOf, trustedSize } from "./testing/house.ts";
import { isShipped, listFiles, shippedSources } from "./testing/syntax.ts";

const root = join(import.meta.dirname, "..");

/** A room may import rooms that stand before it, and itself. `contain` comes with the walls. */
const ORDER: readonly (readonly string[])[] = [
  ["contract"],
  ["core"],
  ["machine"],
  ["rules"],
  ["programs"],
  ["watch"],
  ["policy"],
  ["contain", "judge", "memory"],
  ["gate"],
  ["hosts"],
  ["app"],
  ["index"],
  ["evidence"],
  ["service"],
  ["cli"],
];
const rank = new Map(ORDER.flatMap((rooms, i) => rooms.map((room): [string, number] => [room, i])));
const roomOf = (path: string): string => (path.split("/")[0] ?? "").replace(/\.ts$/, "");

const files = listFiles(join(root, "src"))
  .map((path) => path.slice(root.length + 5))
  .filter(isShipped)
  .map((path) => ({ path, text: readFileSync(join(root, "src", path), "utf8") }));

const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(([, what]) => what ?? "");

/** Every import of one room by another, as `[importing file, imported file]`. */
const crossings = files.flatMap(({ path, text }) =>
  importsOf(text)
    .filter((what) => what.startsWith("."))
    .map((what) => normalize(join(dirname(path), what)))
    .filter((target) => roomOf(target) !== roomOf(path))
    .map((target) => [path, target] as const),
);

describe("rooms", () => {
  test("every room has its place in the order", () => {
    expect([...new Set(files.map(({ path }) => roomOf(path)))].filter((room) => !rank.has(room))).toEqual([]);
  });

  test("imports go one way", () => {
    const wrong = crossings.filter(
      ([path, target]) => (rank.get(roomOf(target)) ?? 99) >= (rank.get(roomOf(path)) ?? -1),
    );
    expect(wrong.map(([path, target]) => `${path} imports ${target}`)).toEqual([]);
  });

  test("a room is entered through its index.ts; the contract is words, and every word of it is open", () => {
    const wrong = crossings.filter(([, target]) => roomOf(target) !== "contract" && !target.endsWith("/index.ts"));
    expect(wrong.map(([path, target]) => `${path} imports ${target}`)).toEqual([]);
  });

  test("one file imports the shell parser", () => {
    expect(files.filter(({ text }) => importsOf(text).includes("unbash")).map(({ path }) => path)).toEqual([
      "watch/reading/parse.ts",
    ]);
  });

  test("what decides sees the disk through the machine it is handed", () => {
    const deciding = /^(?:contract|core|machine|rules|programs|watch|policy|gate|memory\/(?:session|record))\//;
    expect(
      files
        .filter(({ path }) => deciding.test(path))
        .filter(({ text }) => importsOf(text).some((what) => /^node:(?:fs|child_process|net|http)/.test(what)))
        .map(({ path }) => path),
    ).toEqual(["machine/disk.ts"]);
  });
});

test("a type's name is defined once", () => {
  const places = new Map<string, string[]>();
  for (const { path, text } of files)
    for (const [, name = ""] of text.matchAll(/^export (?:interface|type|class) (\w+)/gm))
      places.set(name, [...(places.get(name) ?? []), path]);
  expect([...places].filter(([name, paths]) => paths.length > 1 && !REPLACED.has(name))).toEqual([]);
});
/** Names of the new rooms that the old ones, which they replace, have until they go. */
const REPLACED: ReadonlySet<string> = new Set(["GivenOption", "Scene", "SimpleCommand"]);

/** Numbers that only go down: lower them in house.json when they do. */
describe("the ratchet", () => {
  const RULES = {
    cognitiveComplexityOver15: "complexity/noExcessiveCognitiveComplexity",
    moreThanFourParameters: "complexity/useMaxParams",
    functionsOver50Lines: "complexity/noExcessiveLinesPerFunction",
  } as const;

  test.each(Object.entries(RULES))("%s", (name, rule) => {
    const report = execFileSync(
      join(root, "node_modules/.bin/biome"),
      ["lint", "src", `--only=${rule}`, "--max-diagnostics=none", "--reporter=json"],
      { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 64_000_000 },
    );
    const { diagnostics } = JSON.parse(report) as { diagnostics: { location: { path: string } }[] };
    const found = diagnostics.filter(({ location }) => isShipped(location.path));
    expect(found.length).toBe(RATCHET[name as keyof typeof RULES]);
  });

  test("files over 300 lines", () => {
    const long = files.filter(({ text }) => text.split("\n").length > 301);
    expect(long.length).toBe(RATCHET.filesOver300Lines);
  });
});

/** As `npm run house` prints them; its goals stand beside. */
describe("what one must read", () => {
  const src = join(root, "src");
  const sources = shippedSources(src);

  test.each([
    ["to trust an allow", "whole", "linesToTrustAnAllow"],
    ["where neither walls nor a model nor a person stands behind it", "alone", "linesToTrustAnAllowAlone"],
  ] as const)("%s", (_, which, name) => {
    expect(trustedSize(which, sources, src).lines).toBeLessThanOrEqual(RATCHET[name]);
  });

  test("folders over 30 files", () => {
    expect(crowdedFolders(sources).length).toBeLessThanOrEqual(RATCHET.foldersOver30Files);
  });

  test("cycles of imports, and the files in them", () => {
    const cycles = cyclesIn(graphOf(sources));
    expect(cycles.length).toBeLessThanOrEqual(RATCHET.importCycles);
    expect(cycles.flat().length).toBeLessThanOrEqual(RATCHET.filesInImportCycles);
  });
});

describe("documents", () => {
  test("the version is the package's", () => {
    expect(VERSION).toBe(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
  });

  test("the picture of the road in the README is what the code says", () => {
    execFileSync(process.execPath, ["scripts/draw-road.mjs", "--check"], { cwd: root });
  });

  test("docs/decisions.md says what every `by` means", () => {
    const text = readFileSync(join(root, "docs/decisions.md"), "utf8");
    expect(STEPS.filter((step) => !text.includes(`| \`${step}\` |`))).toEqual([]);
  });

  test("every file and folder of this repository that a document names is there", () => {
    const documents = ["README.md", "AGENTS.md", "GLOSSARY.md", "SECURITY.md", ...readdirSync(join(root, "docs"))]
      .filter((name) => name.endsWith(".md"))
      .map((name) => (/^[A-Z]/.test(name) ? name : `docs/${name}`));
    const missing = documents.flatMap((name) =>
      [...readFileSync(join(root, name), "utf8").matchAll(/\b(?:src|bench|e2e|scripts|examples|docs)\/[\w./-]*\w/g)]
        .map(([path]) => path.replace(/\/(?:NAME|FAMILY\.json)$/, ""))
        .filter((path) => statSync(join(root, path), { throwIfNoEntry: false }) === undefined)
        .map((path) => `${name}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  test("AGENTS.md is short", () => {
    expect(readFileSync(join(root, "AGENTS.md"), "utf8").split("\n").length).toBeLessThanOrEqual(101);
  });

  test("the lock file names no registry and holds every platform's packages", async () => {
    const text = readFileSync(join(root, "package-lock.json"), "utf8");
    expect(text).not.toContain('"resolved": "http');
    const { missingFrom } = await import("../scripts/complete-lock.mjs");
    expect(missingFrom(JSON.parse(text))).toEqual([]);
  });
});
