/** What the index only points at, read from the ledger itself. What the ledger does not have is not answered, whatever the index says. */
import type { LedgerEntry, SessionStart } from "../../contract/session.ts";
import { type FollowedRecord, type LedgerFollower, sessionName } from "../../memory/index.ts";
import { FLAG } from "./columns.ts";
import { compileFilter } from "./filter.ts";
import { hashText } from "./hash.ts";
import { rowsByLine } from "./indexer.ts";
import { headOf, newestRows, rowAt } from "./pages.ts";
import { type KeptSession, markBefore } from "./sessions.ts";
import type { Tables } from "./tables.ts";
import { MAX_TEXT_CHARACTERS } from "./texts.ts";
import type {
  EntryPageRequest,
  FoundDecision,
  FoundEntry,
  FoundSession,
  NewestDecisions,
  NewestDecisionsRequest,
} from "./types.ts";

/** How many lines after a decision are looked through for what speaks of it. */
const LATER_LINES = 5_000;
const MAX_NEWEST = 5_000;

export interface LedgerLookup {
  readonly ledger: LedgerFollower;
  readonly tables: Tables;
  /** The ledger says something else about a session than the index. */
  readonly distrust: (name: string) => void;
}

export function findDecision(lookup: LedgerLookup, id: string): FoundDecision | null {
  const { tables } = lookup;
  const row = rowOfId(tables, id);
  if (row === undefined) return null;
  const { session, line, flags } = tables.columns.arrays;
  const kept = tables.sessions.at(session[row] ?? -1);
  if (kept === undefined) return null;
  const wanted = line[row] ?? 0;
  const hasLater = ((flags[row] ?? 0) & FLAG.later) !== 0 || hasGrown(lookup, kept);
  const lines = linesBetween(lookup, kept, { from: wanted, to: hasLater ? wanted + LATER_LINES : wanted });
  const [first, ...later] = lines;
  if (first?.line !== wanted || first.record.entry.kind !== "decision" || first.record.entry.decision.id !== id) {
    lookup.distrust(kept.name);
    return null;
  }
  const { entry, seq } = { entry: first.record.entry, seq: first.record.seq };
  const start = startOf(lookup, kept);
  return { row: rowAt(tables, row), entry, seq, start, later: speakingOf(entry, later) };
}

/** What was just written, a person's yes above all, is in the ledger before it is in the index. */
const hasGrown = ({ ledger }: LedgerLookup, { name, position }: KeptSession): boolean =>
  ledger.stamp(name) !== position?.stamp;

/** The newest with this id. */
function rowOfId({ columns, order, texts }: Tables, id: string): number | undefined {
  const hash = hashText(id);
  const { idHash, id: ids } = columns.arrays;
  const text = Buffer.from(id.slice(0, MAX_TEXT_CHARACTERS)).toString("utf8");
  for (let i = order.length - 1; i >= 0; i--) {
    const row = order.rows[i] ?? 0;
    if (idHash[row] === hash && texts.at(ids[row] ?? 0) === text) return row;
  }
  return undefined;
}

/** Entries of the same session that speak of a decision: by its id, by its ticket or call, or because they spend its approval. */
function speakingOf(of: FoundDecision["entry"], later: readonly FollowedRecord[]): readonly LedgerEntry[] {
  const approvals = new Set<string>();
  const key = of.ticket ?? of.call;
  let again = false;
  const speaks = (entry: LedgerEntry): boolean => {
    switch (entry.kind) {
      case "approval":
      case "joined":
      case "refusal":
        return entry.decisionId === of.decision.id;
      case "ran":
        return (entry.ticket ?? entry.call) === key && !again;
      case "decision":
        return entry.approval !== undefined && approvals.has(entry.approval);
      default:
        return false;
    }
  };
  return later.flatMap(({ record: { entry } }): readonly LedgerEntry[] => {
    const own = speaks(entry);
    if (own && entry.kind === "approval") approvals.add(entry.approval.id);
    again ||= entry.kind === "decision" && (entry.ticket ?? entry.call) === key;
    return own ? [entry] : [];
  });
}

interface LineSpan {
  readonly from: number;
  readonly to: number;
}

function linesBetween({ ledger }: LedgerLookup, session: KeptSession, { from, to }: LineSpan): FollowedRecord[] {
  const found: FollowedRecord[] = [];
  for (const followed of ledger.records(session.name, markBefore(session, from))) {
    if (followed.line > to) break;
    if (followed.line >= from) found.push(followed);
  }
  return found;
}

function startOf({ ledger }: LedgerLookup, { name }: KeptSession): SessionStart | null {
  for (const { record } of ledger.records(name, { line: 1, offset: 0 }))
    return record.entry.kind === "start" ? record.entry.start : null;
  return null;
}

export function findSession(lookup: LedgerLookup, id: string, page: EntryPageRequest): FoundSession | null {
  const { tables } = lookup;
  const number = tables.sessions.find(sessionName(id));
  const session = number === undefined ? undefined : tables.sessions.at(number);
  if (number === undefined || session?.position === undefined) return null;
  const to = Math.min(session.position.lines, lineBefore(page.before));
  const from = Math.max(1, to - page.limit + 1);
  const rows = rowsByLine(tables, number);
  const entries = linesBetween(lookup, session, { from, to }).map(({ line, record }): FoundEntry => {
    const row = record.entry.kind === "decision" ? rows.get(line) : undefined;
    return { seq: record.seq, entry: record.entry, row: row === undefined ? null : rowAt(tables, row) };
  });
  if (entries.length === 0 && session.decisions > 0 && to > 0) lookup.distrust(session.name);
  return { head: headOf(tables, session), entries: entries.reverse(), next: from > 1 ? String(from) : null };
}

const lineBefore = (cursor: string | undefined): number =>
  cursor !== undefined && /^\d{1,10}$/.test(cursor) ? Number(cursor) - 1 : Number.POSITIVE_INFINITY;

/** Each session's file is read once, from the first of its wanted lines to the last. */
export function findNewest(lookup: LedgerLookup, request: NewestDecisionsRequest): NewestDecisions {
  const { tables } = lookup;
  const filter = compileFilter(tables, { project: request.project });
  const { flags, session, line } = tables.columns.arrays;
  const passes = (row: number): boolean => filter.passes(row) && ((flags[row] ?? 0) & FLAG.byHand) === 0;
  const limit = Math.min(request.limit, MAX_NEWEST);
  const { rows } = newestRows(tables, { ...filter, passes }, limit);
  const found = new Map<number, FoundDecision>();
  for (const [number, wanted] of groupBy(rows, (row) => session[row] ?? 0)) {
    const kept = tables.sessions.at(number);
    if (kept === undefined) continue;
    const byLine = new Map(wanted.map((row) => [line[row] ?? 0, row]));
    const start = startOf(lookup, kept);
    const span = { from: Math.min(...byLine.keys()), to: Math.max(...byLine.keys()) };
    for (const { line: at, record } of linesBetween(lookup, kept, span)) {
      const row = byLine.get(at);
      const { entry, seq } = record;
      if (row !== undefined && entry.kind === "decision")
        found.set(row, { row: rowAt(tables, row), entry, seq, start, later: [] });
    }
  }
  let of = 0;
  for (let i = filter.low; i < filter.high; i++) if (passes(tables.order.rows[i] ?? 0)) of += 1;
  return { decisions: rows.flatMap((row) => found.get(row) ?? []), of };
}

function groupBy(rows: readonly number[], key: (row: number) => number): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}
