/** Records into rows. What a record lacks or says in another form is left out, never guessed: any file can lie in the ledger. */

import { tellingInput } from "../../contract/action.ts";
import { BEHAVIORS } from "../../contract/decision.ts";
import { oneLine } from "../../contract/escape.ts";
import type { DecisionEntry, LedgerEntry } from "../../contract/session.ts";
import type { FollowedPiece, FollowedRecord } from "../../memory/index.ts";
import { FLAG, type Row } from "./columns.ts";
import { hashText } from "./hash.ts";
import { latencyBucket } from "./histogram.ts";
import { type KeptSession, markLine } from "./sessions.ts";
import { KNOWN_STEPS, type Tables } from "./tables.ts";
import { MAX_TEXT_CHARACTERS } from "./texts.ts";

/** Longer words are cut: the record has them whole. */
const MAX_WORD_CHARACTERS = 4_096;
const MAX_ANSWERS = 100_000;
/** A session is known again by what was said first. */
const MAX_SAID_CHARACTERS = 120;
/** Their rules are rules of the settings; any other step's is the label of a topic. */
const BY_RULE: ReadonlySet<string> = new Set(["denyRule", "askRule", "allowRule"]);
/** Where these allow, the mode `default` would have asked the person. */
const SAVING: ReadonlySet<string> = new Set([
  "acceptEdits",
  "notRelevant",
  "contained",
  "classifier",
  "offline",
  "projectTask",
]);

/** What later entries of a session speak of: rows by the decision's id, by its ticket or call, and by its approval. */
export interface SessionLinks {
  readonly ids: Map<string, number>;
  readonly calls: Map<string, number>;
  readonly approvals: Map<string, number>;
  /** Texts of this session that came before; none is shared between sessions, so that each can go by itself. */
  readonly reasons: Map<string, number>;
}

export const noLinks = (): SessionLinks => ({
  ids: new Map(),
  calls: new Map(),
  approvals: new Map(),
  reasons: new Map(),
});

export interface IngestedSession {
  readonly number: number;
  readonly session: KeptSession;
  readonly links: SessionLinks;
  /** It was on record before anybody could have watched: no news. */
  readonly old: boolean;
}

/** The rows that were added. */
export function ingestPiece(tables: Tables, to: IngestedSession, piece: FollowedPiece): readonly number[] {
  const { session } = to;
  const added: number[] = [];
  for (const followed of piece.records) {
    markLine(session, followed.line, followed.offset);
    const row = ingestRecord(tables, to, followed);
    if (row !== undefined) added.push(row);
  }
  session.unreadable += piece.unreadable;
  session.newer += piece.newer;
  session.position = piece.position;
  tables.version += 1;
  return added;
}

function ingestRecord(tables: Tables, to: IngestedSession, { line, record }: FollowedRecord): number | undefined {
  const { session, links } = to;
  const { entry } = record;
  if (record.session !== undefined) session.id = record.session;
  session.last = session.last === 0 ? entry.at : Math.max(session.last, entry.at);
  if (session.began === 0) session.began = entry.at;
  switch (entry.kind) {
    case "start":
      beginSession(tables, session, entry);
      return undefined;
    case "prompt":
      if (session.said === "") session.said = oneLine(wordOf(entry.text) ?? "", MAX_SAID_CHARACTERS);
      return undefined;
    case "decision":
      return ingestDecision(tables, to, { line, entry });
    case "joined":
      markRow(tables, links.ids.get(entry.decisionId), FLAG.joined | FLAG.later);
      return undefined;
    case "approval":
    case "refusal":
      answerDecision(tables, to, entry);
      return undefined;
    case "ran":
      markRow(
        tables,
        links.calls.get(entry.ticket ?? entry.call),
        listLength(entry.refused) > 0 ? FLAG.refused | FLAG.later : FLAG.later,
      );
      return undefined;
    default:
      return undefined;
  }
}

