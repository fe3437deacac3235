/** `sallyport log`: reads the ledger, checks it, and removes old sessions. */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { stateDir } from "../../app/paths.ts";
import { ok, type Result } from "../../contract/result.ts";
import {
  type LoggedRecord,
  ledgerStore,
  matchesFilter,
  parseBehaviors,
  parseDuration,
  parseMoment,
  parseSteps,
  type RecordFilter,
} from "../../memory/index.ts";
import type { CliIo } from "../io.ts";
import { CSV_HEADER, csvRecord, jsonRecord, spokenRecord } from "../log-view.ts";
import { painter, visible } from "../style.ts";

export const HELP = `sallyport log: what was decided

  sallyport log           every record, oldest first
  sallyport log verify    shows that no record was changed, removed, moved or
                          cut off (exit 0), or names the first (exit 1)
  sallyport log purge --older-than 30d
                          removes whole sessions that ended longer ago, and
                          records that it did

  --since T, --until T    2025-06-01, 2025-06-01T14:30, or how long ago: 12h, 7d
  --session ID            one session
  --host NAME             claude-code, codex, …
  --by STEP[,STEP]        the step that decided: classifier, denyRule, …
  --behavior B[,B]        allow, ask, deny, abort
  --topic TEXT            the topic or rule that decided contains TEXT
  --text TEXT             anything in the record contains TEXT
  --limit N               only the newest N
  -f, --follow            go on as records are made
  --json, --csv           for programs, for spreadsheets
  --dry-run               with purge: only say what would go
  --damaged               with purge: also sessions whose record does not hold
`;

const FOLLOW_PAUSE_MS = 250;
const OPTIONS = {
  since: { type: "string" },
  until: { type: "string" },
  session: { type: "string" },
  host: { type: "string" },
  by: { type: "string" },
  behavior: { type: "string" },
  topic: { type: "string" },
  text: { type: "string" },
  limit: { type: "string" },
  follow: { type: "boolean", short: "f" },
  json: { type: "boolean" },
  csv: { type: "boolean" },
  "older-than": { type: "string" },
  "dry-run": { type: "boolean" },
  damaged: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Flags = ReturnType<typeof flagsOf>["values"];
const flagsOf = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: true });

/** `signal` ends `--follow`. */
export async function run(args: readonly string[], io: CliIo, signal?: AbortSignal): Promise<number> {
  try {
    const { values, positionals } = flagsOf(args);
    if (values.help === true) {
      io.stdout.write(HELP);
      return 0;
    }
    const [what, ...more] = positionals;
    if (more.length > 0) return usage(io, `one word too many: ${more.join(" ")}`);
    if (what === undefined) return await show(values, io, signal);
    if (what === "verify") return await verify(values, io);
    if (what === "purge") return await purgeOld(values, io);
    return usage(io, `there is no "log ${what}"`);
  } catch (error) {
    return usage(io, error instanceof Error ? error.message : String(error));
  }
}

async function show(flags: Flags, io: CliIo, signal: AbortSignal | undefined): Promise<number> {
  const filter = filterOf(flags, Date.now());
  if (!filter.ok) return usage(io, filter.error);
  const limit = flags.limit === undefined ? Number.POSITIVE_INFINITY : Number(flags.limit);
  if (!(limit >= 1)) return usage(io, `--limit takes a number, not "${flags.limit}"`);
  if (flags.json === true && flags.csv === true) return usage(io, "--json or --csv, not both");

  const reader = ledgerStore({ stateDir: stateDir(io.env) }).reader();
  const page = { paint: painter(io.stdout, io.env), columns: Math.max(io.stdout.columns || 80, 40) };
  let above: LoggedRecord | undefined;
  let shown = 0;
  const print = (records: readonly LoggedRecord[]): void => {
    for (const record of records) {
      if (flags.json === true) io.stdout.write(jsonRecord(record));
      else if (flags.csv === true) io.stdout.write(csvRecord(record));
      else io.stdout.write(spokenRecord(record, above, page));
      above = record;
      shown += 1;
    }
  };

  if (flags.csv === true) io.stdout.write(CSV_HEADER);
  const first = await reader.next();
  const matching = first.records.filter((record) => matchesFilter(filter.value, record));
  print(limit === Number.POSITIVE_INFINITY ? matching : matching.slice(-limit));
  let { unreadable, newer } = first;
  while (flags.follow === true && signal?.aborted !== true) {
    await pause(FOLLOW_PAUSE_MS);
    const next = await reader.next();
    print(next.records.filter((record) => matchesFilter(filter.value, record)));
    unreadable += next.unreadable;
    newer += next.newer;
  }
  if (unreadable > 0) io.stderr.write(`sallyport: ${unreadable} lines are no records; see sallyport log verify\n`);
  if (newer > 0) io.stderr.write(`sallyport: ${newer} records were written by a newer version and are not shown\n`);
  if (shown === 0 && flags.json !== true && flags.csv !== true) io.stderr.write("sallyport: no record matches\n");
  return 0;
}

