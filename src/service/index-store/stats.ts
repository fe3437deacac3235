/** What many decisions add up to, in one pass over their columns. */
import { BEHAVIORS, type Behavior } from "../../contract/decision.ts";
import { FLAG } from "./columns.ts";
import { compileFilter, type RowFilter } from "./filter.ts";
import { LATENCY_BUCKETS, percentile } from "./histogram.ts";
import { behaviorAt, KNOWN_STEPS, type Tables } from "./tables.ts";
import type { FilterValue, FilterValues, IndexCounters, IndexedStats, StatsFilter } from "./types.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More points than these are not drawn. */
const MAX_BUCKETS = 2_400;
const MAX_VALUES = 500;
const [P50, P95] = [0.5, 0.95];
/** For `/metrics`. */
const METRIC_LIMITS_MS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];
const place = (behavior: Behavior): number => BEHAVIORS.indexOf(behavior);
const [ALLOW, ASK, DENY, ABORT] = [place("allow"), place("ask"), place("deny"), place("abort")] as const;

export function statsOf(tables: Tables, query: StatsFilter): IndexedStats {
  const filter = compileFilter(tables, query);
  const tally = new Tally(tables, bucketsOf(tables, filter, query.bucket ?? "day"));
  const { rows } = tables.order;
  for (let i = filter.low; i < filter.high; i++) {
    const row = rows[i] ?? 0;
    if (filter.passes(row)) tally.add(row);
  }
  return tally.stats();
}

interface Buckets {
  readonly first: number;
  readonly ms: number;
  readonly count: number;
}

/** From the first decision to the last; the clock of one of them may have been anything. */
function bucketsOf({ order, columns }: Tables, { low, high }: RowFilter, bucket: "hour" | "day"): Buckets {
  if (high <= low) return { first: 0, ms: bucket === "hour" ? HOUR_MS : DAY_MS, count: 0 };
  const { at } = columns.arrays;
  const [first, last] = [at[order.rows[low] ?? 0] ?? 0, at[order.rows[high - 1] ?? 0] ?? 0];
  let ms = bucket === "hour" ? HOUR_MS : DAY_MS;
  if ((last - first) / ms >= MAX_BUCKETS - 1) ms = DAY_MS;
  while ((last - first) / ms >= MAX_BUCKETS - 1) ms *= 2;
  const start = Math.floor(first / ms);
  return { first: start * ms, ms, count: Math.floor(last / ms) - start + 1 };
}

/** Counts by something: as many as there are numbers of it. */
const counts = (length: number): Float64Array => new Float64Array(length);

class Tally {
  readonly #tables: Tables;
  readonly #buckets: Buckets;
  readonly #steps = counts(KNOWN_STEPS.length * BEHAVIORS.length);
  readonly #topics: Float64Array;
  readonly #walls: Float64Array;
  readonly #series: Float64Array;
  readonly #costs: Float64Array;
  readonly #outages: Float64Array;
  readonly #times: Uint32Array;
  readonly #stepTimes = new Uint32Array(KNOWN_STEPS.length * LATENCY_BUCKETS);
  #saved = 0;
  #cost = 0;

  constructor(tables: Tables, buckets: Buckets) {
    this.#tables = tables;
    this.#buckets = buckets;
    this.#topics = counts(2 * tables.names.length);
    this.#walls = counts(2 * tables.names.length);
    this.#series = counts(BEHAVIORS.length * buckets.count);
    this.#costs = counts(buckets.count);
    this.#outages = counts(buckets.count);
    this.#times = new Uint32Array(LATENCY_BUCKETS * buckets.count);
  }

