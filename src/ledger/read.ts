/** Reads ledgers for people: every record with its session, without a lock and without trusting the chain (`verify.ts` does that). */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Memory, SessionStart } from "../session/index.ts";
import { type Counters, type SessionRecord, sessionRecord } from "./entries.ts";
import { errorCode } from "./failure.ts";
import { sessionPlace } from "./place.ts";
import { isRecord } from "./record.ts";
import { folded, ledgerNames } from "./verify.ts";

export interface LoggedRecord {
  readonly session: string;
  readonly host: string | null;
  readonly seq: number;
  readonly entry: SessionRecord["entry"];
  readonly after: Counters;
}

export interface Harvest {
  readonly records: readonly LoggedRecord[];
  /** Lines that are no records. */
  readonly unreadable: number;
}

const NEWLINE = 0x0a;

/** A reader that remembers how far it came in every file: the next harvest is what was appended since. */
export class LedgerReader {
  readonly #stateDir: string;
  readonly #files = new Map<string, FileReader>();

  constructor(stateDir: string) {
    this.#stateDir = stateDir;
  }

  /** In the order of time; records of one session stay in their own order. */
  harvest(): Harvest {
    const harvests = ledgerNames(this.#stateDir).map((name) => this.#reader(name).harvest());
    const records = harvests.flatMap((one) => one.records);
    return {
      records: records.sort((a, b) => a.entry.at - b.entry.at),
      unreadable: harvests.reduce((sum, one) => sum + one.unreadable, 0),
    };
  }

  #reader(name: string): FileReader {
    const reader = this.#files.get(name) ?? new FileReader(sessionPlace(this.#stateDir, name).file);
    this.#files.set(name, reader);
    return reader;
  }
}

class FileReader {
  readonly #path: string;
  #offset = 0;
  #session = "";
  #start: SessionStart | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  harvest(): Harvest {
    const bytes = tail(this.#path, this.#offset);
    const records: LoggedRecord[] = [];
    let unreadable = 0;
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      const record = parsed(bytes.toString("utf8", from, end));
      from = end + 1;
      if (record === undefined) unreadable += 1;
      else records.push(this.#named(record));
    }
    this.#offset += from;
    return { records, unreadable };
  }

  #named({ seq, entry, after, session }: SessionRecord): LoggedRecord {
    if (session !== undefined) this.#session = session;
    if (entry.kind === "start") this.#start = entry.start;
    const own = entry.kind === "decision" ? entry.action.host : undefined;
    return { session: this.#session, host: own ?? this.#start?.host ?? null, seq, entry, after };
  }
}

/** What a session remembers, from its records alone. */
export const memoryOf = (records: readonly LoggedRecord[]): Memory | undefined =>
  records.reduce<Memory | undefined>((memory, record) => folded(memory, { ...record, session: undefined }), undefined);

/** The parsing edge of a line that nobody has verified. */
function parsed(line: string): SessionRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value) || typeof value.seq !== "number") return undefined;
    return sessionRecord({ value, at: { seq: value.seq, hash: "", length: 0 } });
  } catch {
    return undefined;
  }
}

function tail(path: string, from: number): Buffer {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
  try {
    const buffer = Buffer.allocUnsafe(Math.max(0, fstatSync(fd).size - from));
    return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, from));
  } finally {
    closeSync(fd);
  }
}
