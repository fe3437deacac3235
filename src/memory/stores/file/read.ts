/** Reads ledgers for people: every record with its session, without a lock and without trusting the chain (`verify.ts` does that). */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { Decision } from "../../../contract/decision.ts";
import { APPROVABLE_FOR_MS, type LedgerEntry, type Memory, type SessionStart } from "../../../contract/session.ts";
import { type Counters, type SessionRecord, sessionRecord } from "../../record/entries.ts";
import { isRecord } from "../../record/record.ts";
import { approvable } from "../../session/index.ts";
import { sessionPlace } from "./place.ts";
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

  /** In the order of time; records of one session stay in their own order, whatever the clock did. */
  harvest(): Harvest {
    const sessions = this.sessions();
    return {
      records: sessions
        .flatMap(timed)
        .sort((a, b) => a.time - b.time)
        .map(({ record }) => record),
      unreadable: sessions.reduce((sum, one) => sum + one.unreadable, 0),
    };
  }

  /** Session by session. Only of files touched since then, if said. */
  sessions(touchedSince = 0): readonly Harvest[] {
    return ledgerNames(this.#stateDir).map((name) => this.#reader(name).harvest(touchedSince));
  }

  #reader(name: string): FileReader {
    const reader = this.#files.get(name) ?? new FileReader(sessionPlace(this.#stateDir, name).file);
    this.#files.set(name, reader);
    return reader;
  }
}

function timed({ records }: Harvest): readonly { readonly time: number; readonly record: LoggedRecord }[] {
  let time = Number.NEGATIVE_INFINITY;
  return records.map((record) => {
    time = Math.max(time, record.entry.at);
    return { time, record };
  });
}

class FileReader {
  readonly #path: string;
  #offset = 0;
  #session = "";
  #start: SessionStart | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  harvest(touchedSince: number): Harvest {
    const bytes = tail(this.#path, this.#offset, touchedSince);
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

/** A decision that was no allow, as it is on record. */
export interface Asked {
  readonly session: string;
  readonly start: SessionStart;
  readonly at: number;
  readonly action: DecisionEntry["action"];
  readonly decision: Decision;
  readonly targets: string;
  /** Why it cannot be approved; null where it can. */
  readonly refusal: string | null;
}
type DecisionEntry = Extract<LedgerEntry, { kind: "decision" }>;

/** What was asked or denied lately in any session, newest first. */
export function waitingIn(reader: LedgerReader, now: number): readonly Asked[] {
  const sessions = reader.sessions(now - APPROVABLE_FOR_MS);
  return sessions.flatMap(({ records }) => askedIn(records, now)).sort((a, b) => b.at - a.at);
}

function askedIn(records: readonly LoggedRecord[], now: number): readonly Asked[] {
  const memory = records.reduce<Memory | undefined>((before, { seq, entry, after }) => {
    return folded(before, { seq, entry, after, session: undefined });
  }, undefined);
  if (memory === undefined) return [];
  return records.flatMap(({ session, entry }) => {
    if (entry.kind !== "decision" || entry.decision.behavior === "allow" || now - entry.at > APPROVABLE_FOR_MS)
      return [];
    const { at, action, decision, targets } = entry;
    const waiting = approvable(memory, decision.id, now);
    return [
      {
        session,
        start: memory.start,
        at,
        action,
        decision,
        targets,
        refusal: typeof waiting === "string" ? waiting : null,
      },
    ];
  });
}

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

function tail(path: string, from: number, touchedSince: number): Buffer {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.size <= from || found.mtimeMs < touchedSince) return Buffer.alloc(0);
  const fd = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(found.size - from);
    return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, from));
  } finally {
    closeSync(fd);
  }
}