  add(row: number): void {
    const { arrays } = this.#tables.columns;
    const flags = arrays.flags[row] ?? 0;
    if ((flags & FLAG.byHand) !== 0) return;
    const [by, behavior, time] = [arrays.by[row] ?? 0, arrays.behavior[row] ?? 0, arrays.latency[row] ?? 0];
    const { first, ms, count } = this.#buckets;
    const bucket = Math.min(count - 1, Math.max(0, Math.floor(((arrays.at[row] ?? 0) - first) / ms)));
    raise(this.#steps, by * BEHAVIORS.length + behavior);
    raise(this.#series, bucket * BEHAVIORS.length + behavior);
    raise(this.#times, bucket * LATENCY_BUCKETS + time);
    raise(this.#stepTimes, by * LATENCY_BUCKETS + time);
    if ((arrays.unavailable[row] ?? 0) !== 0) raise(this.#outages, bucket);
    if ((flags & FLAG.saved) !== 0) this.#saved += 1;
    if ((flags & FLAG.topic) !== 0 && behavior !== ALLOW)
      raise(this.#topics, 2 * (arrays.rule[row] ?? 0) + (behavior === ASK ? 1 : 0));
    const walls = arrays.walls[row] ?? 0;
    if (walls !== 0) {
      raise(this.#walls, 2 * walls);
      if ((flags & FLAG.refused) !== 0) raise(this.#walls, 2 * walls + 1);
    }
    const cost = arrays.cost[row] ?? 0;
    if (cost > 0) {
      this.#cost += cost;
      this.#costs[bucket] = (this.#costs[bucket] ?? 0) + cost;
    }
  }

  stats(): IndexedStats {
    const walls = this.#wallCounts();
    const of = (behavior: number): number =>
      sum(KNOWN_STEPS.map((_, by) => this.#steps[by * BEHAVIORS.length + behavior] ?? 0));
    const totals = { allow: of(ALLOW), deny: of(DENY), ask: of(ASK), abort: of(ABORT) };
    return {
      totals: {
        decisions: totals.allow + totals.deny + totals.ask + totals.abort,
        ...totals,
        promptsSaved: this.#saved,
        costUsd: this.#cost,
        outages: sum(this.#outages),
        walled: sum(walls.map(({ n }) => n)),
        refusedInWalls: sum(walls.map(({ refused }) => refused)),
      },
      steps: this.#stepCounts(),
      topics: this.#topicCounts(),
      series: Array.from({ length: this.#buckets.count }, (_, bucket) => this.#point(bucket)),
      latency: KNOWN_STEPS.flatMap((by, place) => {
        const from = place * LATENCY_BUCKETS;
        const [p50, p95] = [P50, P95].map((share) => percentile(this.#stepTimes, share, from));
        return typeof p50 === "number" && typeof p95 === "number" ? [{ by, p50, p95 }] : [];
      }),
      walls,
      bucketMs: this.#buckets.ms,
    };
  }

  #point(bucket: number): IndexedStats["series"][number] {
    const of = (behavior: number): number => this.#series[bucket * BEHAVIORS.length + behavior] ?? 0;
    return {
      at: this.#buckets.first + bucket * this.#buckets.ms,
      ...{ allow: of(ALLOW), deny: of(DENY), ask: of(ASK), abort: of(ABORT) },
      costUsd: this.#costs[bucket] ?? 0,
      outages: this.#outages[bucket] ?? 0,
      p50: percentile(this.#times, P50, bucket * LATENCY_BUCKETS),
      p95: percentile(this.#times, P95, bucket * LATENCY_BUCKETS),
    };
  }

  /** The most frequent first. */
  #stepCounts(): IndexedStats["steps"] {
    return [...this.#steps]
      .map((n, place) => ({
        by: KNOWN_STEPS[Math.floor(place / BEHAVIORS.length)] ?? "",
        behavior: behaviorAt(place % BEHAVIORS.length),
        n,
      }))
      .filter(({ n }) => n > 0)
      .sort((a, b) => b.n - a.n);
  }

  #topicCounts(): IndexedStats["topics"] {
    const { names } = this.#tables;
    return Array.from({ length: names.length }, (_, word) => ({
      topic: names.at(word) ?? "",
      deny: this.#topics[2 * word] ?? 0,
      ask: this.#topics[2 * word + 1] ?? 0,
    }))
      .filter(({ deny, ask }) => deny + ask > 0)
      .sort((a, b) => b.deny + b.ask - a.deny - a.ask);
  }

  #wallCounts(): IndexedStats["walls"] {
    const { names } = this.#tables;
    return Array.from({ length: names.length }, (_, word) => ({
      walls: names.at(word) ?? "",
      n: this.#walls[2 * word] ?? 0,
      refused: this.#walls[2 * word + 1] ?? 0,
    }))
      .filter(({ n }) => n > 0)
      .sort((a, b) => b.n - a.n);
  }
}

const sum = (list: Iterable<number>): number => {
  let total = 0;
  for (const one of list) total += one;
  return total;
};

function raise(list: Float64Array | Uint32Array, place: number): void {
  list[place] = (list[place] ?? 0) + 1;
}

/** All decisions, those by hand too: the numbers only rise while nothing is purged. */
export function countersOf(tables: Tables): IndexCounters {
  const { order, columns, names, sessions } = tables;
  const { by, behavior, unavailable, walls, flags, cost, ms } = columns.arrays;
  const steps = counts(KNOWN_STEPS.length * BEHAVIORS.length);
  const [outages, walled, refused] = [counts(names.length), counts(names.length), counts(names.length)];
  const times = counts(METRIC_LIMITS_MS.length);
  let [costUsd, took] = [0, 0];
  for (let i = 0; i < order.length; i++) {
    const row = order.rows[i] ?? 0;
    raise(steps, (by[row] ?? 0) * BEHAVIORS.length + (behavior[row] ?? 0));
    raise(outages, unavailable[row] ?? 0);
    raise(walled, walls[row] ?? 0);
    if (((flags[row] ?? 0) & FLAG.refused) !== 0) raise(refused, walls[row] ?? 0);
    if ((cost[row] ?? 0) > 0) costUsd += cost[row] ?? 0;
    const time = ms[row] ?? 0;
    took += time;
    const place = METRIC_LIMITS_MS.findIndex((limit) => time <= limit);
    if (place >= 0) raise(times, place);
  }
  let below = 0;
  return {
    sessions: sessions.size,
    decisions: [...steps].flatMap((n, place): readonly { by: string; behavior: Behavior; n: number }[] => {
      const step = KNOWN_STEPS[Math.floor(place / BEHAVIORS.length)] ?? "";
      return n === 0 ? [] : [{ by: step, behavior: behaviorAt(place % BEHAVIORS.length), n }];
    }),
    unavailable: named(tables, outages).map(({ value, n }) => ({ why: value, n })),
    walls: named(tables, walled).map(({ value, n }) => ({
      walls: value,
      n,
      refused: refused[names.find(value) ?? 0] ?? 0,
    })),
    costUsd,
    latency: {
      buckets: METRIC_LIMITS_MS.map((le, place) => {
        below += times[place] ?? 0;
        return { le, n: below };
      }),
      sum: took,
      count: order.length,
    },
  };
}

/** The most used first. */
const named = ({ names }: Tables, numbers: Float64Array): readonly FilterValue[] =>
  [...numbers]
    .flatMap((n, word): readonly FilterValue[] => {
      const value = names.at(word);
      return n === 0 || value === null ? [] : [{ value, n }];
    })
    .sort((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_VALUES);

export function valuesOf(tables: Tables): FilterValues {
  const { order, columns, names, sessions } = tables;
  const { tool, host, rule, by, flags, session } = columns.arrays;
  const [tools, hosts] = [counts(names.length), counts(names.length)];
  const [topics, projects] = [counts(names.length), counts(names.length)];
  const steps = counts(KNOWN_STEPS.length);
  const projectOf = Uint32Array.from({ length: sessions.length }, (_, number) => sessions.at(number)?.project ?? 0);
  for (let i = 0; i < order.length; i++) {
    const row = order.rows[i] ?? 0;
    raise(tools, tool[row] ?? 0);
    raise(hosts, host[row] ?? 0);
    raise(projects, projectOf[session[row] ?? 0] ?? 0);
    raise(steps, by[row] ?? 0);
    if (((flags[row] ?? 0) & FLAG.topic) !== 0) raise(topics, rule[row] ?? 0);
  }
  const list = (numbers: Float64Array) => named(tables, numbers);
  return {
    ...{ tool: list(tools), host: list(hosts), project: list(projects), topic: list(topics) },
    by: [...steps]
      .flatMap((n, place) => (n === 0 ? [] : [{ value: KNOWN_STEPS[place] ?? "", n }]))
      .sort((a, b) => b.n - a.n),
  };
}
