/** One drawing by uPlot, in the colours of the page. The table beside it says the same to whoever cannot see it. */
import "../data/language.ts";
import "uplot/dist/uPlot.min.css";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { repaint } from "../data/theme.ts";

export interface Plot {
  readonly kind: "stacked" | "bars" | "lines";
  readonly lines: readonly { readonly name: string; readonly tone: string }[];
  readonly format: (value: number | null) => string;
}

export interface ChartProps {
  readonly title: string;
  readonly plot: Plot;
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  readonly when: (at: number) => string;
  readonly bucketMs: number;
}

const HEIGHT = 190;

export function Chart({ title, plot, times, values, when, bucketMs }: ChartProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const pointed = useSignal<number | null>(null);
  const painted = repaint.value;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const drawn = new uPlot(
      optionsOf({ element, plot, when, bucketMs, onPoint: (index) => (pointed.value = index) }),
      dataOf(plot, times, values),
      element,
    );
    const observer = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [times.join(), values.join(), painted]);
  const index = pointed.value;
  return (
    <>
      <p class="legend">
        {plot.lines.map(({ name, tone }, line) => (
          <span key={name} class="legend-item">
            <span class={`swatch ${tone}`} />
            {name}
            {index !== null && <strong>{plot.format(values[line]?.[index] ?? null)}</strong>}
          </span>
        ))}
        {index !== null && <span class="legend-when">{when(times[index] ?? 0)}</span>}
      </p>
      <div class="plot" ref={box} role="img" aria-label={`${title}, drawn over time; the table below says the same`} />
    </>
  );
}

type Series = readonly (readonly (number | null)[])[];

/** Stacked, each line lies on the sum of those before it; the highest is drawn first. */
function dataOf(plot: Plot, times: readonly number[], values: Series): uPlot.AlignedData {
  const seconds = times.map((at) => at / 1_000);
  const lines = plot.kind === "stacked" ? stack(values).toReversed() : values;
  return [seconds, ...lines.map((line) => [...line])];
}

function stack(values: Series): Series {
  const sums: (number | null)[][] = [];
  for (const line of values) sums.push(line.map((value, i) => (value ?? 0) + (sums.at(-1)?.[i] ?? 0)));
  return sums;
}

interface OptionsInput {
  readonly element: HTMLElement;
  readonly plot: Plot;
  readonly when: (at: number) => string;
  readonly bucketMs: number;
  readonly onPoint: (index: number | null) => void;
}

function optionsOf({ element, plot, when, bucketMs, onPoint }: OptionsInput): uPlot.Options {
  const colour = (name: string): string => resolveColour(element, name);
  const axis = {
    stroke: colour("ink-3"),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    ticks: { show: false },
  };
  const lines = plot.kind === "stacked" ? plot.lines.toReversed() : plot.lines;
  const bucket = bucketMs / 1_000;
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [10, 6, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: plot.kind === "lines" }, drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    scales: {
      x: { range: (_, min, max) => [min - bucket / 2, max + bucket / 2] },
      y: plot.kind === "lines" ? { distr: 3 } : { range: (_, __, max) => [0, Math.max(max, 0) * 1.08 || 1] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        gap: 8,
        space: 72,
        grid: { show: false },
        incrs: BUCKETS_A_TICK.map((n) => n * bucket),
        values: (_, ticks) => ticks.map((tick) => when(tick * 1_000)),
      },
      {
        ...axis,
        size: 60,
        ...(plot.kind === "stacked" ? { incrs: WHOLE_TICKS } : {}),
        grid: {
          stroke: colour("line"),
          width: 1,
          filter: (_, ticks) => ticks.map((tick) => (isLabelled(plot)(tick) ? tick : null)),
        },
        values: (_, ticks) => ticks.map((tick) => (tick !== null && isLabelled(plot)(tick) ? plot.format(tick) : "")),
      },
    ],
    series: [{}, ...lines.map(({ name, tone }) => lineOf({ name, colour: colour(`fill-${tone}`), kind: plot.kind }))],
  };
}

const BUCKETS_A_TICK = [1, 2, 3, 4, 6, 7, 14, 28, 56];
/** Nobody decides half a call. */
const WHOLE_TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];

/** Of a logarithmic axis the powers of ten. */
const isLabelled =
  ({ kind }: Plot) =>
  (tick: number): boolean =>
    kind !== "lines" || Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6);

/** A canvas knows no variables: the browser is asked what one comes to. */
function resolveColour(element: HTMLElement, name: string): string {
  element.style.color = `var(--${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = "";
  return color;
}

interface LineInput {
  readonly name: string;
  readonly colour: string;
  readonly kind: Plot["kind"];
}

function lineOf({ name, colour, kind }: LineInput): uPlot.Series {
  if (kind === "lines")
    return { label: name, stroke: colour, width: 2, spanGaps: true, points: { size: 5, fill: colour } };
  const paths = uPlot.paths.bars?.({ size: [0.7, 46], radius: kind === "stacked" ? 0 : 0.15 });
  return {
    label: name,
    stroke: colour,
    fill: colour,
    width: 0,
    points: { show: false },
    ...(paths === undefined ? {} : { paths }),
  };
}
