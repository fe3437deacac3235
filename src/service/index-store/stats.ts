/** What many decisions add up to, in one pass over their columns. */
import { BEHAVIORS, type Behavior } from "../../contract/decision.ts";
import { FLAG, real, word } from "./columns.ts";
import { compileFilter, type RowFilter } from "./filter.ts";
import { LATENCY_BUCKETS, percentile } from "./histogram.ts";
import { behaviorAt, KNOWN_STEPS, type Tables } from "./tables.ts";
import type { IndexedStats, StatsFilter } from "./types.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More points than these are not drawn. */
const MAX_BUCKETS = 2_400;
const [P50, P95] = [0.5, 0.95];
const KINDS = BEHAVIORS.length;
const numberOf = (behavior: Behavior): number => BEHAVIORS.indexOf(behavior);
const [ALLOW, ASK, DENY, ABORT] = [numberOf("allow"), numberOf("ask"), numberOf("deny"), numberOf("abort")] as const;

export function statsOf(tables: Tables, query: StatsFilter): IndexedStats {
  const filter = compileFilter(tables, query);
  const buckets = bucketsOf(tables, filter, query.bucket ?? "day");
  const tally = newTally(tables, buckets.count);
  const add = adderOf(tables, buckets, tally);
  const { rows } = tables.order;
  for (let i = filter.low; i < filter.high; i++) {
    const row = word(rows, i);
    if (filter.passes(row)) add(row);
  }
  return readTally(tables, buckets, tally);
}

interface Buckets {
  readonly first: number;
  readonly ms: number;
  readonly count: number;
}

/** From the first decision to the last; the clock of one of them may have been anything. */
function bucketsOf({ order, columns }: Tables, { low, high }: RowFilter, bucket: "hour" | "day"): Buckets {
  let ms = bucket === "hour" ? HOUR_MS : DAY_MS;
  if (high <= low) return { first: 0, ms, count: 0 };
  const { at } = columns.arrays;
  const [first, last] = [real(at, word(order.rows, low)), real(at, word(order.rows, high - 1))];
  if ((last - first) / ms >= MAX_BUCKETS - 1) ms = DAY_MS;
  while ((last - first) / ms >= MAX_BUCKETS - 1) ms *= 2;
  const start = Math.floor(first / ms);
  return { first: start * ms, ms, count: Math.floor(last / ms) - start + 1 };
}

export const raise = (list: Float64Array, place: number): void => {
  list[place] = (list[place] ?? 0) + 1;
};

/** Counts, each by a number: of a step with its behavior, of a word, of a bucket of the series. */
interface Tally {
  readonly steps: Float64Array;
  readonly topics: { readonly deny: Float64Array; readonly ask: Float64Array };
  readonly walls: { readonly all: Float64Array; readonly refused: Float64Array };
  readonly series: Float64Array;
  readonly costs: Float64Array;
  readonly outages: Float64Array;
  /** Histograms, one after the other. */
  readonly times: Float64Array;
  readonly stepTimes: Float64Array;
  saved: number;
}

function newTally({ names }: Tables, buckets: number): Tally {
  const counts = (length: number): Float64Array => new Float64Array(length);
  return {
    steps: counts(KNOWN_STEPS.length * KINDS),
    topics: { deny: counts(names.length), ask: counts(names.length) },
    walls: { all: counts(names.length), refused: counts(names.length) },
    series: counts(KINDS * buckets),
    costs: counts(buckets),
    outages: counts(buckets),
    times: counts(LATENCY_BUCKETS * buckets),
    stepTimes: counts(LATENCY_BUCKETS * KNOWN_STEPS.length),
    saved: 0,
  };
}

