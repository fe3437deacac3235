/** The index, in the thread that does its work: loads what is kept, follows the ledger, answers. */
import { randomBytes } from "node:crypto";
import { BEHAVIORS } from "../../contract/decision.ts";
import { messageOf } from "../../contract/result.ts";
import { VERSION } from "../../contract/version.ts";
import { followLedger, sessionName } from "../../memory/index.ts";
import { countersOf, valuesOf } from "./counters.ts";
import { Indexer } from "./indexer.ts";
import { IndexFile, removeIndexFile } from "./keep.ts";
import { findDecision, findNewest, findSession, type LedgerLookup } from "./lookup.ts";
import { pageOfDecisions, pageOfSessions } from "./pages.ts";
import { statsOf } from "./stats.ts";
import { KNOWN_STEPS, Tables } from "./tables.ts";
import { type TailEpoch, tailOf } from "./tail.ts";
import type { IndexState, RecordIndex } from "./types.ts";
import { watchLedger } from "./watch.ts";

/** Changes with the form of what is kept. */
const FORM = 1;
const KEPT_VERSION = [FORM, VERSION, ...KNOWN_STEPS, ...BEHAVIORS].join(" ");
const MAX_LIMIT = 1_000;

export interface EngineOptions {
  readonly stateDir: string;
  /** Where it is kept; null: nowhere, because another process keeps it. */
  readonly file: string | null;
  readonly report: (sentence: string) => void;
  readonly changed: () => void;
}

/** All but what the thread that asks does by itself. */
export type IndexEngine = { start(): Promise<void> } & Omit<RecordIndex, "onChange">;

interface Loaded {
  readonly tables: Tables;
  readonly generation: string;
  readonly file: IndexFile | undefined;
  /** Nothing was kept that could be used. */
  readonly anew: string | null;
}

const limited = <T extends { readonly limit: number }>(query: T): T => ({
  ...query,
  limit: Math.min(MAX_LIMIT, Math.max(1, Math.floor(query.limit) || 1)),
});

export function openEngine(options: EngineOptions): IndexEngine {
  const { stateDir, report, changed } = options;
  const { tables, generation, anew, file } = loadTables(options);
  const keeper = openKeeper(options, { tables, generation, file });
  const ledger = followLedger(stateDir);
  const indexer = new Indexer({ ledger, tables, flushed: keeper.keep });
  const epoch: TailEpoch = { generation, run: randomBytes(4).toString("hex") };
  let isComplete = false;
  const work = oneByOne((error) => report(`The record could not be read: ${messageOf(error)}`));
  const lookAtAll = (): Promise<void> => work.add(() => indexer.all({ old: anew !== null && !isComplete }));
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
    tail: async (request) => tailOf(tables, epoch, limited(request)),
    counters: async () => counters(),
    newest: async (request) => findNewest(lookup, request),
    catchUp: (session) => (session === undefined ? lookAtAll() : lookAt([sessionName(session)])),
    state: async () =>
      stateOf(tables, { complete: isComplete && !tables.texts.isFull, reading: !isComplete, why: anew }),
    close: async () => {
      watching.close();
      indexer.close();
      await work.end();
      keeper.close();
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

/** Keeps what was read. Where it cannot be kept, the index goes on in memory. */
function openKeeper(options: EngineOptions, { tables, generation, file: opened }: Omit<Loaded, "anew">) {
  const { report, changed } = options;
  let file = opened;
  return {
    keep: (): void => {
      try {
        file?.save(tables, generation);
      } catch (error) {
        report(`The index is not kept any more: ${messageOf(error)}. It goes on in memory.`);
        discard(file, options.file);
        file = undefined;
      }
      changed();
    },
    close: (): void => closeQuietly(file),
  };
}

/** Whatever is wrong with what is kept: it goes, and everything is read again. Where not even that works, nothing is kept. */
function loadTables(options: EngineOptions): Loaded {
  const fresh = (anew: string, file: IndexFile | undefined): Loaded => ({
    tables: new Tables(),
    generation: randomBytes(8).toString("hex"),
    file,
    anew,
  });
  const { file: path, report } = options;
  if (path === null) return fresh("another process keeps it", undefined);
  const first = tryLoad(path);
  if (typeof first !== "string") return first;
  if (first !== NEW) report(`The index is made anew: ${first}.`);
  try {
    removeIndexFile(path);
    return fresh(first, new IndexFile({ file: path, version: KEPT_VERSION }));
  } catch (error) {
    report(`The index cannot be kept: ${messageOf(error)}. It goes on in memory.`);
    return fresh(messageOf(error), undefined);
  }
}

const NEW = "it is new";

function tryLoad(path: string): Loaded | string {
  let file: IndexFile | undefined;
  try {
    file = new IndexFile({ file: path, version: KEPT_VERSION });
    const kept = file.load();
    if (typeof kept !== "string") {
      kept.tables.orderAll();
      return { ...kept, file, anew: null };
    }
    file.close();
    return kept;
  } catch (error) {
    closeQuietly(file);
    return messageOf(error);
  }
}

function closeQuietly(file: IndexFile | undefined): void {
  try {
    file?.close();
  } catch {
    return; // It goes anyway.
  }
}

function discard(file: IndexFile | undefined, path: string | null): void {
  closeQuietly(file);
  try {
    if (path !== null) removeIndexFile(path);
  } catch {
    return; // The next start finds out what is wrong with it.
  }
}

/** The answer of before while nothing was indexed since. */
function remembered<T>(tables: Tables, compute: () => T): () => T {
  let kept: { readonly version: number; readonly value: T } | undefined;
  return () => {
    if (kept?.version !== tables.version) kept = { version: tables.version, value: compute() };
    return kept.value;
  };
}

function stateOf(tables: Tables, how: Pick<IndexState, "complete" | "reading" | "why">): IndexState {
  let [unreadable, newer] = [0, 0];
  for (const [, session] of tables.sessions.entries()) {
    unreadable += session.unreadable;
    newer += session.newer;
  }
  const { sessions, order } = tables;
  return { ...how, sessions: sessions.size, decisions: order.length, unreadable, newer };
}
