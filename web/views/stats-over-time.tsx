/** The drawings of the statistics: what each shows, and the table behind it. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { StatsAnswer } from "../../src/service/api.ts";
import { formatCost, formatCount, formatDay, formatMinute, formatMs } from "../data/format.ts";
import type { ChartProps, Plot } from "../parts/chart.tsx";
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
  /** The time that was asked for. */
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;

export function OverTime({ series: told, bucketMs, from, to }: OverTimeProps): JSX.Element {
  const series = fillGaps({ series: told, bucketMs, from, to });
  const isDaily = bucketMs >= DAY_MS;
  const when = (at: number): string => (isDaily ? formatDay(at) : formatMinute(at));
  const times = series.map(({ at }) => at);
  return (
    <div class="plots">
      {PLOTS.map(({ title, read, ...plot }) => {
        const values = read.map((one) => series.map(one));
        return <PlotCard key={title} {...{ title, plot, times, values, when, bucketMs }} />;
      })}
    </div>
  );
}

const QUIET: Omit<Point, "at"> = { allow: 0, deny: 0, ask: 0, abort: 0, costUsd: 0, outages: 0, p50: null, p95: null };

/** A time in which nothing was decided is a bucket too: the drawing shows all of the time that was asked for. */
function fillGaps({ series, bucketMs, from, to }: OverTimeProps): readonly Point[] {
  const anchor = series[0]?.at ?? from;
  const placeOf = (at: number): number => Math.round((at - anchor) / bucketMs);
  const told = new Map(series.map((point) => [placeOf(point.at), point]));
  const first = Math.ceil((from - anchor) / bucketMs);
  const last = Math.max(Math.floor((to - anchor) / bucketMs), ...told.keys());
  return Array.from({ length: last - Math.min(first, 0) + 1 }, (_, i) => {
    const place = Math.min(first, 0) + i;
    return told.get(place) ?? { at: anchor + place * bucketMs, ...QUIET };
  });
}

function PlotCard(props: ChartProps): JSX.Element {
  const Chart = useChart();
  const empty = props.values.every((line) => line.every((value) => value === null || value === 0));
  return (
    <section class="card plot-card">
      <h2>{props.title}</h2>
      {empty ? (
        <p class="plot-none soft">None in this time.</p>
      ) : Chart === undefined ? (
        <Spinner what="the drawing" />
      ) : (
        <Chart {...props} />
      )}
      {!empty && (
        <details class="file">
          <summary>
            <Icon name="chevron" />
            As a table
          </summary>
          <PlotTable {...props} />
        </details>
      )}
    </section>
  );
}

const PlotTable = ({ title, plot, times, values, when, bucketMs }: ChartProps): JSX.Element => (
  <div class="table-scroll">
    <table>
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{bucketMs >= DAY_MS ? "Day" : "Hour"}</th>
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
);
