/** What there is of everything: for `/metrics`, and for what a person can choose to filter by. */
import { BEHAVIORS } from "../../contract/decision.ts";
import { FLAG, real, word } from "./columns.ts";
import { raise, stepCounts } from "./stats.ts";
import { KNOWN_STEPS, type Tables } from "./tables.ts";
import type { FilterValue, FilterValues, IndexCounters } from "./types.ts";

const MAX_VALUES = 500;
const LIMITS_MS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

/** All decisions, those by hand too: the numbers only rise while nothing is purged. */
export function countersOf(tables: Tables): IndexCounters {
  const { order, columns, names, sessions } = tables;
  const { by, behavior, unavailable, walls, flags, cost, ms } = columns.arrays;
  const counts = (length: number): Float64Array => new Float64Array(length);
  const steps = counts(KNOWN_STEPS.length * BEHAVIORS.length);
  const [outages, walled, refused] = [counts(names.length), counts(names.length), counts(names.length)];
  const times = counts(LIMITS_MS.length + 1);
  let [costUsd, took] = [0, 0];
  for (let i = 0; i < order.length; i++) {
    const row = word(order.rows, i);
    raise(steps, word(by, row) * BEHAVIORS.length + word(behavior, row));
    raise(outages, word(unavailable, row));
    raise(walled, word(walls, row));
    if ((word(flags, row) & FLAG.refused) !== 0) raise(refused, word(walls, row));
    const [spent, time] = [real(cost, row), real(ms, row)];
    if (spent > 0) costUsd += spent;
    took += time;
    raise(times, limitOf(time));
  }
  let below = 0;
  return {
    sessions: sessions.size,
    decisions: stepCounts(steps),
    unavailable: named(tables, outages).map(({ value, n }) => ({ why: value, n })),
    walls: named(tables, walled).map(({ value, n }) => {
      return { walls: value, n, refused: real(refused, names.find(value) ?? 0) };
    }),
    costUsd,
    latency: {
      buckets: LIMITS_MS.map((le, place) => {
        below += real(times, place);
        return { le, n: below };
      }),
      sum: took,
      count: order.length,
    },
  };
}

function limitOf(ms: number): number {
  let place = 0;
  while (place < LIMITS_MS.length && ms > (LIMITS_MS[place] ?? 0)) place += 1;
  return place;
}

/** The most used first. */
const named = ({ names }: Tables, numbers: Float64Array): readonly FilterValue[] =>
  [...numbers]
    .flatMap((n, number): readonly FilterValue[] => {
      const value = names.at(number);
      return n === 0 || value === null ? [] : [{ value, n }];
    })
    .sort(mostUsed)
    .slice(0, MAX_VALUES);

const mostUsed = (a: FilterValue, b: FilterValue): number => b.n - a.n || (a.value < b.value ? -1 : 1);

export function valuesOf(tables: Tables): FilterValues {
  const { order, columns, names, sessions } = tables;
  const { tool, host, rule, by, flags, session } = columns.arrays;
  const counts = (length: number): Float64Array => new Float64Array(length);
  const [tools, hosts, topics] = [counts(names.length), counts(names.length), counts(names.length)];
  const [steps, perSession, projects] = [counts(KNOWN_STEPS.length), counts(sessions.length), counts(names.length)];
  for (let i = 0; i < order.length; i++) {
    const row = word(order.rows, i);
    raise(tools, word(tool, row));
    raise(hosts, word(host, row));
    raise(steps, word(by, row));
    raise(perSession, word(session, row));
    if ((word(flags, row) & FLAG.topic) !== 0) raise(topics, word(rule, row));
  }
  for (const [number, { project }] of sessions.entries())
    projects[project] = real(projects, project) + real(perSession, number);
  return {
    tool: named(tables, tools),
    host: named(tables, hosts),
    project: named(tables, projects),
    topic: named(tables, topics),
    by: [...steps].flatMap((n, place) => (n === 0 ? [] : [{ value: KNOWN_STEPS[place] ?? "", n }])).sort(mostUsed),
  };
}