function adderOf({ columns }: Tables, { first, ms, count }: Buckets, tally: Tally): (row: number) => void {
  const { at, by, behavior, latency, unavailable, flags, rule, walls, cost } = columns.arrays;
  const { steps, topics, series, costs, outages, times, stepTimes } = tally;
  const addWalls = (row: number, marks: number): void => {
    raise(tally.walls.all, word(walls, row));
    if ((marks & FLAG.refused) !== 0) raise(tally.walls.refused, word(walls, row));
  };
  const addTopic = (row: number, what: number): void => {
    if (what !== ALLOW) raise(what === ASK ? topics.ask : topics.deny, word(rule, row));
  };
  return (row) => {
    const marks = word(flags, row);
    if ((marks & FLAG.byHand) !== 0) return;
    const [step, what, time] = [word(by, row), word(behavior, row), latency[row] ?? 0];
    const bucket = Math.min(count - 1, Math.max(0, Math.floor((real(at, row) - first) / ms)));
    raise(steps, step * KINDS + what);
    raise(series, bucket * KINDS + what);
    raise(times, bucket * LATENCY_BUCKETS + time);
    raise(stepTimes, step * LATENCY_BUCKETS + time);
    if (word(unavailable, row) !== 0) raise(outages, bucket);
    if ((marks & FLAG.saved) !== 0) tally.saved += 1;
    if ((marks & FLAG.topic) !== 0) addTopic(row, what);
    if (word(walls, row) !== 0) addWalls(row, marks);
    const spent = real(cost, row);
    if (spent > 0) costs[bucket] = real(costs, bucket) + spent;
  };
}

function readTally(tables: Tables, buckets: Buckets, tally: Tally): IndexedStats {
  const { names } = tables;
  const of = (behavior: number): number => sum(KNOWN_STEPS.map((_, by) => real(tally.steps, by * KINDS + behavior)));
  const totals = { allow: of(ALLOW), deny: of(DENY), ask: of(ASK), abort: of(ABORT) };
  const words = Array.from({ length: names.length }, (_, number) => ({ number, text: names.at(number) ?? "" }));
  return {
    totals: {
      decisions: totals.allow + totals.deny + totals.ask + totals.abort,
      ...totals,
      promptsSaved: tally.saved,
      costUsd: sum(tally.costs),
      outages: sum(tally.outages),
      walled: sum(tally.walls.all),
      refusedInWalls: sum(tally.walls.refused),
    },
    steps: stepCounts(tally.steps).sort((a, b) => b.n - a.n),
    topics: words
      .map(({ number, text }) => ({
        topic: text,
        deny: real(tally.topics.deny, number),
        ask: real(tally.topics.ask, number),
      }))
      .filter(({ deny, ask }) => deny + ask > 0)
      .sort((a, b) => b.deny + b.ask - a.deny - a.ask),
    series: Array.from({ length: buckets.count }, (_, bucket) => pointAt(bucket, buckets, tally)),
    latency: KNOWN_STEPS.flatMap((by, place) => {
      const { p50, p95 } = percentilesAt(tally.stepTimes, place);
      return p50 === null || p95 === null ? [] : [{ by, p50, p95 }];
    }),
    walls: words
      .map(({ number, text }) => ({
        walls: text,
        n: real(tally.walls.all, number),
        refused: real(tally.walls.refused, number),
      }))
      .filter(({ n }) => n > 0)
      .sort((a, b) => b.n - a.n),
    bucketMs: buckets.ms,
  };
}

function pointAt(bucket: number, { first, ms }: Buckets, tally: Tally): IndexedStats["series"][number] {
  const of = (behavior: number): number => real(tally.series, bucket * KINDS + behavior);
  return {
    at: first + bucket * ms,
    ...{ allow: of(ALLOW), deny: of(DENY), ask: of(ASK), abort: of(ABORT) },
    costUsd: real(tally.costs, bucket),
    outages: real(tally.outages, bucket),
    ...percentilesAt(tally.times, bucket),
  };
}

const percentilesAt = (times: Float64Array, place: number) => ({
  p50: percentile(times, P50, place * LATENCY_BUCKETS),
  p95: percentile(times, P95, place * LATENCY_BUCKETS),
});

/** Of counts by step and behavior, those that are not zero. */
export const stepCounts = (steps: Float64Array) =>
  [...steps].flatMap((n, place): readonly { by: string; behavior: Behavior; n: number }[] => {
    const by = KNOWN_STEPS[Math.floor(place / KINDS)] ?? "";
    return n === 0 ? [] : [{ by, behavior: behaviorAt(place % KINDS), n }];
  });

export const sum = (list: Iterable<number>): number => {
  let total = 0;
  for (const one of list) total += one;
  return total;
};
