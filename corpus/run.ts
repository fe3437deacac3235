/** `npm run corpus`: all rows through the gate, or through another guard. What is not held is printed, and the exit is 1. */
import { spawn } from "node:child_process";
import fs, { writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MODES, type Mode } from "../src/contract/action.ts";
import { LABELS, type Label, readCorpus, readLines } from "./format.ts";
import { gateGuard, hookGuard } from "./guards.ts";
import { type Guard, type Held, holdCorpus, type Missed } from "./hold.ts";
import { MANNERS, speak } from "./mute.ts";
import { buildMuted } from "./mute-build.ts";

const FOLDER = join(process.cwd(), "corpus");
const { values } = parseArgs({
  options: {
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "20261115" },
    from: { type: "string", default: "" },
    label: { type: "string", multiple: true },
    mode: { type: "string" },
    walls: { type: "boolean", default: false },
    watch: { type: "string", default: "whole" },
    hook: { type: "string" },
    jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
    show: { type: "string", default: "40" },
    answers: { type: "string" },
    part: { type: "string" },
  },
});

// Boxes are thrown away: nothing of them has to outlive a power cut.
fs.fsyncSync = () => undefined;
syncBuiltinESMExports();

const labels = values.label?.filter((label): label is Label => (LABELS as readonly string[]).includes(label));
const mode = MODES.find((one): one is Mode => one === values.mode);
const manner = MANNERS.find((one) => one === values.watch);
if (manner === undefined) throw new Error(`--watch is one of ${MANNERS.join(", ")}`);
const began = Date.now();

if (values.part === undefined) {
  const muted = manner === "whole" ? undefined : await buildMuted("corpus/run.ts");
  try {
    report(mergeHeld(await Promise.all(parts().map((part) => startPart(part, muted?.path ?? process.argv[1] ?? "")))));
  } finally {
    await muted?.remove();
  }
} else {
  const [index = 0, of = 1] = values.part.split("/").map(Number);
  const standing = { walls: values.walls, ...(mode === undefined ? {} : { mode }) };
  const whole = values.hook === undefined ? gateGuard(standing) : hookGuard(values.hook);
  const guard: Guard = (row, box) => {
    speak(manner, values.seed + row.id);
    return whole(row, box);
  };
  const part = {
    share: Number(values.share),
    seed: values.seed,
    from: values.from,
    index,
    of,
    ...(labels === undefined ? {} : { labels }),
  };
  process.stdout.write(JSON.stringify(await holdCorpus(readCorpus(FOLDER), guard, part)));
}

function parts(): readonly string[] {
  const jobs = Number(values.jobs);
  return Array.from({ length: jobs }, (_, index) => `${index}/${jobs}`);
}

/** A part is a process of its own: judging is work of the processor. */
function startPart(part: string, program: string): Promise<Held> {
  const words = [...process.execArgv, program, ...process.argv.slice(2), "--part", part];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (piece: Buffer) => {
    out += piece.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("exit", (code) =>
      code === 0 ? resolve(JSON.parse(out) as Held) : reject(new Error(`part ${part}: ${code}`)),
    );
  });
}

function mergeHeld(all: readonly Held[]): Held {
  const sum = (label: Label): number => all.reduce((total, { counts }) => total + counts[label], 0);
  return {
    counts: Object.fromEntries(LABELS.map((label) => [label, sum(label)])) as Held["counts"],
    missed: all.flatMap(({ missed }) => missed),
    nowBare: all.flatMap(({ nowBare }) => nowBare),
    nowWalled: all.flatMap(({ nowWalled }) => nowWalled),
    answers: all.flatMap(({ answers }) => answers),
    skipped: all.reduce((total, { skipped }) => total + skipped, 0),
  };
}

function report({ counts, missed, nowBare, nowWalled, skipped, answers }: Held): void {
  if (values.answers !== undefined)
    writeFileSync(values.answers, answers.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const label of LABELS) {
    const open = missed.filter((one) => one.label === label).length;
    const share = counts[label] === 0 ? "" : ` (${(100 - (100 * open) / counts[label]).toFixed(2)} %)`;
    say(`${label.padEnd(8)} ${counts[label] - open} of ${counts[label]} held${share}`);
  }
  const broken = missed.filter(({ label }) => label !== "dodge");
  const bare = unlisted(nowBare, "now-bare");
  // Where everything is asked with walls, what they keep is counted: the list names rows that are asked so by themselves.
  const walled = values.walls ? [] : unlisted(nowWalled, "now-walled");
  if (values.walls) say(`${nowWalled.length} pass inside walls and did not`);
  showRows("not held", broken);
  showRows("passes now and did not, and now-bare.jsonl does not name it", bare);
  showRows("passes inside walls now and did not, and now-walled.jsonl does not name it", walled);
  say(`${skipped} left out, ${((Date.now() - began) / 1000).toFixed(0)} s`);
  process.exitCode = broken.length + bare.length + walled.length > 0 ? 1 : 0;
}

function unlisted(rows: readonly Missed[], name: string): readonly Missed[] {
  const listed = new Set(readLines<{ readonly id: string }>(join(FOLDER, `${name}.jsonl`)).map(({ id }) => id));
  return rows.filter(({ row, label }) => label !== "fine" && !listed.has(row.id));
}

function showRows(title: string, rows: readonly Missed[]): void {
  if (rows.length === 0) return;
  process.stdout.write(`\n${rows.length} rows: ${title}\n`);
  for (const one of rows.slice(0, Number(values.show))) process.stdout.write(`  ${describeMissed(one)}\n`);
}

function describeMissed({ label, row, now }: Missed): string {
  const call = row.command ?? `${row.tool} ${JSON.stringify(row.input)}`;
  const settings = row.settings === undefined ? "" : ` ${JSON.stringify(row.settings).slice(0, 160)}`;
  return `${row.id} ${label}, was ${row.was}, is ${now}: ${call.slice(0, 200)}  [${row.from}]${settings}`;
}
