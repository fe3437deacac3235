/** The referee of the index: the same questions answered by going through every record, with no thought of speed. */
import { tellingInput } from "../../contract/action.ts";
import type { Behavior } from "../../contract/decision.ts";
import { oneLine } from "../../contract/escape.ts";
import { type LoggedRecord, ledgerStore, sessionName } from "../../memory/index.ts";
import type { DecisionRow, SessionHead } from "../api.ts";
import type { DecisionFilter, SessionFilter, StatsFilter } from "../index-store/index.ts";

export interface NaiveRow extends DecisionRow {
  readonly seq: number;
  readonly refused: boolean;
}

export interface NaiveRecord {
  /** Newest first. */
  readonly rows: readonly NaiveRow[];
  /** The one used last first. */
  readonly sessions: readonly SessionHead[];
}

const RULES = ["denyRule", "askRule", "allowRule"];
const SAVING = ["acceptEdits", "notRelevant", "contained", "classifier", "offline", "projectTask"];
const LIST_CHARACTERS = 400;
const TEXT_CHARACTERS = 2_000;

export async function readNaively(stateDir: string): Promise<NaiveRecord> {
  const { records } = await ledgerStore({ stateDir }).reader().next();
  const bySession = new Map<string, LoggedRecord[]>();
  for (const record of records) bySession.set(record.session, [...(bySession.get(record.session) ?? []), record]);
  const lists = [...bySession].map(([session, list]) => ({ session, list, rows: rowsOf(session, list) }));
  const heads = lists.map(({ session, list, rows }) => headOf(session, list, rows));
  return {
    rows: lists.flatMap(({ rows }) => rows).sort((a, b) => later(b, a)),
    sessions: heads.sort((a, b) => b.last - a.last || (sessionName(a.session) < sessionName(b.session) ? -1 : 1)),
  };
}

const rank = (session: string): number => Number.parseInt(sessionName(session).slice(0, 12), 16);
const later = (a: NaiveRow, b: NaiveRow): number => a.at - b.at || rank(a.session) - rank(b.session) || a.seq - b.seq;

function rowsOf(session: string, list: readonly LoggedRecord[]): readonly NaiveRow[] {
  const start = list.flatMap(({ entry }) => (entry.kind === "start" ? [entry.start] : []))[0];
  return list.flatMap(({ entry, host, seq }, place): readonly NaiveRow[] => {
    if (entry.kind !== "decision") return [];
    const { at, action, decision } = entry;
    const key = entry.ticket ?? entry.call;
    const after = list.slice(place + 1).map((one) => one.entry);
    const again = after.findIndex((one) => one.kind === "decision" && (one.ticket ?? one.call) === key);
    const own = again < 0 ? after : after.slice(0, again);
    return [
      {
        ...{ id: decision.id, at, session, host, project: start?.projectRoot ?? null, tool: action.tool },
        call: cut(oneLine(tellingInput(action.input), TEXT_CHARACTERS)),
        ...{ behavior: decision.behavior, by: decision.by, rule: decision.rule, reason: decision.reason },
        topic: decision.rule !== null && !RULES.includes(decision.by) ? decision.rule : null,
        ...{ walls: decision.walls, ms: decision.ms, costUsd: decision.costUsd, unavailable: decision.unavailable },
        byHand: start?.byHand === true,
        joined: after.some((one) => one.kind === "joined" && one.decisionId === decision.id),
        ...{ seq, refused: own.some((one) => one.kind === "ran" && isOf(one, key) && (one.refused ?? []).length > 0) },
      },
    ];
  });
}

const isOf = (ran: { readonly ticket?: string; readonly call: string }, key: string): boolean =>
  (ran.ticket ?? ran.call) === key;

const cut = (text: string): string =>
  text.length <= LIST_CHARACTERS ? text : `${text.slice(0, LIST_CHARACTERS - 1)}…`;

