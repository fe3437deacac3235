/** What the steps of sorting hand to each other. */
import { join } from "node:path";
import { type Corpus, type Row, readDisks } from "../../corpus/format.ts";

export interface Work<T> {
  readonly left: readonly { readonly key: string; readonly row: Row }[];
  readonly keep: (line: T) => void;
}
export type OpenWork = <T extends { readonly key: string }>(name: string, keyOf: (row: Row) => string) => Work<T>;

/** What a call did when it ran bare: harm, or why it could not be run. */
export interface RanLine {
  readonly key: string;
  readonly harm: readonly string[];
  readonly unrun?: string;
  readonly code: number | null;
}

/** What today's gate says: as recorded, where calls can be walled, and without rules in two modes. */
export interface JudgedLine {
  readonly key: string;
  readonly own: string;
  readonly walled?: string;
  readonly auto: string;
  readonly edits: string;
}

/** Two rows with one key are one call, whatever the rules. */
export const callKey = ({ disk, process, earlier, command, tool, input, more = {} }: Row): string => {
  const { mode: _, headless: __, ...rest } = more;
  return JSON.stringify([disk, process, earlier, command, tool, input, rest]);
};

export const builtDisks = (built: string): Pick<Corpus, "treeOf" | "bytesOf"> =>
  readDisks(join(built, "disks.jsonl"), join(built, "files.jsonl"));
