/**
 * The house in numbers, beside its goals: `npm run house`. Lines are those of files that ship, without tests; kB are minified, file by
 * file. What one must read to trust an allow is the closure, by imports that are there when the code runs, of the maker of allows and of
 * all makers of witnesses.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { transform } from "esbuild";
import {
  closureOf,
  crowdedFolders,
  cyclesIn,
  dataFiles,
  graphOf,
  hookTexts,
  linesOf,
  MOST_FILES_IN_A_FOLDER,
  roomOf,
  type Size,
  sizeOf,
  TRUSTED,
  trustedSize,
} from "../src/testing/house.ts";
import { listFiles, nodesIn, type Source, shippedSources } from "../src/testing/syntax.ts";

const GOALS = { lines: 75_000, files: 750, whole: 19_000, alone: 8_000 };
const FUNCTIONS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

const src = resolve("src");
const sources = shippedSources(src);
const minified = new Map(
  await Promise.all(
    sources.map(async ({ path, text }): Promise<[string, number]> => {
      const { code } = await transform(text, { loader: "ts", minify: true, target: "node20" });
      return [path, code.length];
    }),
  ),
);

const print = (...cells: readonly (string | number)[]): void =>
  console.log(cells.map((cell, i) => (i === 0 ? `${cell}`.padEnd(34) : `${cell}`.padStart(11))).join(""));
const count = (value: number): string => value.toLocaleString("en");
const kilobytes = (paths: readonly string[]): string =>
  count(Math.round(paths.reduce((sum, path) => sum + (minified.get(path) ?? 0), 0) / 1_000));
const functionsIn = (of: readonly Source[]): number =>
  of.reduce((sum, { program }) => sum + nodesIn(program).filter(({ type }) => FUNCTIONS.has(type)).length, 0);
const sizes = ({ files, lines }: Size): readonly string[] => [count(files), count(lines)];

printRooms();
printOthers();
printShape();
printTrusted();

function printRooms(): void {
  const data = dataFiles(src);
  print("room", "files", "lines", "min. kB", "functions", "data files", "data lines");
  const row = (name: string, own: readonly Source[], rows: typeof data): void =>
    print(
      name,
      ...sizes(sizeOf(own.map(({ text }) => text))),
      kilobytes(own.map(({ path }) => path)),
      count(functionsIn(own)),
      ...sizes(sizeOf(rows.map(({ text }) => text))),
    );
  const rooms = [...new Set([...sources, ...data].map(({ path }) => roomOf(path)))].sort();
  for (const room of rooms)
    row(
      room,
      sources.filter(({ path }) => roomOf(path) === room),
      data.filter(({ path }) => roomOf(path) === room),
    );
  row("src", sources, data);
  print("goal", count(GOALS.files), count(GOALS.lines));
}

/** Counted too: programs that build it, and the lines a host starts. */
function printOthers(): void {
  console.log();
  const scripts = listFiles(resolve("scripts")).map((path) => readFileSync(path, "utf8"));
  print("scripts", ...sizes(sizeOf(scripts)));
  print("the hook's lines", ...sizes(sizeOf(hookTexts(src))));
}

function printShape(): void {
  console.log();
  const crowded = crowdedFolders(sources);
  print(`folders over ${MOST_FILES_IN_A_FOLDER} files (goal 0)`, crowded.length);
  for (const [folder, files] of crowded) print(`  ${folder}`, files);
  const cycles = cyclesIn(graphOf(sources));
  print("cycles of imports (goal 0)", cycles.length);
  for (const cycle of cycles) print(`  ${cycle[0]} …`, cycle.length);
  print("duplicates", duplicates());
}

/** The last line of the command that counts them, where there is one. */
function duplicates(): string {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  if (typeof scripts.duplicates !== "string") return "not counted";
  const said = execFileSync("npm", ["run", "--silent", "duplicates"], { encoding: "utf8" });
  return said.trim().split("\n").at(-1) ?? "";
}

function printTrusted(): void {
  console.log();
  print("what one reads to trust an allow", "files", "lines", "min. kB", "goal");
  const graph = graphOf(sources);
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const row = (name: string, which: keyof typeof TRUSTED): void => {
    const paths = [...closureOf(TRUSTED[which], graph)].sort();
    print(name, ...sizes(trustedSize(which, sources, src)), kilobytes(paths), count(GOALS[which]));
    for (const room of new Set(paths.map(roomOf))) {
      const own = paths.filter((path) => roomOf(path) === room);
      print(`  ${room}`, count(own.length), count(own.reduce((sum, path) => sum + linesOf(texts.get(path) ?? ""), 0)));
    }
  };
  row("whole", "whole");
  row("without walls, model, person", "alone");
  const program = [...closureOf(["cli/hook-bin.ts"], graph)];
  print(
    "all that a hook could load",
    ...sizes(sizeOf(program.map((path) => texts.get(path) ?? ""))),
    kilobytes(program),
  );
}