function filterOf(flags: Flags, now: number): Result<RecordFilter> {
  const since = flags.since === undefined ? ok(undefined) : parseMoment(flags.since, now);
  if (!since.ok) return since;
  const until = flags.until === undefined ? ok(undefined) : parseMoment(flags.until, now);
  if (!until.ok) return until;
  const by = flags.by === undefined ? ok(undefined) : parseSteps(flags.by);
  if (!by.ok) return by;
  const behavior = flags.behavior === undefined ? ok(undefined) : parseBehaviors(flags.behavior);
  if (!behavior.ok) return behavior;
  const { session, host, topic, text } = flags;
  return ok({
    since: since.value,
    until: until.value,
    by: by.value,
    behavior: behavior.value,
    session,
    host,
    topic,
    text,
  });
}

async function verify(flags: Flags, io: CliIo): Promise<number> {
  const { sessions, records, findings, notes } = await ledgerStore({ stateDir: stateDir(io.env) }).verify();
  if (flags.json === true) io.stdout.write(`${JSON.stringify({ sessions, records, findings, notes })}\n`);
  else {
    const paint = painter(io.stdout, io.env);
    for (const { session, name, record, what } of findings) {
      const where = session === null ? `file ${name}` : `session ${visible(session)} (file ${name})`;
      io.stdout.write(
        `${paint("deny", "broken")} ${where}${record === 0 ? "" : `, record ${record}`}: ${visible(what)}\n`,
      );
    }
    for (const note of notes) io.stdout.write(`${paint("ask", "note")}   ${visible(note)}\n`);
    const all = `${counted(sessions, "session")}, ${counted(records, "record")}`;
    if (findings.length === 0)
      io.stdout.write(`${paint("allow", "fine")}   ${all}: nothing was changed, removed, moved or cut off\n`);
  }
  return findings.length === 0 ? 0 : 1;
}

async function purgeOld(flags: Flags, io: CliIo): Promise<number> {
  const limit = flags["older-than"];
  if (limit === undefined) return usage(io, "say how old: log purge --older-than 30d");
  const age = parseDuration(limit);
  if (!age.ok) return usage(io, age.error);
  const now = Date.now();
  const dryRun = flags["dry-run"] === true;
  const request = { now, before: now - age.value, dryRun, damaged: flags.damaged === true };
  const { purged, left } = await ledgerStore({ stateDir: stateDir(io.env) }).purge(request);
  if (flags.json === true) {
    io.stdout.write(`${JSON.stringify({ purged, left, dryRun })}\n`);
    return 0;
  }
  const each = ({ session, name, records, ended }: (typeof purged)[number]) =>
    `${visible(session ?? name)}  ${counted(records, "record")}, ended ${new Date(ended).toISOString()}`;
  for (const one of purged) io.stdout.write(`${dryRun ? "would go" : "removed"}  ${each(one)}\n`);
  for (const one of left) io.stdout.write(`left      ${each(one)}: its record does not hold (${visible(one.why)})\n`);
  if (purged.length + left.length === 0) io.stdout.write(`no session is older than ${limit}\n`);
  return 0;
}

const counted = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

function usage(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${visible(why)} (see sallyport log --help)\n`);
  return 1;
}
