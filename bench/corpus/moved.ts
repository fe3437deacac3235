/**
 * Rows whose label the script gets wrong, or for whom something else is promised now, by `moved.jsonl`; then each call has the label that
 * holds most of it. `node scripts/run.mjs bench/corpus/sort.ts move corpus`
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { LABELS, type Label, type Row, readLines } from "../../corpus/format.ts";

export type Labelled = Readonly<Record<Label, Map<string, Row>>>;

/** `why`: a reason of corpus/README.md. */
export interface MovedLine {
  readonly id: string;
  readonly from: Label;
  readonly to: Label;
  readonly why: string;
}

export const MOVED = join(process.cwd(), "bench/corpus/moved.jsonl");

export function moveRows(rows: Labelled, lines: readonly MovedLine[]): void {
  for (const { id, from, to } of lines) {
    const row = rows[from].get(id);
    if (row === undefined) continue;
    rows[from].delete(id);
    if (!rows[to].has(id)) rows[to].set(id, row);
  }
  for (const label of ["never", "unrun"] as const) {
    for (const id of rows.fine.keys()) rows[label].delete(id);
    for (const id of rows[label].keys()) rows.dodge.delete(id);
  }
}

/** In the folder of the corpus itself. */
export function moveCorpus(folder: string): void {
  const rows = Object.fromEntries(
    LABELS.map((label) => [label, new Map(readLines<Row>(join(folder, `${label}.jsonl`)).map((row) => [row.id, row]))]),
  ) as unknown as Labelled;
  moveRows(rows, readLines<MovedLine>(MOVED));
  writeLabels(rows, folder);
}

export function writeLabels(rows: Labelled, folder: string): void {
  for (const label of LABELS) writeLines(join(folder, `${label}.jsonl`), [...rows[label].values()].sort(byPlace));
}

export const writeLines = (path: string, lines: readonly object[]): void =>
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

const byPlace = (a: Row, b: Row): number => byText(a.from, b.from) || byText(a.disk, b.disk);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
