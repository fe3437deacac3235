/** Pages of decisions and of sessions. */
import type { DecisionRow, SessionHead } from "../api.ts";
import { FLAG } from "./columns.ts";
import { compileFilter, type RowFilter, rangeOf } from "./filter.ts";
import { formatCursor } from "./order.ts";
import { compileSearch } from "./search.ts";
import type { KeptSession } from "./sessions.ts";
import { behaviorAt, KNOWN_STEPS, type Tables } from "./tables.ts";
import { foldCase, spellings } from "./texts.ts";
import type { DecisionFilter, IndexedDecisions, IndexedSessions, PageRequest, SessionFilter } from "./types.ts";

/** What a list shows of a call. */
const CALL_CHARACTERS = 400;

export function rowAt({ columns, names, sessions, texts }: Tables, row: number): DecisionRow {
  const { session, flags, cost, rule, at, ms, behavior, by, ...numbers } = columns.at(row);
  const of = sessions.at(session);
  return {
    id: texts.at(numbers.id),
    at,
    session: of?.id ?? "",
    host: names.at(numbers.host),
    project: names.at(of?.project ?? 0),
    tool: names.at(numbers.tool) ?? "",
    call: cutLine(texts.at(numbers.call)),
    behavior: behaviorAt(behavior),
    by: KNOWN_STEPS[by] ?? "",
    rule: names.at(rule),
    topic: (flags & FLAG.topic) === 0 ? null : names.at(rule),
    reason: texts.at(numbers.reason),
    walls: names.at(numbers.walls),
    ms,
    costUsd: Number.isNaN(cost) ? null : cost,
    unavailable: names.at(numbers.unavailable),
    byHand: (flags & FLAG.byHand) !== 0,
    joined: (flags & FLAG.joined) !== 0,
  };
}

const cutLine = (text: string): string =>
  text.length <= CALL_CHARACTERS ? text : `${text.slice(0, CALL_CHARACTERS - 1)}…`;

export function pageOfDecisions(tables: Tables, query: DecisionFilter & PageRequest): IndexedDecisions {
  const filter = compileFilter(tables, query);
  const search = compileSearch(tables, query.q);
  const passes = search === undefined ? filter.passes : (row: number) => filter.passes(row) && search(row);
  const { rows, more } = newestRows(tables, { ...filter, passes }, query.limit);
  const last = rows.at(-1);
  return {
    decisions: rows.map((row) => rowAt(tables, row)),
    next: more && last !== undefined ? formatCursor(tables.order.momentOf(last)) : null,
    total: search === undefined ? countAll(tables, query, filter) : null,
  };
}

/** Of all pages: cursors do not count. */
function countAll(tables: Tables, query: DecisionFilter & PageRequest, { passes, everything }: RowFilter): number {
  const { low, high } = rangeOf(tables, { from: query.from, to: query.to });
  if (everything) return Math.max(0, high - low);
  const { rows } = tables.order;
  let count = 0;
  for (let i = low; i < high; i++) if (passes(rows[i] ?? 0)) count += 1;
  return count;
}

/** The newest that pass, newest first, and whether there are more. */
export function newestRows({ order }: Tables, { low, high, passes }: RowFilter, limit: number) {
  const { rows } = order;
  const found: number[] = [];
  for (let i = high - 1; i >= low && found.length <= limit; i--) {
    const row = rows[i] ?? 0;
    if (passes(row)) found.push(row);
  }
  return { rows: found.slice(0, limit), more: found.length > limit };
}

export const headOf = ({ names }: Tables, session: KeptSession): SessionHead => ({
  session: session.id,
  host: names.at(session.host),
  project: names.at(session.project),
  said: session.said === "" ? null : session.said,
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
    return ({ id, host, project, said }: KeptSession): boolean =>
      inNames[host] === 1 ||
      inNames[project] === 1 ||
      [id, said].some((text) => forms.some((form) => foldCase(text).includes(form)));
  });
  return (session) => tests.every((test) => test(session));
}
