/** The drawings of the statistics: what each shows, and the table behind it. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { StatsAnswer } from "../../src/service/api.ts";
import { formatCost, formatCount, formatDay, formatMinute, formatMs } from "../data/format.ts";
import type { Plot } from "../parts/chart.tsx";
import { Icon } from "../parts/icon.tsx";
import { Spinner } from "../parts/states.tsx";

/** The chart library is asked for when the first drawing is. */
type ChartPart = Pick<typeof import("../parts/chart.tsx"), "Chart">;
const part = signal<ChartPart | undefined>(undefined);

function useChart(): ChartPart["Chart"] | undefined {
  useEffect(() => {
    void import("../parts/chart.tsx").then(({ Chart }) => {
      part.value = { Chart };
    });
  }, []);
  return part.value?.Chart;
}

type Point = StatsAnswer["series"][number];

const count = (n: number | null): string => formatCount(n ?? 0);

const PLOTS: readonly (Plot & {
  readonly title: string;
  readonly read: readonly ((point: Point) => number | null)[];
})[] = [
  {
    title: "Decisions",
    kind: "stacked",
    format: count,
    lines: [
      { name: "Allowed", tone: "allow" },
      { name: "Asked", tone: "ask" },
      { name: "Denied", tone: "deny" },
      { name: "Stopped", tone: "abort" },
    ],
    read: [({ allow }) => allow, ({ ask }) => ask, ({ deny }) => deny, ({ abort }) => abort],
  },
  {
    title: "Time to decide",
    kind: "lines",
    format: (n) => (n === null ? "none" : formatMs(n)),
    lines: [
      { name: "Middle", tone: "walls" },
      { name: "Slow end (19 of 20 are faster)", tone: "ink" },
    ],
    read: [({ p50 }) => p50, ({ p95 }) => p95],
  },
  {
    title: "Cost of verdicts",
    kind: "bars",
    format: (n) => formatCost(n ?? 0),
    lines: [{ name: "Cost", tone: "walls" }],
    read: [({ costUsd }) => costUsd],
  },
  {
    title: "Outages: calls without a verdict",
    kind: "bars",
    format: count,
    lines: [{ name: "Outages", tone: "deny" }],
    read: [({ outages }) => outages],
  },
];

interface OverTimeProps {
  readonly series: StatsAnswer["series"];
  readonly bucketMs: number;
}

const DAY_MS = 86_400_000;

export function OverTime({ series, bucketMs }: OverTimeProps): JSX.Element {
  const Chart = useChart();
  const isDaily = bucketMs >= DAY_MS;
  const when = (at: number): string => (isDaily ? formatDay(at) : formatMinute(at));
  const times = series.map(({ at }) => at);
  return (
    <div class="plots">
      {PLOTS.map(({ title, read, ...plot }) => {
        const values = read.map((one) => series.map(one));
        return (
          <section key={title} class="card plot-card">
            <h2>{title}</h2>
            {Chart === undefined ? (
              <Spinner what="the drawing" />
            ) : (
              <Chart title={title} plot={plot} times={times} values={values} when={when} bucketMs={bucketMs} />
            )}
            <details class="file">
              <summary>
                <Icon name="chevron" />
                As a table
              </summary>
              <div class="table-scroll">
                <table>
                  <caption class="hidden">{title}</caption>
                  <thead>
                    <tr>
                      <th scope="col">{isDaily ? "Day" : "Hour"}</th>
                      {plot.lines.map(({ name }) => (
                        <th key={name} scope="col" class="number">
                          {name}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {times.map((at, i) => (
                      <tr key={at}>
                        <th scope="row">{when(at)}</th>
                        {plot.lines.map(({ name }, line) => (
                          <td key={name} class="number">
                            {plot.format(values[line]?.[i] ?? null)}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </details>
          </section>
        );
      })}
    </div>
  );
}
