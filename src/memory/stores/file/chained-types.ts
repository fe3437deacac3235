/** What a chained file is made of, and what it says of itself. */
import type * as nodeFs from "node:fs";
import type { ChainedRecord, Position } from "../../record/index.ts";

export type LedgerFs = Pick<
  typeof nodeFs,
  | "openSync"
  | "closeSync"
  | "readSync"
  | "writeSync"
  | "lstatSync"
  | "fstatSync"
  | "fdatasync"
  | "fdatasyncSync"
  | "fsyncSync"
  | "ftruncateSync"
  | "readFileSync"
  | "renameSync"
  | "unlinkSync"
>;

export interface ChainPlace {
  readonly file: string;
  readonly head: string;
  /** Where bytes are kept that were not written to their end: `<aside>-1`, `<aside>-2`, … */
  readonly aside: string;
  /** What the first record's `prev` stands for. */
  readonly name: string;
}

/** Whoever makes sense of the records. */
export interface ChainFollower {
  /** Begin again at the newest position that can be trusted: at most `head`, and in `file`. */
  readonly restart: (head: Position, origin: Position) => Position;
  /** Takes a record; a sentence is an objection, and the file counts as damaged. May throw a `LedgerError`. */
  readonly take: (record: ChainedRecord) => string | undefined;
}

export interface TornLine {
  readonly bytes: number;
  readonly keptIn: string;
}

/** Records the head knows and the file does not have any more. */
export interface LostRecords {
  readonly first: number;
  readonly last: number;
}

export interface SyncResult {
  readonly born: boolean;
  readonly torn: TornLine | undefined;
  readonly lost: LostRecords | undefined;
}

export const nothingFound = (born: boolean): SyncResult => ({ born, torn: undefined, lost: undefined });

/** A line that continues no chain, or a record that does and is objected to. */
export interface WrongLine {
  readonly kind: "line" | "objection";
  readonly why: string;
}

export const notTheHead = (head: Position): string => `record ${head.seq} is not the one its head knows`;
