/** The questions of the index answered from the newest records, without an index. */
import type { Behavior } from "../contract/decision.ts";
import type { DecisionEntry, SessionStart } from "../contract/session.ts";
import { type LoggedRecord, ledgerStore } from "../memory/index.ts";
import type { DecisionRow, SessionHead } from "./api.ts";
import type { DecisionFilter, FoundDecision, RecordIndex } from "./index-store/index.ts";

const MAX_RECORDS = 20_000;
const LOOK_MS = 500;

export async function openPlainIndex({ stateDir }: { readonly stateDir: string }): Promise<RecordIndex> {
  const store = ledgerStore({ stateDir });
  const listeners = new Set<() => void>();
  let seen = 0;
  const all = async () => (await store.newest({ limit: MAX_RECORDS, matches: () => true })).records;
  const rows = async () => {
    const records = await all();
    const starts = new Map<string, SessionStart>();
    for (const { session, entry } of records) if (entry.kind === "start") starts.set(session, entry.start);
    return records.flatMap((record) =>
      record.entry.kind === "decision"
        ? [
            {
              row: rowOf(record, record.entry, starts.get(record.session)),
              entry: record.entry,
              record,
              start: starts.get(record.session) ?? null,
            },
          ]
        : [],
    );
  };
  const timer = setInterval(async () => {
    const { length } = await all();
    if (length !== seen) for (const listener of listeners) listener();
    seen = length;
  }, LOOK_MS);
  timer.unref();
  const heads = async (): Promise<SessionHead[]> => {
    const found = new Map<string, SessionHead>();
    for (const { row } of await rows()) {
      const head = found.get(row.session) ?? {
        session: row.session,
        host: row.host,
        project: row.project,
        began: row.at,
        last: row.at,
        decisions: 0,
        asks: 0,
        denies: 0,
        costUsd: 0,
      };
      head.last = row.at;
      head.decisions++;
      if (row.behavior === "ask") head.asks++;
      if (row.behavior === "deny") head.denies++;
      head.costUsd += row.costUsd ?? 0;
      found.set(row.session, head);
    }
    return [...found.values()].sort((a, b) => b.last - a.last);
  };
  const foundOf = (
    { row, entry, record, start }: Awaited<ReturnType<typeof rows>>[number],
    records: readonly LoggedRecord[],
  ): FoundDecision => ({
    row,
    entry,
    start,
    seq: record.seq,
    later: records.flatMap((one) =>
      one.session === row.session && "decisionId" in one.entry && one.entry.decisionId === row.id ? [one.entry] : [],
    ),
  });
  return {
    decisions: async (query) => {
      const matching = (await rows())
        .map(({ row }) => row)
        .filter((row) => matches(row, query))
        .reverse();
      const from = query.before === undefined ? 0 : Number(query.before);
      const decisions = matching.slice(from, from + query.limit);
      return {
        decisions,
        next: from + query.limit < matching.length ? String(from + query.limit) : null,
        total: matching.length,
      };
    },
    decision: async (id) => {
      const found = (await rows()).find(({ row }) => row.id === id);
      return found === undefined ? null : foundOf(found, await all());
    },
    sessions: async ({ limit }) => ({ sessions: (await heads()).slice(0, limit), next: null, total: 0 }),
    session: async (id, { limit }) => {
      const head = (await heads()).find(({ session }) => session === id);
      if (head === undefined) return null;
      const byId = new Map((await rows()).map(({ row }) => [row.id, row]));
      const entries = (await all())
        .filter(({ session }) => session === id)
        .reverse()
        .slice(0, limit);
      return {
        head,
        entries: entries.map(({ seq, entry }) => ({
          seq,
          entry,
          row: entry.kind === "decision" ? (byId.get(entry.decision.id) ?? null) : null,
        })),
        next: null,
      };
    },
    stats: async () => {
      const found = (await rows()).map(({ row }) => row);
      const n = (behavior: Behavior) => found.filter((row) => row.behavior === behavior).length;
      const steps = new Map<string, { by: string; behavior: Behavior; n: number }>();
      for (const { by, behavior } of found) {
        const key = `${by} ${behavior}`;
        steps.set(key, { by, behavior, n: (steps.get(key)?.n ?? 0) + 1 });
      }
      return {
        totals: {
          decisions: found.length,
          allow: n("allow"),
          deny: n("deny"),
          ask: n("ask"),
          abort: n("abort"),
          promptsSaved: n("allow"),
          costUsd: 0,
          outages: 0,
          walled: 0,
          refusedInWalls: 0,
        },
        steps: [...steps.values()],
        topics: [],
        series: [],
        latency: [],
        walls: [],
        bucketMs: 86_400_000,
      };
    },
    values: async () => ({ tool: [], host: [], project: [], by: [], topic: [] }),
    tail: async ({ cursor, limit }) => {
      const found = await rows();
      const from = cursor === undefined ? found.length : Number(cursor);
      const events = found
        .slice(from, from + limit)
        .map(({ row }, i) => ({ cursor: String(from + i + 1), kind: "decision" as const, row }));
      return { events, cursor: String(from + events.length), more: from + events.length < found.length, gap: false };
    },
    counters: async () => ({
      sessions: 0,
      decisions: [],
      unavailable: [],
      walls: [],
      costUsd: 0,
      latency: { buckets: [], sum: 0, count: 0 },
    }),
    newest: async ({ limit }) => {
      const [found, records] = [await rows(), await all()];
      return {
        decisions: found
          .reverse()
          .slice(0, limit)
          .map((one) => foundOf(one, records)),
        of: found.length,
      };
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    catchUp: async () => undefined,
    state: async () => ({ complete: true, sessions: 0, decisions: 0, unreadable: 0, newer: 0, rebuilt: 0, why: null }),
    close: async () => {
      clearInterval(timer);
      await store.close();
    },
  };
}

function rowOf(
  { session, host }: LoggedRecord,
  { at, action, decision }: DecisionEntry,
  start: SessionStart | undefined,
): DecisionRow {
  const { id, behavior, by, rule, reason, walls, ms, costUsd, unavailable } = decision;
  const told = action.input.command ?? action.input.file_path ?? JSON.stringify(action.input);
  return {
    id,
    at,
    session,
    host,
    project: start?.projectRoot ?? null,
    tool: action.tool,
    call: String(told).split("\n").join(" "),
    behavior,
    by,
    rule: rule ?? null,
    topic: by === "denyRule" || by === "askRule" || by === "allowRule" ? null : (rule ?? null),
    reason,
    walls: walls ?? null,
    ms,
    costUsd: costUsd ?? null,
    unavailable: unavailable ?? null,
    byHand: start?.byHand === true,
    joined: false,
  };
}

const matches = (row: DecisionRow, { session, behavior, by, tool, host, from, to, q }: DecisionFilter): boolean =>
  (session?.includes(row.session) ?? true) &&
  (behavior?.includes(row.behavior) ?? true) &&
  (by?.includes(row.by) ?? true) &&
  (tool?.includes(row.tool) ?? true) &&
  (host?.includes(row.host ?? "") ?? true) &&
  row.at >= (from ?? 0) &&
  row.at <= (to ?? Number.POSITIVE_INFINITY) &&
  (q === undefined || JSON.stringify(row).toLowerCase().includes(q.toLowerCase()));
