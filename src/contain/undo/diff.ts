/** How a saved file differs from what is there now, as lines. */
import { readFileSync } from "node:fs";
import type { UndoItem } from "./plan-undo.ts";
import { savedContent } from "./undo.ts";

const DIFF_BYTES_MAX = 256 << 10;

/** What would go (-) and what would come back (+); the lines both begin and end with are left out. */
export function diffOfSaved(item: UndoItem, stateDir: string, most: number): readonly string[] {
  const saved = item.now?.startsWith("file ") === true ? savedContent(item, stateDir) : undefined;
  const [before, now] = [textOf(saved), textOf(saved === undefined ? undefined : readNow(item.entry.path))];
  if (before === undefined || now === undefined) return [];
  let start = 0;
  while (start < Math.min(before.length, now.length) && before[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, now.length) - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  const lines = [
    `@@ line ${start + 1} @@`,
    ...now.slice(start, now.length - end).map((line) => `-${line}`),
    ...before.slice(start, before.length - end).map((line) => `+${line}`),
  ];
  return lines.length > most ? [...lines.slice(0, most), `… ${lines.length - most} lines more`] : lines;
}

/** The lines of a file that is gone, as they would come back; none where it is no text, or something stands there. */
export function contentOfSaved(item: UndoItem, stateDir: string, most: number): readonly string[] {
  const lines = item.now === "absent" ? (textOf(savedContent(item, stateDir)) ?? []) : [];
  const shown = lines.slice(0, most).map((line) => `+${line}`);
  return lines.length > most ? [...shown, `… ${lines.length - most} lines more`] : shown;
}

function readNow(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

const textOf = (content: Buffer | undefined): readonly string[] | undefined =>
  content === undefined || content.length > DIFF_BYTES_MAX || content.includes(0)
    ? undefined
    : content.toString("utf8").split("\n");
