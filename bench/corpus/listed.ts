/**
 * Lines of a list (`moved`, `now-bare`, `now-walled`): one a row, by id. `node scripts/run.mjs bench/corpus/sort.ts list LIST FILE` puts
 * those of FILE in, each in place of the row's own.
 */
import { join } from "node:path";
import { readLines } from "../../corpus/format.ts";
import { MOVED, writeLines } from "./moved.ts";

interface ListedLine {
  readonly id: string;
  readonly why: string;
}

export function listRows(list: string, file: string): void {
  const path = list === "moved" ? MOVED : join(process.cwd(), "corpus", `${list}.jsonl`);
  const lines = new Map(
    [...readLines<ListedLine>(path), ...readLines<ListedLine>(file)].map((line) => [line.id, line]),
  );
  writeLines(
    path,
    [...lines.keys()].sort().flatMap((id) => lines.get(id) ?? []),
  );
}
