/** `sallyport log`: reads the ledger, checks it, and removes old sessions. */
import { setTimeout as pause } from "node:timers/promises";
import { findDecision, openStore, pointOfDecision, stateDir } from "../../app/index.ts";
import { all, ok, type Result } from "../../contract/result.ts";
import {
  type LoggedRecord,
  matchesFilter,
  parseBehaviors,
  parseDuration,
  parseMoment,
  parseSteps,
  type RecordFilter,
} from "../../memory/index.ts";
import { command, type GivenArguments } from "../command.ts";
import { CSV_HEADER, formatCsv, formatJson, formatOne, formatRecord } from "../log/format.ts";
import { flag, text } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { notAgents } from "../terminal/person.ts";
import { pageOf, painter, refuse, tell, visible } from "../terminal/style.ts";

const FOLLOW_PAUSE_MS = 250;
const MIN_COLUMNS = 40;
/** Said with every good result: an unkeyed chain shows no more. */
const LIMITS = "Whoever owns the state directory could have rewritten all of it.";

const OPTIONS = {
  since: text("T", "2025-06-01, 2025-06-01T14:30, or how long ago: 12h, 7d"),
  until: text("T", "the same"),
  session: text("ID", "one session"),
  host: text("NAME", "claude-code, codex, …"),
  by: text("STEP[,STEP]", "the step that decided: classifier, denyRule, …"),
  behavior: text("B[,B]", "allow, ask, deny, abort"),
  topic: text("TEXT", "the topic or rule that decided contains TEXT"),
  text: text("TEXT", "anything in the record contains TEXT"),
  limit: text("N", "only the newest N"),
  follow: flag("go on as records are made", "f"),
  all: flag("also further events of a decision, which say nothing to a person"),
  json: flag("for programs"),
  csv: flag("for spreadsheets"),
  "older-than": text("T", "with purge: how old, 30d"),
  "dry-run": flag("with purge: only say what would go"),
  damaged: flag("with purge: also sessions whose record does not hold"),
};

type LogGiven = GivenArguments<typeof OPTIONS>;

export const log = command({
  name: "log",
  about: "read, verify and purge the ledger",
  usage: [
    ["sallyport log", "every record, oldest first"],
    [
      "sallyport log ID",
      "one decision by its id, or the first 8 characters of it: why, what clears it, its restore point",
    ],
    [
      "sallyport log verify",
      "checks that no record was changed, removed or moved (exit 0; cut ends are noted), or names the first (exit 1)",
    ],
    ["sallyport log purge --older-than 30d", "removes whole sessions that ended longer ago, and records that it did"],
  ],
  options: OPTIONS,
  positionals: 1,
  run: (given, io) => {
    const [what] = given.words;
    switch (what) {
      case undefined:
        return showRecords(given, io);
      case "verify":
        return verify(given, io);
      case "purge":
        return purgeOld(given, io);
      default:
        return isIdLike(what) ? showOne(what, given, io) : given.misuse(`there is no "log ${what}"`);
    }
  },
});

/** No word anybody would type for something else. */
const isIdLike = (word: string): boolean => /^[0-9a-f-]{8,}$|^(?=.*\d)[\w.:-]{8,}$/i.test(word);

async function showOne(id: string, { options }: LogGiven, io: CliIo): Promise<number> {
  const store = openStore(io);
  try {
    const found = await findDecision(store, id);
    if (!found.ok) return refuse(io, found.error);
    const restore = pointOfDecision(found.value, stateDir(io.env))?.id ?? null;
    const { session, host, byHand, entry } = found.value;
    const value = { session, time: new Date(entry.at).toISOString(), host, byHand, ...entry, restore };
    io.stdout.write(
      options.json ? `${JSON.stringify(value)}\n` : formatOne(found.value, restore, pageOf(io.stdout, io.env)),
    );
    return 0;
  } finally {
    await store.close();
  }
}

