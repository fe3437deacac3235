/** Pages of decisions and of sessions. */
import type { DecisionRow, SessionHead } from "../api.ts";
import { FLAG } from "./columns.ts";
import { compileFilter, type RowFilter } from "./filter.ts";
import { formatCursor } from "./order.ts";
import { compileSearch, type RowSearch } from "./search.ts";
import type { KeptSession } from "./sessions.ts";
import { behaviorAt, KNOWN_STEPS, type Tables } from "./tables.ts";
import { foldCase, spellings } from "./texts.ts";
import type { DecisionFilter, IndexedDecisions, IndexedSessions, PageRequest, SessionFilter } from "./types.ts";

/** What a list shows of a call. */
const CALL_CHARACTERS = 400;
/** Rows that are searched at a time: the first page of what is common is found in the first of them. */
const [FIRST_BATCH, BATCH] = [1_024, 65_536];

export function rowAt(tables: Tables, row: number): DecisionRow {
  const { columns, names, sessions, texts } = tables;
  const { arrays } = columns;
  const session = sessions.at(arrays.session[row] ?? 0);
  const flags = arrays.flags[row] ?? 0;
  const cost = arrays.cost[row] ?? Number.NaN;
  const rule = names.at(arrays.rule[row] ?? 0);
  return {
    id: texts.at(arrays.id[row] ?? 0),
    at: arrays.at[row] ?? 0,
    session: session?.id ?? "",
    host: names.at(arrays.host[row] ?? 0),
    project: names.at(session?.project ?? 0),
    tool: names.at(arrays.tool[row] ?? 0) ?? "",
    call: cutLine(texts.at(arrays.call[row] ?? 0)),
    behavior: behaviorAt(arrays.behavior[row] ?? 0),
    by: KNOWN_STEPS[arrays.by[row] ?? 0] ?? "",
    rule,
    topic: (flags & FLAG.topic) === 0 ? null : rule,
    reason: texts.at(arrays.reason[row] ?? 0),
    walls: names.at(arrays.walls[row] ?? 0),
    ms: arrays.ms[row] ?? 0,
    costUsd: Number.isNaN(cost) ? null : cost,
    unavailable: names.at(arrays.unavailable[row] ?? 0),
    byHand: (flags & FLAG.byHand) !== 0,
    joined: (flags & FLAG.joined) !== 0,
  };
}

const cutLine = (text: string): string =>
  text.length <= CALL_CHARACTERS ? text : `${text.slice(0, CALL_CHARACTERS - 1)}…`;

export function pageOfDecisions(tables: Tables, query: DecisionFilter & PageRequest): IndexedDecisions {
  const filter = compileFilter(tables, query);
  const search = compileSearch(tables, query.q);
  const { rows, more } = newestRows(tables, filter, { search, limit: query.limit });
  const last = rows.at(-1);
  return {
    decisions: rows.map((row) => rowAt(tables, row)),
    next: more && last !== undefined ? formatCursor(tables.order.momentOf(last)) : null,
    total: search === undefined ? countAll(tables, query) : null,
  };
}

/** Of all pages: cursors do not count. */
function countAll(tables: Tables, query: DecisionFilter & PageRequest): number {
  const filter = compileFilter(tables, { ...query, before: undefined, after: undefined });
  if (filter.everything) return Math.max(0, filter.high - filter.low);
  const { rows } = tables.order;
  let count = 0;
  for (let i = filter.low; i < filter.high; i++) if (filter.passes(rows[i] ?? 0)) count += 1;
  return count;
}

interface NewestRows {
  readonly search?: RowSearch | undefined;
  readonly limit: number;
}

/** The newest that pass, newest first, and whether there are more. */
export function newestRows(tables: Tables, filter: RowFilter, { search, limit }: NewestRows) {
  const found: number[] = [];
  for (const batch of passingRows(tables, filter, search === undefined ? limit + 1 : FIRST_BATCH)) {
    for (const row of search === undefined ? batch : search(batch)) found.push(row);
    if (found.length > limit) break;
  }
  return { rows: found.slice(0, limit), more: found.length > limit };
}

function* passingRows({ order }: Tables, { low, high, passes }: RowFilter, first: number): Generator<Uint32Array> {
  const { rows } = order;
  let [batch, filled] = [new Uint32Array(first), 0];
  for (let i = high - 1; i >= low; i--) {
    const row = rows[i] ?? 0;
    if (!passes(row)) continue;
    batch[filled++] = row;
    if (filled < batch.length) continue;
    yield batch;
    [batch, filled] = [new Uint32Array(BATCH), 0];
  }
  yield batch.subarray(0, filled);
}

export const headOf = ({ names }: Tables, session: KeptSession): SessionHead => ({
  session: session.id,
  host: names.at(session.host),
  project: names.at(session.project),
  began: session.began,
  last: session.last,
  decisions: session.decisions,
  asks: session.asks,
  denies: session.denies,
  costUsd: session.cost,
});

export function pageOfSessions(tables: Tables, query: SessionFilter): IndexedSessions {
  const { names, sessions } = tables;
  const [projects, hosts] = [query.project, query.host].map((words) =>
    words === undefined ? undefined : names.among(words),
  );
  const matches = matcherOf(tables, query.q);
  const all = [...sessions.entries()]
    .map(([, session]) => session)
    .filter(
      (one) => (projects?.[one.project] ?? 1) === 1 && (hosts?.[one.host] ?? 1) === 1 && one.began > 0 && matches(one),
    )
    .sort(latestFirst);
  const cursor = query.before === undefined ? undefined : parseSessionCursor(query.before);
  const older = cursor === undefined ? all : all.filter((one) => latestFirst(cursor, one) < 0);
  const page = older.slice(0, query.limit);
  const last = page.at(-1);
  return {
    sessions: page.map((one) => headOf(tables, one)),
    next: last !== undefined && older.length > page.length ? `${last.last}_${last.name}` : null,
    total: all.length,
  };
}

type SessionMoment = Pick<KeptSession, "last" | "name">;

const latestFirst = (a: SessionMoment, b: SessionMoment): number => b.last - a.last || (a.name < b.name ? -1 : 1);

function parseSessionCursor(text: string): SessionMoment | undefined {
  const [, last, name] = /^(-?[\d.e+-]{1,30})_([0-9a-f]{64})$/.exec(text) ?? [];
  return name === undefined || !Number.isFinite(Number(last)) ? undefined : { last: Number(last), name };
}

function matcherOf({ names }: Tables, q: string | undefined): (session: KeptSession) => boolean {
  const words = (q ?? "").split(/\s+/u).filter((word) => word !== "");
  const tests = words.map((word) => {
    const forms = spellings(word);
    const inNames = names.matches(forms);
    return ({ id, host, project }: KeptSession): boolean =>
      inNames[host] === 1 || inNames[project] === 1 || forms.some((form) => foldCase(id).includes(form));
  });
  return (session) => tests.every((test) => test(session));
}