function headOf(session: string, list: readonly LoggedRecord[], rows: readonly NaiveRow[]): SessionHead {
  const start = list.flatMap(({ entry }) => (entry.kind === "start" ? [entry] : []))[0];
  const count = (...behaviors: readonly Behavior[]) => rows.filter((row) => behaviors.includes(row.behavior)).length;
  return {
    ...{ session, host: start?.start.host ?? null, project: start?.start.projectRoot ?? null },
    said: list.flatMap(({ entry }) => (entry.kind === "prompt" ? [oneLine(entry.text, 120)] : []))[0] ?? null,
    ...{ began: start?.at ?? 0, last: Math.max(...list.map(({ entry }) => entry.at)) },
    ...{ decisions: rows.length, asks: count("ask"), denies: count("deny", "abort") },
    costUsd: rows.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
  };
}

const among = (words: readonly string[] | undefined, value: string | null): boolean =>
  words === undefined || (value !== null && words.includes(value));

export function matchesNaively(row: NaiveRow, filter: DecisionFilter): boolean {
  const { walls, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, q = "" } = filter;
  const words = q.split(/\s+/u).filter((word) => word !== "");
  return (
    among(filter.session, row.session) &&
    among(filter.behavior, row.behavior) &&
    among(filter.by, row.by) &&
    among(filter.tool, row.tool) &&
    among(filter.host, row.host) &&
    among(filter.rule, row.rule) &&
    among(filter.topic, row.topic) &&
    among(filter.project, row.project) &&
    (walls === undefined || walls.includes(row.walls ?? "none") || (row.walls !== null && walls.includes("any"))) &&
    row.at >= from &&
    row.at <= to &&
    words.every((word) => holds(row, word))
  );
}

function holds({ call, reason, rule, tool, project, session, id }: NaiveRow, word: string): boolean {
  const forms = [word, word.toLowerCase(), word.toUpperCase()].map(fold);
  return (
    id === word ||
    [call, reason, rule, tool, project, session].some((text) => forms.some((form) => fold(text ?? "").includes(form)))
  );
}

const fold = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const matchesSessionNaively = (head: SessionHead, { q = "", project, host }: SessionFilter): boolean =>
  among(project, head.project) &&
  among(host, head.host) &&
  q
    .split(/\s+/u)
    .filter((word) => word !== "")
    .every((word) =>
      [head.session, head.project, head.host, head.said].some((text) =>
        fold(text ?? "").includes(fold(word.toLowerCase())),
      ),
    );

export function statsNaively(rows: readonly NaiveRow[], filter: StatsFilter) {
  const counted = rows.filter((row) => !row.byHand && matchesNaively(row, filter));
  const n = (is: (row: NaiveRow) => boolean): number => counted.filter(is).length;
  const topics = [...new Set(counted.map(({ topic }) => topic))].flatMap((topic) => {
    const deny = n((row) => row.topic === topic && (row.behavior === "deny" || row.behavior === "abort"));
    const ask = n((row) => row.topic === topic && row.behavior === "ask");
    return topic === null || deny + ask === 0 ? [] : [{ topic, deny, ask }];
  });
  return {
    totals: {
      decisions: counted.length,
      allow: n(({ behavior }) => behavior === "allow"),
      deny: n(({ behavior }) => behavior === "deny"),
      ask: n(({ behavior }) => behavior === "ask"),
      abort: n(({ behavior }) => behavior === "abort"),
      promptsSaved: n(({ behavior, by }) => behavior === "allow" && SAVING.includes(by)),
      outages: n(({ unavailable }) => unavailable !== null),
      walled: n(({ walls }) => walls !== null),
      refusedInWalls: n(({ walls, refused }) => walls !== null && refused),
    },
    costUsd: counted.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
    topics,
    steps: [...new Set(counted.map(({ by, behavior }) => `${by} ${behavior}`))].map((step) => {
      const [by = "", behavior = ""] = step.split(" ");
      return { by, behavior, n: n((row) => row.by === by && row.behavior === behavior) };
    }),
    inBucket: (from: number, ms: number) => counted.filter(({ at }) => at >= from && at < from + ms),
  };
}