async function showRecords({ options, misuse }: LogGiven, io: CliIo): Promise<number> {
  const filter = filterOf(options, io.now());
  if (!filter.ok) return misuse(filter.error);
  const limit = options.limit === undefined ? Number.POSITIVE_INFINITY : Number(options.limit);
  if (!(limit >= 1)) return misuse(`--limit takes a number, not "${options.limit}"`);
  if (options.json && options.csv) return misuse("--json or --csv, not both");

  const store = openStore(io);
  const reader = store.reader();
  const format = formatFor(options, io);
  let shown = 0;
  const print = (records: readonly LoggedRecord[]): void => {
    for (const record of records) io.stdout.write(format(record));
    shown += records.length;
  };
  if (options.csv) io.stdout.write(CSV_HEADER);
  const { since, session } = filter.value;
  const isForPrograms = options.json || options.csv;
  const matches = (record: LoggedRecord): boolean =>
    (options.all || isForPrograms || record.entry.kind !== "joined") && matchesFilter(filter.value, record);
  const isPart = limit !== Number.POSITIVE_INFINITY && !options.follow;
  const first = isPart ? await store.newest({ limit, since, session, matches }) : await reader.next();
  print(newestOf(first.records.filter(matches), limit));
  let { unreadable, newer } = first;
  while (options.follow && io.signal?.aborted !== true) {
    await pause(FOLLOW_PAUSE_MS);
    const next = await reader.next();
    print(next.records.filter(matches));
    unreadable += next.unreadable;
    newer += next.newer;
  }
  if (unreadable > 0) tell(io, `${unreadable} lines are no records; see sallyport log verify`);
  if (newer > 0) tell(io, `${newer} records were written by a newer version and are not shown`);
  if (shown === 0 && !isForPrograms) tell(io, "no record matches");
  return 0;
}

const newestOf = <T>(records: readonly T[], limit: number): readonly T[] =>
  limit === Number.POSITIVE_INFINITY ? records : records.slice(-limit);

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

const NOTED = "what is there was not changed, and the notes say what is missing";

async function verify({ options }: LogGiven, io: CliIo): Promise<number> {
  const { sessions, records, findings, notes } = await openStore(io).verify();
  const exit = findings.length === 0 ? 0 : 1;
  if (options.json) {
    io.stdout.write(`${JSON.stringify({ sessions, records, findings, notes })}\n`);
    return exit;
  }
  const paint = painter(io.stdout, io.env);
  for (const { session, name, record, what } of findings) {
    const where = session === null ? `file ${name}` : `session ${visible(session)} (file ${name})`;
    const at = record === 0 ? "" : `, record ${record}`;
    io.stdout.write(`${paint("deny", "broken")} ${where}${at}: ${visible(what)}\n`);
  }
  for (const note of notes) io.stdout.write(`${paint("ask", "note")}   ${visible(note)}\n`);
  const whole = `${countOf(sessions, "session")}, ${countOf(records, "record")}`;
  const [style, word, holds] =
    notes.length === 0 ? (["allow", "fine", "every chain holds"] as const) : (["ask", "noted", NOTED] as const);
  if (exit === 0)
    io.stdout.write(`${paint(style, word)}  ${" ".repeat(5 - word.length)}${whole}: ${holds}. ${LIMITS}\n`);
  return exit;
}

async function purgeOld({ options, misuse }: LogGiven, io: CliIo): Promise<number> {
  const limit = options["older-than"];
  if (limit === undefined) return misuse("say how old: log purge --older-than 30d");
  const age = parseDuration(limit);
  if (!age.ok) return misuse(age.error);
  const now = io.now();
  const { "dry-run": dryRun, damaged } = options;
  const person = dryRun ? ok([]) : notAgents(io);
  if (!person.ok) return refuse(io, person.error);
  const { purged, left } = await openStore(io).purge({ now, before: now - age.value, dryRun, damaged });
  if (options.json) {
    io.stdout.write(`${JSON.stringify({ purged, left, dryRun })}\n`);
    return 0;
  }
  const each = ({ session, name, records, ended }: (typeof purged)[number]) =>
    `${visible(session ?? name)}  ${countOf(records, "record")}, ended ${new Date(ended).toISOString()}`;
  for (const one of purged) io.stdout.write(`${dryRun ? "would go" : "removed"}  ${each(one)}\n`);
  for (const one of left) io.stdout.write(`left      ${each(one)}: its record does not hold (${visible(one.why)})\n`);
  if (purged.length + left.length === 0) io.stdout.write(`no session is older than ${limit}\n`);
  return 0;
}

const countOf = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
