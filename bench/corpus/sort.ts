/**
 * Sorts collected rows into the corpus. In steps that can be interrupted and go on:
 *   sort.ts run BUILT I/N     each call bare, under strace, in a sandbox of its own (root)
 *   sort.ts label BUILT OUT   the labels by what it did; and, where BUILT holds what the runner was answered (`npm run corpus --
 *                             --answers BUILT/own.jsonl`, with `--mode acceptEdits` in edits.jsonl, with `--walls` in walls.jsonl), by that
 */
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { type Row, readLines } from "../../corpus/format.ts";
import { labelRows } from "./labels.ts";
import { listRows } from "./listed.ts";
import { moveCorpus } from "./moved.ts";
import { runRows } from "./ran.ts";

const [step, built = "", last = "0/1"] = process.argv.slice(2);
const [part = 0, parts = 1] = last.split("/").map(Number);
const rows = step === "move" || step === "list" ? [] : readLines<Row>(join(built, "rows.jsonl"));

/** Those of this part that are not done yet, in the order of their disks. */
function openWork<T extends { readonly key: string }>(name: string, keyOf: (row: Row) => string) {
  const path = join(built, `${name}-${part}.jsonl`);
  const done = new Set(existsSync(path) ? readLines<T>(path).map(({ key }) => key) : []);
  const mine = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    if (!done.has(key) && !mine.has(key) && Number.parseInt(row.disk.slice(1, 7), 16) % parts === part)
      mine.set(key, row);
  }
  const left = [...mine].map(([key, row]) => ({ key, row })).sort((a, b) => (a.row.disk < b.row.disk ? -1 : 1));
  return { left, keep: (line: T): void => appendFileSync(path, `${JSON.stringify(line)}\n`) };
}

if (step === "run") await runRows(built, part, openWork);
else if (step === "label") labelRows(built, last);
else if (step === "move") moveCorpus(built);
else if (step === "list") listRows(built, last);
else
  process.stderr.write(
    "usage: sort.ts run BUILT I/N, sort.ts label BUILT OUT, sort.ts move CORPUS, sort.ts list LIST FILE\n",
  );
