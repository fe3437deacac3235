/** Counts for Prometheus. Labels are routes, statuses and steps: nothing that was said or called. */
import type { IndexCounters, IndexState } from "./index-store/index.ts";

export interface Metrics {
  readonly countRequest: (route: string, status: number) => void;
  readonly requests: () => ReadonlyMap<string, number>;
}

export function openMetrics(): Metrics {
  const requests = new Map<string, number>();
  return {
    countRequest: (route, status) => {
      const key = `route="${route}",status="${status}"`;
      requests.set(key, (requests.get(key) ?? 0) + 1);
    },
    requests: () => requests,
  };
}

interface Measured {
  readonly metrics: Metrics;
  readonly counters: IndexCounters;
  readonly state: IndexState;
  readonly started: number;
}

/** The text format of Prometheus, version 0.0.4. */
export function formatMetrics({ metrics, counters, state, started }: Measured): string {
  const { latency } = counters;
  return [
    family("sallyport_start_time_seconds", "gauge", "When the service started.", [["", started / 1_000]]),
    family("sallyport_http_requests_total", "counter", "Requests by route and status.", [...metrics.requests()]),
    family(
      "sallyport_decisions_total",
      "counter",
      "Decisions on record, by step and behavior.",
      counters.decisions.map(({ by, behavior, n }) => [`by="${label(by)}",behavior="${label(behavior)}"`, n]),
    ),
    family(
      "sallyport_unavailable_total",
      "counter",
      "Decisions without a verdict, by cause.",
      counters.unavailable.map(({ why, n }) => [`why="${label(why)}"`, n]),
    ),
    family(
      "sallyport_walled_total",
      "counter",
      "Calls inside walls.",
      counters.walls.map(({ walls, n }) => [`walls="${label(walls)}"`, n]),
    ),
    family("sallyport_cost_usd_total", "counter", "What the model cost.", [["", counters.costUsd]]),
    family("sallyport_sessions", "gauge", "Sessions on record.", [["", counters.sessions]]),
    family("sallyport_index_complete", "gauge", "1: all of the record is indexed.", [["", state.complete ? 1 : 0]]),
    "# HELP sallyport_decision_milliseconds Milliseconds the gate took.\n# TYPE sallyport_decision_milliseconds histogram\n",
    ...latency.buckets.map(({ le, n }) => `sallyport_decision_milliseconds_bucket{le="${le}"} ${n}\n`),
    `sallyport_decision_milliseconds_bucket{le="+Inf"} ${latency.count}\n`,
    `sallyport_decision_milliseconds_sum ${latency.sum}\nsallyport_decision_milliseconds_count ${latency.count}\n`,
  ].join("");
}

type Sample = readonly [labels: string, value: number];

const family = (name: string, type: string, help: string, samples: readonly Sample[]): string =>
  [
    `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`,
    ...samples.map(([labels, value]) => `${name}${labels === "" ? "" : `{${labels}}`} ${value}\n`),
  ].join("");

const label = (text: string): string => text.replace(/[^\w.+-]/g, "_").slice(0, 64);
