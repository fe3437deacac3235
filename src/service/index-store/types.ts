/** What can be asked of the index of the record. All text is as it stands in the record: data, never markup, never SQL. */
import type { Behavior } from "../../contract/decision.ts";
import type { DecisionEntry, LedgerEntry, SessionStart } from "../../contract/session.ts";
import type { DecisionRow, SessionHead, StatsAnswer } from "../api.ts";

/**
 * An index of the record, in memory, made anew at each start: the record is the truth, and nothing is decided by the index. No method
 * rejects because the record is still being read: the answer is then what is indexed so far, and `state()` says so. All work is done in a
 * thread of its own.
 */
export interface RecordIndex {
  /** Newest first. */
  decisions(query: DecisionFilter & PageRequest): Promise<IndexedDecisions>;
  /** Read from the record itself; null where the record has no such decision (any more). */
  decision(id: string): Promise<FoundDecision | null>;
  /** The one used last first. */
  sessions(query: SessionFilter): Promise<IndexedSessions>;
  /** One session with a page of its record, newest first, read from the record itself; null where there is none. */
  session(id: string, page: EntryPageRequest): Promise<FoundSession | null>;
  stats(query: StatsFilter): Promise<IndexedStats>;
  /** What values there are to filter by, the most used first. */
  values(): Promise<FilterValues>;
  /** What was indexed after a cursor, in that order. Without one: nothing, and the cursor of now. */
  tail(request: TailRequest): Promise<TailPage>;
  /** Whole numbers since the beginning of the record, for `/metrics`. */
  counters(): Promise<IndexCounters>;
  /** The newest decisions with their input, to try a rule on: at most so many, of the sessions used last. */
  newest(request: NewestDecisionsRequest): Promise<NewestDecisions>;
  /** Called after something new was indexed, at most a few times a second; ask `tail` for it. Returns how to stop. */
  onChange(listener: () => void): () => void;
  /** Resolves when everything that stood in the record at the call is indexed; of one session alone, which is quicker. */
  catchUp(session?: string): Promise<void>;
  state(): Promise<IndexState>;
  close(): Promise<void>;
}

export interface OpenIndexOptions {
  readonly stateDir: string;
  /** Told what went wrong and what was done about it, in a sentence; never recorded text. */
  readonly report?: (sentence: string) => void;
  /** The program of the thread; found beside this one where it is not given. */
  readonly thread?: string;
}

/** Several values are alternatives. Times are milliseconds since the epoch, `to` is included. */
export interface DecisionFilter {
  readonly session?: readonly string[] | undefined;
  readonly behavior?: readonly string[] | undefined;
  readonly by?: readonly string[] | undefined;
  readonly tool?: readonly string[] | undefined;
  readonly host?: readonly string[] | undefined;
  /** The exact text of a rule, or the label of a topic. */
  readonly rule?: readonly string[] | undefined;
  readonly topic?: readonly string[] | undefined;
  /** `look`, `edit`, `work`, `host`; `any` is all of them, `none` is a call without. */
  readonly walls?: readonly string[] | undefined;
  readonly project?: readonly string[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Words, all of which stand in the call, the reason, the rule, the tool, the project, the session or the id, whatever the case. */
  readonly q?: string | undefined;
}

export interface PageRequest {
  readonly limit: number;
  /** A cursor: only what is older. One that is none is as if it were absent. */
  readonly before?: string | undefined;
  /** A cursor: only what is newer. */
  readonly after?: string | undefined;
}

export interface IndexedDecisions {
  readonly decisions: readonly DecisionRow[];
  /** For `before`, where there are older ones. */
  readonly next: string | null;
  /** Of all pages; null where counting was not cheap. */
  readonly total: number | null;
}

export interface FoundDecision {
  readonly row: DecisionRow;
  readonly entry: DecisionEntry;
  readonly seq: number;
  readonly start: SessionStart | null;
  /** Everything in its session that speaks of it, in order: joined, approval, refusal, ran, and the decision that spent its approval. */
  readonly later: readonly LedgerEntry[];
}

export interface SessionFilter {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly host?: readonly string[] | undefined;
  /** Words, all of which stand in the session's id, its project or its host. */
  readonly q?: string | undefined;
}

export interface IndexedSessions {
  readonly sessions: readonly SessionHead[];
  readonly next: string | null;
  readonly total: number;
}

export interface EntryPageRequest {
  readonly limit: number;
  readonly before?: string | undefined;
}

export interface FoundEntry {
  readonly seq: number;
  readonly entry: LedgerEntry;
  /** Of a decision. */
  readonly row: DecisionRow | null;
}

export interface FoundSession {
  readonly head: SessionHead;
  readonly entries: readonly FoundEntry[];
  readonly next: string | null;
}

export interface StatsFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** In UTC. */
  readonly bucket?: "hour" | "day" | undefined;
  readonly project?: readonly string[] | undefined;
  readonly host?: readonly string[] | undefined;
}

/**
 * Calls that a person tried by hand are left out. Prompts saved are the allows that are more than a host lets pass by itself: all but
 * reading and safe tools. Percentiles are of the gate's own milliseconds, within 5 %. The series has every bucket between the first and
 * the last that holds a decision, also the empty ones.
 */
export interface IndexedStats extends Omit<StatsAnswer, "index"> {
  /** How long a bucket of the series is: longer than asked for where there would be too many. */
  readonly bucketMs: number;
}

export interface FilterValue {
  readonly value: string;
  readonly n: number;
}

export interface FilterValues {
  readonly tool: readonly FilterValue[];
  readonly host: readonly FilterValue[];
  readonly project: readonly FilterValue[];
  readonly by: readonly FilterValue[];
  readonly topic: readonly FilterValue[];
}

export interface TailRequest {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly session?: string | undefined;
}

export interface TailPage {
  readonly events: readonly TailEvent[];
  /** Of now, or of the last event where there are more. */
  readonly cursor: string;
  readonly more: boolean;
  /** The cursor was of an index that is gone: events in between were not told. */
  readonly gap: boolean;
}

export interface DecisionNews {
  readonly kind: "decision";
  readonly row: DecisionRow;
}

/** A person answered a call that was held. */
export interface AnswerNews {
  readonly kind: "answer";
  readonly session: string;
  readonly id: string;
  readonly answer: "approve" | "refuse";
  readonly by: string;
}

export type TailEvent = { readonly cursor: string } & (DecisionNews | AnswerNews);

export interface IndexCounters {
  readonly sessions: number;
  readonly decisions: readonly { readonly by: string; readonly behavior: Behavior; readonly n: number }[];
  readonly unavailable: readonly { readonly why: string; readonly n: number }[];
  readonly walls: readonly { readonly walls: string; readonly n: number; readonly refused: number }[];
  readonly costUsd: number;
  /** Milliseconds the gate took, as a histogram: how many took at most `le`. */
  readonly latency: {
    readonly buckets: readonly { readonly le: number; readonly n: number }[];
    readonly sum: number;
    readonly count: number;
  };
}

export interface NewestDecisionsRequest {
  readonly limit: number;
  readonly project?: readonly string[] | undefined;
}

export interface NewestDecisions {
  /** Newest first, with their input as it stands in the record. */
  readonly decisions: readonly FoundDecision[];
  /** How many there are in all. */
  readonly of: number;
}

export interface IndexState {
  /** Everything that stood in the record when it was last looked at is indexed. */
  readonly complete: boolean;
  /** The first look through the record still goes on. */
  readonly reading: boolean;
  readonly sessions: number;
  readonly decisions: number;
  /** Lines that are no records, and records of a later version. */
  readonly unreadable: number;
  readonly newer: number;
}
