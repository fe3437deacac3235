/** The newest records of all sessions, read from the ends of their files: as much is read as is asked for, not as there is. */
import { type LoggedRecord, parseFields, parseRecord, sessionName } from "../../record/index.ts";
import { nameRecord } from "../page.ts";
import { LedgerError, type NewestRequest, type RecordPage } from "../store.ts";
import { linesFromEnd, linesFromStart, sessionsByTime } from "./files.ts";
import { sessionPlace } from "./place.ts";

/** A record is made a moment before its file is written: a file touched longer before than this holds nothing newer. */
const SLACK_MS = 2_000;

type LookedAt = Omit<RecordPage, "records">;

export function newestInLedger(stateDir: string, request: NewestRequest): RecordPage {
  const found = new NewestList(request);
  let [unreadable, newer] = [0, 0];
  const only = request.session === undefined ? undefined : sessionName(request.session);
  for (const { name, touched } of sessionsByTime(stateDir)) {
    if (touched + SLACK_MS < found.oldest) break;
    if (only !== undefined && name !== only) continue;
    const looked = readFromEnd(sessionPlace(stateDir, name).file, found, request.matches);
    unreadable += looked.unreadable;
    newer += looked.newer;
  }
  return { records: found.records(), unreadable, newer };
}

/** Until a record is too old to be among the newest. Within a session later records count as later, whatever the clock did. */
function readFromEnd(file: string, found: NewestList, matches: NewestRequest["matches"]): LookedAt {
  let [unreadable, newer, time] = [0, 0, Number.POSITIVE_INFINITY];
  let name: ReturnType<typeof namerOf> | undefined;
  try {
    for (const line of linesFromEnd(file)) {
      const parsed = parseLineOf(line);
      if (parsed?.kind === "newer") newer += 1;
      else if (parsed?.kind !== "record") unreadable += 1;
      else {
        time = Math.min(time, parsed.record.entry.at);
        if (time < found.oldest) break;
        name ??= namerOf(file);
        const record = name(parsed.record);
        if (matches(record)) found.add({ time, record });
      }
    }
  } catch (error) {
    // What is no file has no records; `verify` says what it is.
    if (!(error instanceof LedgerError)) throw error;
    unreadable += 1;
  }
  return { unreadable, newer };
}

/** The first record of a file says whose the others are. */
function namerOf(file: string) {
  const [line] = linesFromStart(file);
  const first = line === undefined ? undefined : parseLineOf(line);
  const { session = "", entry } = first?.kind === "record" ? first.record : {};
  const start = entry?.kind === "start" ? entry.start : undefined;
  return (record: Parameters<typeof nameRecord>[2]): LoggedRecord => nameRecord(session, start, record);
}

function parseLineOf(line: Buffer) {
  const fields = parseFields(line.toString("utf8"));
  return typeof fields?.seq === "number" ? parseRecord(fields, fields.seq) : undefined;
}

interface TimedRecord {
  readonly time: number;
  readonly record: LoggedRecord;
}

/** At most twice as many as are asked for are held at any time. */
class NewestList {
  readonly #limit: number;
  #list: TimedRecord[] = [];
  /** What is older than this is not among the newest. */
  oldest: number;

  constructor({ limit, since = Number.NEGATIVE_INFINITY }: NewestRequest) {
    this.#limit = limit;
    this.oldest = since;
  }

  add(one: TimedRecord): void {
    this.#list.push(one);
    if (this.#list.length === this.#limit || this.#list.length >= 2 * this.#limit) this.#cut();
  }

  /** In the order of time, those of one session in their own order. */
  records(): readonly LoggedRecord[] {
    this.#cut();
    return this.#list.map(({ record }) => record);
  }

  #cut(): void {
    this.#list = this.#list.sort(byTime).slice(-this.#limit);
    if (this.#list.length === this.#limit) this.oldest = Math.max(this.oldest, this.#list[0]?.time ?? 0);
  }
}

function byTime(a: TimedRecord, b: TimedRecord): number {
  if (a.time !== b.time) return a.time - b.time;
  if (a.record.session === b.record.session) return a.record.seq - b.record.seq;
  return a.record.session < b.record.session ? -1 : 1;
}
