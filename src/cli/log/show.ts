/** The records of the ledger that a person asked for, in the form they asked for. */
import { setTimeout as pause } from "node:timers/promises";
import { openStore } from "../../app/index.ts";
import { all, ok, type Result } from "../../contract/result.ts";
import {
  type LoggedRecord,
  matchesFilter,
  parseBehaviors,
  parseMoment,
  parseSteps,
  type RecordFilter,
} from "../../memory/index.ts";
import type { LogGiven } from "../commands/log.ts";
import type { CliIo } from "../io.ts";
import { painter, tell } from "../style.ts";
import { CSV_HEADER, formatCsv, formatJson, formatRecord } from "./format.ts";

const FOLLOW_PAUSE_MS = 250;
const MIN_COLUMNS = 40;

export async function showRecords({ options, misuse }: LogGiven, io: CliIo): Promise<number> {
  const filter = filterOf(options, io.now());
  if (!filter.ok) return misuse(filter.error);
  const limit = options.limit === undefined ? Number.POSITIVE_INFINITY : Number(options.limit);
  if (!(limit >= 1)) return misuse(`--limit takes a number, not "${options.limit}"`);
  if (options.json && options.csv) return misuse("--json or --csv, not both");

  const reader = openStore(io).reader();
  const format = formatFor(options, io);
  let shown = 0;
  const print = (records: readonly LoggedRecord[]): void => {
    for (const record of records) io.stdout.write(format(record));
    shown += records.length;
  };
  if (options.csv) io.stdout.write(CSV_HEADER);
  const first = await reader.next();
  const matching = first.records.filter((record) => matchesFilter(filter.value, record));
  print(limit === Number.POSITIVE_INFINITY ? matching : matching.slice(-limit));
  let { unreadable, newer } = first;
  while (options.follow && io.signal?.aborted !== true) {
    await pause(FOLLOW_PAUSE_MS);
    const next = await reader.next();
    print(next.records.filter((record) => matchesFilter(filter.value, record)));
    unreadable += next.unreadable;
    newer += next.newer;
  }
  if (unreadable > 0) tell(io, `${unreadable} lines are no records; see sallyport log verify`);
  if (newer > 0) tell(io, `${newer} records were written by a newer version and are not shown`);
  if (shown === 0 && !options.json && !options.csv) tell(io, "no record matches");
  return 0;
}

/** For a person, a record depends on the one above it: day and session are said when they change. */
function formatFor({ json, csv }: LogGiven["options"], io: CliIo): (record: LoggedRecord) => string {
  if (json) return formatJson;
  if (csv) return formatCsv;
  const page = { paint: painter(io.stdout, io.env), columns: Math.max(io.stdout.columns || 80, MIN_COLUMNS) };
  let above: LoggedRecord | undefined;
  return (record) => {
    const lines = formatRecord(record, above, page);
    above = record;
    return lines;
  };
}

function filterOf(options: LogGiven["options"], now: number): Result<RecordFilter> {
  const parsed = <T>(text: string | undefined, parse: (text: string) => Result<T>): Result<T | undefined> =>
    text === undefined ? ok(undefined) : parse(text);
  const { session, host, topic, text } = options;
  const filter = all({
    since: parsed(options.since, (one) => parseMoment(one, now)),
    until: parsed(options.until, (one) => parseMoment(one, now)),
    by: parsed(options.by, parseSteps),
    behavior: parsed(options.behavior, parseBehaviors),
  });
  return filter.ok ? ok({ ...filter.value, session, host, topic, text }) : filter;
}
