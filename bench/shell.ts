/**
 * Speed and opacity of the shell reader on recorded commands, and its worst case on hostile ones.
 * SALLYPORT_DATA names the folder that holds commands.jsonl.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { diskWorld } from "../src/places/index.ts";
import { isReadOnly, readShell } from "../src/shell/index.ts";

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

for (const row of rows.slice(0, 1_000)) read(row);

const micros: number[] = [];
const why = new Map<string, number>();
const unclear = new Map<string, number>();
let opaque = 0;
let readOnly = 0;
for (const row of rows) {
  const start = performance.now();
  const reading = read(row);
  micros.push((performance.now() - start) * 1_000);
  if (reading.opaque.length > 0) opaque += 1;
  for (const entry of reading.opaque) why.set(entry.why, (why.get(entry.why) ?? 0) + 1);
  if (isReadOnly(reading)) readOnly += 1;
  for (const effect of reading.effects) {
    if (effect.do === "unknown") unclear.set(effect.detail, (unclear.get(effect.detail) ?? 0) + 1);
  }
}

micros.sort((a, b) => a - b);
const at = (share: number): string =>
  (micros[Math.min(Math.floor(micros.length * share), micros.length - 1)] ?? 0).toFixed(0);
const percent = (count: number): string => `${((100 * count) / rows.length).toFixed(2)} % (${count})`;
console.log(`commands   ${rows.length}`);
console.log(`time, µs   median ${at(0.5)}  p90 ${at(0.9)}  p99 ${at(0.99)}  most ${at(1)}`);
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
let slowest = { ms: 0, piece: "", length: 0 };
for (const piece of PIECES) {
  for (const length of [2_000, 8_000, 32_000, MEGABYTE]) {
    const command = piece.repeat(Math.ceil(length / piece.length));
    const start = performance.now();
    read({ command, cwd: "/project" });
    const ms = performance.now() - start;
    if (ms > slowest.ms) slowest = { ms, piece, length };
  }
}
console.log(
  `\nhostile    slowest ${slowest.ms.toFixed(1)} ms: ${JSON.stringify(slowest.piece)} repeated to ${slowest.length}`,
);