function beginSession(
  { names }: Tables,
  session: KeptSession,
  { at, start }: Extract<LedgerEntry, { readonly kind: "start" }>,
): void {
  session.began = at;
  session.host = names.number(wordOf(start.host));
  session.project = names.number(wordOf(start.projectRoot));
  session.byHand = start.byHand === true;
}

function answerDecision(
  tables: Tables,
  { number, links, old }: IngestedSession,
  entry: Extract<LedgerEntry, { readonly kind: "approval" | "refusal" }>,
): void {
  const row = links.ids.get(entry.decisionId);
  markRow(tables, row, FLAG.later);
  if (row !== undefined && entry.kind === "approval" && typeof entry.approval.id === "string")
    links.approvals.set(entry.approval.id, row);
  if (old || tables.answers.length >= MAX_ANSWERS) return;
  const answer = entry.kind === "approval" ? "approve" : "refuse";
  tables.answers.push({ session: number, id: entry.decisionId, answer, by: wordOf(entry.by) ?? "" });
}

const markRow = ({ columns }: Tables, row: number | undefined, flag: number): void => {
  if (row !== undefined) columns.mark(row, flag);
};

interface DecisionLine {
  readonly line: number;
  readonly entry: DecisionEntry;
}

function ingestDecision(tables: Tables, to: IngestedSession, { line, entry }: DecisionLine): number {
  const { columns } = tables;
  const { session, links } = to;
  const row = columns.add(rowOf(tables, to, { line, entry }));
  const { decision } = entry;
  links.ids.set(decision.id, row);
  links.calls.set(entry.ticket ?? entry.call, row);
  if (entry.approval !== undefined) markRow(tables, links.approvals.get(entry.approval), FLAG.later);
  session.decisions += 1;
  if (decision.behavior === "ask") session.asks += 1;
  if (decision.behavior === "deny" || decision.behavior === "abort") session.denies += 1;
  session.cost += numberOr(decision.costUsd, 0);
  return row;
}

function rowOf({ names, texts }: Tables, to: IngestedSession, { line, entry }: DecisionLine): Row {
  const { session, number, links, old } = to;
  const { at, action, decision } = entry;
  const ms = numberOr(decision.ms, 0);
  const reason = textOf(decision.reason);
  const reasonAt = links.reasons.get(reason) ?? texts.add(reason);
  links.reasons.set(reason, reasonAt);
  const rule = wordOf(decision.rule);
  return {
    at,
    ms,
    latency: latencyBucket(ms),
    cost: numberOr(decision.costUsd, Number.NaN),
    idHash: hashText(decision.id),
    session: number,
    line,
    id: texts.add(decision.id),
    call: texts.add(callOf(action)),
    reason: reasonAt,
    tool: names.number(wordOf(action.tool) ?? ""),
    host: typeof action.host === "string" ? names.number(wordOf(action.host)) : session.host,
    rule: names.number(rule),
    by: Math.max(0, KNOWN_STEPS.indexOf(decision.by)),
    behavior: BEHAVIORS.indexOf(decision.behavior),
    walls: names.number(wordOf(decision.walls)),
    unavailable: names.number(wordOf(decision.unavailable)),
    flags: flagsOf(decision, rule) | (session.byHand ? FLAG.byHand : 0) | (old ? FLAG.old : 0),
  };
}

const flagsOf = ({ by, behavior }: DecisionEntry["decision"], rule: string | null): number =>
  (rule !== null && !BY_RULE.has(by) ? FLAG.topic : 0) | (behavior === "allow" && SAVING.has(by) ? FLAG.saved : 0);

const callOf = ({ input }: DecisionEntry["action"]): string =>
  typeof input === "object" && input !== null ? oneLine(tellingInput(input), MAX_TEXT_CHARACTERS) : "";

/** The edge: a record's shape is known, not what stands in every field of it. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const wordOf = (value: unknown): string | null =>
  typeof value === "string" ? value.slice(0, MAX_WORD_CHARACTERS) : null;
const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === "number" && Number.isFinite(value) ? value : otherwise;
const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
