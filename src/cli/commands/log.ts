/** `sallyport log`: reads the ledger, checks it, and removes old sessions. */
import { openStore } from "../../app/index.ts";
import { parseDuration } from "../../memory/index.ts";
import { command, type GivenArguments } from "../command.ts";
import type { CliIo } from "../io.ts";
import { showRecords } from "../log/show.ts";
import { flag, text } from "../options.ts";
import { painter, visible } from "../style.ts";

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
  json: flag("for programs"),
  csv: flag("for spreadsheets"),
  "older-than": text("T", "with purge: how old, 30d"),
  "dry-run": flag("with purge: only say what would go"),
  damaged: flag("with purge: also sessions whose record does not hold"),
};

export type LogGiven = GivenArguments<typeof OPTIONS>;

export const log = command({
  name: "log",
  about: "read, verify and purge the ledger",
  usage: [
    ["sallyport log", "every record, oldest first"],
    [
      "sallyport log verify",
      "shows that no record was changed, removed, moved or cut off (exit 0), or names the first (exit 1)",
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
        return given.misuse(`there is no "log ${what}"`);
    }
  },
});

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
  const all = `${countOf(sessions, "session")}, ${countOf(records, "record")}`;
  if (exit === 0)
    io.stdout.write(`${paint("allow", "fine")}   ${all}: nothing was changed, removed, moved or cut off\n`);
  return exit;
}

async function purgeOld({ options, misuse }: LogGiven, io: CliIo): Promise<number> {
  const limit = options["older-than"];
  if (limit === undefined) return misuse("say how old: log purge --older-than 30d");
  const age = parseDuration(limit);
  if (!age.ok) return misuse(age.error);
  const now = io.now();
  const { "dry-run": dryRun, damaged } = options;
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
