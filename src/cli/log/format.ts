/** A record of the ledger as a person, a program or a spreadsheet reads it. */

import type { RecordedDecision } from "../../app/index.ts";
import { callLine } from "../../contract/action.ts";
import type { DecisionRecord } from "../../contract/decision.ts";
import { describeFinds } from "../../contract/find.ts";
import { assertNever } from "../../contract/result.ts";
import type { DecisionEntry, LedgerEntry, RanEntry } from "../../contract/session.ts";
import type { LoggedRecord } from "../../memory/index.ts";
import { formatDecision } from "../decision.ts";
import { cut, formatLabelled, type Page, type Paint, visible, wrap } from "../terminal/style.ts";

const INDENT = "         ";

/** Lines for a terminal. `before` is the record above: day and session are said when they change. */
export function formatRecord(record: LoggedRecord, before: LoggedRecord | undefined, page: Page): string {
  const { paint, columns } = page;
  const lines: string[] = [];
  const day = localDay(record.entry.at);
  if (before === undefined || localDay(before.entry.at) !== day || before.session !== record.session) {
    const where = `${day}  session ${visible(record.session)}${record.host === null ? "" : `  ${visible(record.host)}`}`;
    lines.push("", paint("bold", cut(where, columns)));
  }
  const time = localTime(record.entry.at);
  const [head, ...more] = entryLines(record, page, columns - INDENT.length);
  lines.push(`${paint("dim", time)} ${head ?? ""}`, ...more.map((line) => `${INDENT}${line}`));
  return `${lines.join("\n")}\n`;
}

function entryLines({ entry }: LoggedRecord, { paint }: Page, width: number): readonly string[] {
  const note = (word: string, text: string) => [`${paint("dim", word)} ${cut(visible(text), width - word.length - 1)}`];
  switch (entry.kind) {
    case "decision":
      return decisionLines(entry, paint, width);
    case "start":
      return note("begins in", entry.start.projectRoot);
    case "joined":
      return note("again", `another event of decision ${entry.decisionId}`);
    case "approval":
      return note("approved", `decision ${entry.decisionId} by ${entry.by}`);
    case "refusal":
      return note("refused", `decision ${entry.decisionId} by ${entry.by}`);
    case "prompt":
      return note("person", entry.text);
    case "task":
      return note("agent", `${entry.text} (${entry.why})`);
    case "ran":
      return note("ran", ranWords(entry));
    case "handoff":
      return note("hand-off", entry.warning ?? "a sub-agent's work was reviewed, and nothing was found");
    case "handoffTold":
      return note("told", "the agent that takes over knows what the review found");
    case "probe":
      return note("probe", probeWords(entry));
    case "probeTold":
      return note("told", "the agent knows what the probe found");
    case "notice":
      return note("notice", entry.text);
    default:
      return assertNever(entry);
  }
}

function probeWords({ find: { tool, kinds }, by, failure }: Extract<LedgerEntry, { readonly kind: "probe" }>): string {
  if (kinds.length === 0) return `the model was not heard on a result of ${tool}: ${failure ?? "no answer"}`;
  return `a result of ${tool} carried ${describeFinds(kinds)} (found by ${by})`;
}

/** Only a call without a ticket was asked about: of such a one it is recorded because it was the person's yes. */
function ranWords({ ticket, refused = [], swept = [], writes = [] }: RanEntry): string {
  if (ticket === undefined) return "the call the person was asked about";
  return [
    "inside walls",
    ...(writes.length === 0 ? [] : [`${writes.length} ${writes.length === 1 ? "place" : "places"} written`]),
    ...(refused.length === 0 ? [] : [`refused: ${refused.join(", ")}`]),
    ...(swept.length === 0 ? [] : [`moved away: ${swept.join(", ")}`]),
  ].join("; ");
}

function decisionLines(
  { action, decision, left, shadow }: Pick<DecisionEntry, "action" | "decision" | "left" | "shadow">,
  paint: Paint,
  width: number,
): readonly string[] {
  const { behavior, by, reason, rule } = decision;
  const call = cut(visible(callLine(action)), width - 20);
  const head = `${paint(behavior, behavior.padEnd(5))} ${paint("dim", by.padEnd(13))} ${call}`;
  if (behavior === "allow") return [head];
  const how =
    shadow === true ? "let through, as shadow is on: " : left === undefined ? "" : "left to the host's own prompt: ";
  const why = `${how}${reason}${rule === null ? "" : ` [${rule}]`}  (${decision.id})`;
  return [head, ...wrap(visible(why), width - 6).map((line) => `      ${line}`)];
}

/** One decision with all that is there to say of it. */
export function formatOne(
  { session, host, byHand, entry }: RecordedDecision,
  restore: string | null,
  page: Page,
): string {
  const { action, decision, at, left, shadow } = entry;
  const row = (label: string, text: string): string =>
    formatLabelled({ label, text: visible(text), style: "dim", indent: ONE_INDENT }, page);
  const whose = byHand ? ", tried by hand" : host === null ? "" : `, ${host}`;
  return [
    formatDecision(decision, callLine(action), page),
    left === undefined ? "" : row("left", "to the host's own prompt"),
    shadow === undefined ? "" : row("shadow", "the host was told nothing of it"),
    action.cwd === undefined ? "" : row("directory", action.cwd),
    row("decided", `${localDay(at)} ${localTime(at)}, session ${session}${whose}`),
    row("id", decision.id),
    restore === null ? "" : row("restore point", `${restore} (sallyport undo ${restore} --show)`),
  ].join("");
}
const ONE_INDENT = 6;

export const formatJson = ({ session, host, seq, entry, after }: LoggedRecord): string =>
  `${JSON.stringify({ session, seq, time: new Date(entry.at).toISOString(), host, ...entry, counters: after })}\n`;

export const CSV_HEADER =
  "time,session,seq,host,kind,behavior,by,rule,tool,input,cwd,reason,hard,unavailable,headless,model,costUsd,ms,consecutiveDenials,totalDenials,decision\r\n";

export function formatCsv({ session, host, seq, entry, after }: LoggedRecord): string {
  const decision = entry.kind === "decision" ? entry.decision : undefined;
  const action = entry.kind === "decision" ? entry.action : undefined;
  const told = toldIn(entry) ?? decision?.reason;
  const id = "decisionId" in entry ? entry.decisionId : decision?.id;
  const input = action === undefined ? undefined : JSON.stringify(action.input);
  const { behavior, by, rule, hard, unavailable, headless, model, costUsd, ms }: Partial<DecisionRecord> =
    decision ?? {};
  const cells = [
    ...[new Date(entry.at).toISOString(), session, seq, host, entry.kind, behavior, by, rule],
    ...[action?.tool, input, action?.cwd, told, hard, unavailable, headless, model],
    ...[costUsd, ms, after.consecutive, after.total, id],
  ];
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A spreadsheet runs what begins like a formula: such a cell is made text. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = visible(value);
  const safe = /^[\s]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const two = (n: number): string => String(n).padStart(2, "0");
const localDay = (at: number): string => {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
export const localTime = (at: number): string => {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

/** What an entry other than a decision says in words. */
function toldIn(entry: LedgerEntry): string | undefined {
  if (entry.kind === "prompt" || entry.kind === "task" || entry.kind === "notice") return entry.text;
  return entry.kind === "handoff" ? (entry.warning ?? undefined) : undefined;
}
