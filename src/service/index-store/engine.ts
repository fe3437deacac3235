/** The index, in the thread that does its work: reads the ledger from its beginning, follows it, answers. */
import { randomBytes } from "node:crypto";
import { messageOf } from "../../contract/result.ts";
import { followLedger, sessionName } from "../../memory/index.ts";
import { countersOf, valuesOf } from "./counters.ts";
import { Indexer } from "./indexer.ts";
import { findDecision, findNewest, findSession, type LedgerLookup } from "./lookup.ts";
import { pageOfDecisions, pageOfSessions } from "./pages.ts";
import { statsOf } from "./stats.ts";
import { Tables } from "./tables.ts";
import { tailOf } from "./tail.ts";
import type { IndexState, RecordIndex } from "./types.ts";
import { watchLedger } from "./watch.ts";

const MAX_LIMIT = 1_000;

export interface EngineOptions {
  readonly stateDir: string;
  readonly report: (sentence: string) => void;
  readonly changed: () => void;
}

/** All but what the thread that asks does by itself. */
export type IndexEngine = { start(): Promise<void> } & Omit<RecordIndex, "onChange">;

const limited = <T extends { readonly limit: number }>(query: T): T => ({
  ...query,
  limit: Math.min(MAX_LIMIT, Math.max(1, Math.floor(query.limit) || 1)),
});

export function openEngine(options: EngineOptions): IndexEngine {
  const { stateDir, report, changed } = options;
  const tables = new Tables();
  const ledger = followLedger(stateDir);
  const indexer = new Indexer({ ledger, tables, flushed: changed });
  const run = randomBytes(8).toString("hex");
  let isComplete = false;
  const work = oneByOne((error) => report(`The record could not be read: ${messageOf(error)}`));
  const lookAtAll = (): Promise<void> => work.add(() => indexer.all({ old: !isComplete }));
  const lookAt = (names: Iterable<string>): Promise<void> => work.add(() => indexer.some(names, { old: false }));
  const distrust = (name: string): void => {
    indexer.distrust(name);
    void lookAt([name]);
  };
  const lookup: LedgerLookup = { ledger, tables, distrust };
  const watching = watchLedger(stateDir, { some: (names) => void lookAt(names), all: () => void lookAtAll() });
  const counters = remembered(tables, () => countersOf(tables));
  const values = remembered(tables, () => valuesOf(tables));
  return {
    start: async () => {
      await lookAtAll();
      isComplete = true;
      changed();
    },
    decisions: async (query) => pageOfDecisions(tables, limited(query)),
    decision: async (id) => findDecision(lookup, id),
    sessions: async (query) => pageOfSessions(tables, limited(query)),
    session: async (id, page) => findSession(lookup, id, limited(page)),
    stats: async (query) => statsOf(tables, query),
    values: async () => values(),
    tail: async (request) => tailOf(tables, run, limited(request)),
    counters: async () => counters(),
    newest: async (request) => findNewest(lookup, request),
    catchUp: (session) => (session === undefined ? lookAtAll() : lookAt([sessionName(session)])),
    state: async () => stateOf(tables, { complete: isComplete && !tables.texts.isFull, reading: !isComplete }),
    close: async () => {
      watching.close();
      indexer.close();
      await work.end();
    },
  };
}

/** Jobs in the order they came; one that fails is told, and keeps nobody from the next. */
function oneByOne(failed: (error: unknown) => void) {
  let [last, isEnded] = [Promise.resolve(), false];
  return {
    add: (job: () => Promise<void>): Promise<void> => {
      last = last.then(async () => {
        if (!isEnded) await job().catch(failed);
      });
      return last;
    },
    end: (): Promise<void> => {
      isEnded = true;
      return last;
    },
  };
}

/** The answer of before while nothing was indexed since. */
function remembered<T>(tables: Tables, compute: () => T): () => T {
  let kept: { readonly version: number; readonly value: T } | undefined;
  return () => {
    if (kept?.version !== tables.version) kept = { version: tables.version, value: compute() };
    return kept.value;
  };
}

function stateOf(tables: Tables, how: Pick<IndexState, "complete" | "reading">): IndexState {
  let [unreadable, newer] = [0, 0];
  for (const [, session] of tables.sessions.entries()) {
    unreadable += session.unreadable;
    newer += session.newer;
  }
  const { sessions, order } = tables;
  return { ...how, sessions: sessions.size, decisions: order.length, unreadable, newer };
}
