/** A share of the corpus through the gate; `npm run corpus` puts all of it through. CORPUS_SHARE and SALLYPORT_SEED draw others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { MOVED, type MovedLine } from "../bench/corpus/moved.ts";
import { LABELS, readCorpus, readLines } from "./format.ts";
import { gateGuard } from "./guards.ts";
import { type Held, holdCorpus, type Missed } from "./hold.ts";
import { fillNames, placesIn, takeNames } from "./names.ts";

const FOLDER = join(import.meta.dirname);
const share = Number(process.env.CORPUS_SHARE ?? "0.05");
const seed = process.env.SALLYPORT_SEED ?? "20261115";
const corpus = readCorpus(FOLDER);
const listed = (name: string): ReadonlySet<string> =>
  new Set(readLines<{ readonly id: string }>(join(FOLDER, `${name}.jsonl`)).map(({ id }) => id));
const tell = ({ row, now }: Missed): string =>
  `${row.id} [${row.from}] was ${row.was}, is ${now}: ${row.command ?? row.tool}`;

describe(`a share of ${share} of the corpus`, () => {
  let held: Held;
  beforeAll(async () => {
    held = await holdCorpus(corpus, gateGuard({}), { share, seed });
  });
  test.each(LABELS.filter((label) => label !== "dodge"))("%s is held", (label) => {
    expect(held.missed.filter((one) => one.label === label).map(tell)).toEqual([]);
  });
  test("nothing passes bare that did not, but what is listed", () => {
    const known = listed("now-bare");
    expect(held.nowBare.filter(({ row }) => !known.has(row.id)).map(tell)).toEqual([]);
  });
  test("rows of every label were put to it", () => {
    for (const label of LABELS)
      if (corpus.rows[label].length * share > 50) expect(held.counts[label]).toBeGreaterThan(0);
  });
});

describe("the rows", () => {
  const rows = LABELS.flatMap((label) => corpus.rows[label].map((row) => ({ label, row })));
  test("each stands once in its file", () => {
    for (const label of LABELS)
      expect(new Set(corpus.rows[label].map(({ id }) => id)).size).toBe(corpus.rows[label].length);
  });
  test("each has its disk, and each disk its files", () => {
    const disks = new Set(
      rows.flatMap(({ row }) => [row.disk, ...(row.earlier ?? []).flatMap(({ disk }) => disk ?? [])]),
    );
    for (const disk of disks)
      for (const { file } of corpus.treeOf(disk).values()) if (file !== undefined) corpus.bytesOf(file);
  });
  test("one that was moved is no longer where it was, by a reason that the README tells", () => {
    const lines = readLines<MovedLine>(MOVED);
    const readme = readFileSync(join(FOLDER, "README.md"), "utf8");
    expect(lines.map(({ id }) => id)).toEqual([...new Set(lines.map(({ id }) => id))].sort());
    expect(lines.filter(({ why }) => !readme.includes(`| \`${why}\` |`))).toEqual([]);
    expect(lines.filter(({ id, from }) => corpus.rows[from].some((row) => row.id === id))).toEqual([]);
  });
  test("what must never be allowed is asked of default settings", () => {
    for (const label of ["never", "unrun"] as const)
      expect(corpus.rows[label].filter(({ settings }) => settings !== undefined)).toEqual([]);
  });
});

describe("names of places", () => {
  const places = placesIn("/tmp/sallyport-aBc123");
  test.each([
    ["cat /tmp/sallyport-aBc123/home/code/app/a.txt", "cat @project/a.txt"],
    ["/tmp/sallyport-aBc123/home/x /tmp/sallyport-aBc123/homes", "@home/x @{home}s"],
    ["/tmp/sallyport-aBc123/home/code/app2", "@{project}2"],
    ["ls ../../../../sallyport-aBc123", "ls ../../../../@name"],
    ["npm i @home/x @box", "npm i @@home/x @@box"],
  ])("%s", (text, named) => {
    expect(takeNames(text, places)).toBe(named);
    expect(fillNames(takeNames(text, places), places)).toBe(text);
  });
});
