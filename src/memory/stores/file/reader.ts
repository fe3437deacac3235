/** Reads ledgers for people: every record with its session, without a lock and without trusting the chain (`verify` does that). */
import { lstatSync } from "node:fs";
import type { SessionStart } from "../../../contract/session.ts";
import { type LoggedRecord, parseFields, parseRecord, splitLines } from "../../record/index.ts";
import { mergePages, nameRecord } from "../page.ts";
import { LedgerError, type RecordPage, type RecordReader } from "../store.ts";
import { piecesOf, sessionNames } from "./files.ts";
import { sessionPlace } from "./place.ts";

/** Remembers how far it came in every file: the next page is what was appended since. */
export function ledgerReader(stateDir: string): RecordReader {
  const files = new Map<string, SessionLines>();
  const next = (name: string): readonly RecordPage[] => {
    const lines = files.get(name) ?? new SessionLines();
    files.set(name, lines);
    const { file } = sessionPlace(stateDir, name);
    return lines.isAtEnd(file) ? [] : [lines.readFile(file)];
  };
  return { next: async () => mergePages(sessionNames(stateDir).flatMap(next)) };
}

/** The lines of one session, as they come. */
export class SessionLines {
  #session = "";
  #start: SessionStart | undefined;
  /** How many bytes were whole lines so far. */
  #offset = 0;

  get start(): SessionStart | undefined {
    return this.#start;
  }

  /** Nothing was appended since: known without opening it. */
  isAtEnd(file: string): boolean {
    return this.#offset > 0 && lstatSync(file, { throwIfNoEntry: false })?.size === this.#offset;
  }

  /** What was appended since. What is no file has no records, and keeps nobody from the others: `verify` says what it is. */
  readFile(file: string): RecordPage {
    const pages: RecordPage[] = [];
    let open: Buffer = Buffer.alloc(0);
    try {
      for (const piece of piecesOf(file, this.#offset)) {
        const bytes = open.length === 0 ? piece : Buffer.concat([open, piece]);
        const before = this.#offset;
        pages.push(this.#read(bytes));
        open = bytes.subarray(this.#offset - before);
      }
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      pages.push({ records: [], unreadable: 1, newer: 0 });
    }
    return {
      records: pages.flatMap(({ records }) => records),
      unreadable: pages.reduce((sum, { unreadable }) => sum + unreadable, 0),
      newer: pages.reduce((sum, { newer }) => sum + newer, 0),
    };
  }

  /** `bytes` begin at `offset`; a line that is not whole is left for the next time. */
  #read(bytes: Buffer): RecordPage {
    const records: LoggedRecord[] = [];
    let [unreadable, newer] = [0, 0];
    const { lines, rest } = splitLines(bytes);
    for (const line of lines) {
      const fields = parseFields(line.toString("utf8"));
      const parsed = typeof fields?.seq === "number" ? parseRecord(fields, fields.seq) : undefined;
      if (parsed?.kind === "newer") newer += 1;
      else if (parsed?.kind !== "record") unreadable += 1;
      else {
        const { record } = parsed;
        if (record.session !== undefined) this.#session = record.session;
        if (record.entry.kind === "start") this.#start = record.entry.start;
        records.push(nameRecord(this.#session, this.#start, record));
      }
    }
    this.#offset += bytes.length - rest.length;
    return { records, unreadable, newer };
  }
}
