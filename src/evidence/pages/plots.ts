/** Plots as inline SVG: each with its figures in words, none that says by colour alone. */
import type { Proportion } from "../statistics.ts";
import { escapeHtml, type Html, html } from "./page.ts";

const WIDTH = 420;
const LEFT = 150;
const RIGHT = 48;
const ROW = 26;
const TOP = 26;
const MAX_NAME = 20;

export interface Interval {
  readonly name: string;
  readonly proportion: Proportion;
}

/** A dot for each rate and a line for its interval, on one scale from 0 to the widest that is needed. */
export function intervalPlot(title: string, rows: readonly Interval[]): Html {
  const known = rows.filter(({ proportion }) => proportion.rate !== null);
  if (known.length === 0) return html``;
  const top = scaleTop(Math.max(...known.map(({ proportion }) => proportion.high)));
  const x = (share: number): number => LEFT + (share / top) * (WIDTH - LEFT - RIGHT);
  const height = TOP + known.length * ROW + 24;
  const ticks = [0, 0.5, 1].map((part) => part * top);
  const marks = ticks.map(
    (tick) =>
      `<line class="grid" x1="${n(x(tick))}" x2="${n(x(tick))}" y1="${TOP - 8}" y2="${height - 20}"/><text class="soft" x="${n(x(tick))}" y="${height - 4}" text-anchor="middle">${share(tick)}</text>`,
  );
  const dots = known.map(({ name, proportion: { rate, low, high } }, i) => {
    const y = TOP + i * ROW + 4;
    return `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${escapeHtml(short(name))}</text><line class="s-link" stroke-width="2" x1="${n(x(low))}" x2="${n(x(high))}" y1="${y}" y2="${y}"/><circle class="f-link" cx="${n(x(rate ?? 0))}" cy="${y}" r="5"/><text x="${WIDTH - RIGHT + 10}" y="${y + 4}">${share(rate ?? 0)}</text>`;
  });
  return figure(title, "The dot is the rate, the line its 95 % interval (Wilson).", height, [...marks, ...dots]);
}

/** How many answers came within which time: steps of equal width on a logarithmic scale. */
export function latencyPlot(title: string, values: readonly number[]): Html {
  if (values.length === 0) return html``;
  const [low, high] = [Math.max(1, Math.min(...values)), Math.max(...values, 2)];
  const bins = Math.min(30, Math.max(5, Math.ceil(Math.sqrt(values.length))));
  const span = Math.max(Math.log(high / low), 0.01);
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const at = Math.min(bins - 1, Math.floor((Math.log(Math.max(value, low) / low) / span) * bins));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const [height, base, left] = [200, 170, 12];
  const width = (WIDTH - left - 12) / bins;
  const tallest = Math.max(...counts);
  const bars = counts.map((count, i) => {
    const tall = (count / tallest) * (base - TOP);
    return `<rect class="f-link" x="${n(left + i * width)}" y="${n(base - tall)}" width="${n(Math.max(width - 1, 1))}" height="${n(tall)}"/>`;
  });
  const anchors = ["start", "middle", "end"];
  const ticks = [0, 0.5, 1].map(
    (part, i) =>
      `<text class="soft" x="${n(left + part * (WIDTH - left - 12))}" y="${base + 18}" text-anchor="${anchors[i] ?? "middle"}">${Math.round(low * Math.exp(span * part)).toLocaleString("en-GB")} ms</text>`,
  );
  const axis = `<line class="grid" x1="${left}" x2="${WIDTH - 12}" y1="${base}" y2="${base}"/><text class="soft" x="${left}" y="${TOP - 10}">up to ${tallest.toLocaleString("en-GB")} answers</text>`;
  return figure(title, "Time on a logarithmic scale.", height, [axis, ...bars, ...ticks]);
}

function figure(title: string, note: string, height: number, parts: readonly string[]): Html {
  const drawing = `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(title)}">${parts.join("")}</svg>`;
  return html`<figure class="card">${{ html: drawing }}<figcaption>${title}. ${note}</figcaption></figure>`;
}

const scaleTop = (high: number): number =>
  [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1].find((one) => high <= one) ?? 1;
const share = (value: number): string => `${(100 * value).toFixed(value < 0.1 && value > 0 ? 1 : 0)}%`;
const short = (name: string): string => (name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1)}…`);
const n = (value: number): string => value.toFixed(1);
