/**
 * Speed and opacity of the shell reader on recorded commands, and its worst case on hostile ones.
 * SALLYPORT_DATA names the folder that holds commands.jsonl.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeUnknown } from "../src/contract/describe.ts";
import { diskWorld } from "../src/machine/index.ts";
import { isReadOnly, readShell } from "../src/watch/reading/index.ts";

const folder = process.env.SALLYPORT_DATA;
if (folder === undefined) {
  console.error("Set SALLYPORT_DATA to the folder that holds commands.jsonl.");
  process.exit(1);
}

interface Row {
  readonly command: string;
  readonly cwd: string;
}

const rows = readFileSync(join(folder, "commands.jsonl"), "utf8").trim().split("\n").map(parseRow);
const world = diskWorld({ home: "/home/someone", path: "/usr/local/bin:/usr/bin:/bin" });

function parseRow(line: string): Row {
  const row: unknown = JSON.parse(line);
  if (typeof row !== "object" || row === null || !("command" in row)) throw new Error("a row without a command");
  return { command: String(row.command), cwd: "cwd" in row && typeof row.cwd === "string" ? row.cwd : "/project" };
}

const read = (row: Row) => readShell(row.command, { cwd: row.cwd, projectRoot: row.cwd, world, written: new Set() });

/** Each command is read so often, and its best time counts: the machine's other work is not the reader's. */
const TIMES = 3;
const micros = rows.map(() => Number.POSITIVE_INFINITY);
for (let time = 0; time < TIMES; time += 1) {
  rows.forEach((row, index) => {
    const start = performance.now();
    read(row);
    micros[index] = Math.min(micros[index] ?? 0, (performance.now() - start) * 1_000);
  });
}

const why = new Map<string, number>();
const unclear = new Map<string, number>();
let opaque = 0;
let readOnly = 0;
for (const row of rows) {
  const reading = read(row);
  if (reading.opaque.length > 0) opaque += 1;
  for (const entry of reading.opaque) why.set(entry.why, (why.get(entry.why) ?? 0) + 1);
  if (isReadOnly(reading)) readOnly += 1;
  for (const effect of reading.effects) {
    if (effect.do !== "unknown") continue;
    const reason = describeUnknown(effect);
    unclear.set(reason, (unclear.get(reason) ?? 0) + 1);
  }
}

micros.sort((a, b) => a - b);
const at = (share: number): string =>
  (micros[Math.min(Math.floor(micros.length * share), micros.length - 1)] ?? 0).toFixed(0);
const percent = (count: number): string => `${((100 * count) / rows.length).toFixed(2)} % (${count})`;
console.log(`commands   ${rows.length}`);
console.log(`time, µs   best of ${TIMES}: median ${at(0.5)}  p90 ${at(0.9)}  p99 ${at(0.99)}  most ${at(1)}`);
console.log(`opaque     ${percent(opaque)}`);
console.log(`read-only  ${percent(readOnly)}`);
const top = (counts: Map<string, number>, title: string): void => {
  console.log(`\n${title}`);
  for (const [name, count] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, 25))
    console.log(`${String(count).padStart(6)}  ${name}`);
};
top(why, "why opaque");
if (process.argv.includes("--unclear")) top(unclear, "what is not understood");

const MEGABYTE = 1 << 20;
const PIECES = [
  "a ",
  "a;",
  "$(",
  "(",
  "{a,",
  "`",
  '"',
  "<<a ",
  "<<a\n",
  "$((",
  "${a:-",
  "a|",
  "[",
  "@(",
  "case a in ",
  "\\",
  "*",
  "\n",
  "a=(",
  "$",
  "f(){ ",
  "if ",
  "[[ ",
  "1+",
  "{1,2}",
  "<(a) ",
  "$(a)",
  "'",
  "x=$x$x;",
  "for i in a b c d e f g h;do ",
];
const HOSTILE = [
  ...PIECES.map((piece) => ({ name: piece, make: (length: number) => piece.repeat(Math.ceil(length / piece.length)) })),
  ...PIECES.map((piece) => ({
    name: `"${piece}`,
    make: (length: number) => `"${piece.repeat(Math.ceil(length / piece.length))}`,
  })),
  { name: "nested substitutions", make: (length: number) => nest("$(", ")", length) },
  { name: "nested quotes", make: (length: number) => nest('"$(', ')"', length) },
  { name: "nested braces", make: (length: number) => nest("{a,", "}", length) },
  { name: "nested groups", make: (length: number) => nest("{ ", ";}", length) },
  {
    name: "a long here-document",
    make: (length: number) => `cat <<E\n${"x $(y) \n".repeat(Math.ceil(length / 8))}E\n`,
  },
  { name: "many here-documents", make: (length: number) => "cat <<E\nx\nE\n".repeat(Math.ceil(length / 12)) },
  { name: "many functions", make: (length: number) => "f() { g; f; };f;".repeat(Math.ceil(length / 16)) },
  {
    name: "many variables",
    make: (length: number) => Array.from({ length: Math.ceil(length / 10) }, (_, i) => `v${i}=$v${i};`).join(""),
  },
  {
    name: "loops in loops",
    make: (length: number) => nest("for i in 1 2 3 4 5 6 7 8;do x=$x$i;", "done;", Math.min(length, 400)),
  },
  { name: "directories", make: (length: number) => "cd a;cat b*;".repeat(Math.ceil(length / 12)) },
];

function nest(open: string, close: string, length: number): string {
  const times = Math.ceil(length / (open.length + close.length));
  return `${open.repeat(times)}a${close.repeat(times)}`;
}

const slow: { readonly ms: number; readonly name: string; readonly length: number }[] = [];
for (const { name, make } of HOSTILE) {
  for (const length of [500, 2_000, 8_000, 32_000, MEGABYTE]) {
    const command = make(length);
    let ms = Number.POSITIVE_INFINITY;
    for (let time = 0; time < TIMES; time += 1) {
      const start = performance.now();
      read({ command, cwd: "/project" });
      ms = Math.min(ms, performance.now() - start);
    }
    slow.push({ ms, name, length: command.length });
  }
}
slow.sort((a, b) => b.ms - a.ms);
console.log("\nhostile, slowest first");
for (const each of slow.slice(0, 6)) {
  console.log(`${each.ms.toFixed(1).padStart(8)} ms  ${JSON.stringify(each.name)}, ${each.length} characters`);
}
