/** A table for a terminal: figures as wide as they are, names cut to what is left. */
import { cut, type Page, visible } from "./style.ts";

const MIN_NAME = 12;
const MAX_NAME = 40;
const GAP = 2;

export interface TextTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [string, ...(readonly string[])])[];
}

export function formatTable({ title, columns: heads, rows }: TextTable, { paint, columns }: Page): readonly string[] {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i + 1]?.length ?? 0)) + GAP);
  const left = columns - widths.reduce((sum, width) => sum + width, 0) - GAP;
  const longest = Math.max(title.length - GAP, ...rows.map(([name]) => visible(name).length));
  const name = Math.max(Math.min(left, longest, MAX_NAME), MIN_NAME);
  const cells = (texts: readonly string[]): string => texts.map((text, i) => text.padStart(widths[i] ?? 0)).join("");
  return [
    `${paint("bold", cut(title, name + GAP))}${" ".repeat(Math.max(name + GAP - title.length, 0))}${cells(heads)}`,
    ...rows.map(([first, ...rest]) => `${" ".repeat(GAP)}${cut(visible(first), name).padEnd(name)}${cells(rest)}`),
  ];
}
