/** Numbers and times as people read them, in the language of their browser. */
import { LANGUAGE } from "./language.ts";

const DAY_MS = 86_400_000;

// One way to write the time of day, with seconds or without, also where the day stands beside it.
const clockFormat = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "medium" });
const minuteFormat = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "short" });
const dayFormat = new Intl.DateTimeFormat(LANGUAGE, { day: "numeric", month: "short" });
const fullFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "medium" });
const numberFormat = new Intl.NumberFormat(LANGUAGE);
const compactFormat = new Intl.NumberFormat(LANGUAGE, { notation: "compact", maximumFractionDigits: 1 });
const percentFormat = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 1 });

export const formatClock = (at: number): string => clockFormat.format(at);
export const formatMinute = (at: number): string => minuteFormat.format(at);
export const formatDay = (at: number): string => dayFormat.format(at);
export const formatFull = (at: number): string => fullFormat.format(at);
export const formatCount = (n: number): string => numberFormat.format(n);
export const formatCompact = (n: number): string => (n < 10_000 ? numberFormat.format(n) : compactFormat.format(n));
export const formatShare = (part: number, whole: number): string =>
  percentFormat.format(whole === 0 ? 0 : part / whole);

/** The time of a row: of today the clock, of other days the day and the minute. */
export const formatMoment = (at: number, now: number): string =>
  new Date(at).toDateString() === new Date(now).toDateString()
    ? formatClock(at)
    : `${formatDay(at)} ${formatMinute(at)}`;

export function formatAgo(at: number, now: number): string {
  const ms = Math.max(0, now - at);
  if (ms < 10_000) return "just now";
  if (ms < 60_000) return `${Math.floor(ms / 1_000)} s ago`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ago`;
  if (ms < DAY_MS) return `${Math.floor(ms / 3_600_000)} h ago`;
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? "yesterday" : days < 60 ? `${days} days ago` : formatDay(at);
}

/** `1:05` to go; never less than nothing. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

export function formatMs(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${Math.round(ms / 100) / 10} s`;
}

export function formatCost(usd: number): string {
  if (usd === 0) return "$0";
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`;
}

/** The last two parts of a path: enough to know a project by. */
export const shortPath = (path: string): string => {
  const parts = path.split(/[\\/]/).filter((part) => part !== "");
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join("/")}`;
};

export const capitalise = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
/** As a sentence of its own. */
export const asSentence = (text: string): string => `${capitalise(text)}${/[.!?…]$/.test(text) ? "" : "."}`;

export const plural = (n: number, one: string, many = `${one}s`): string => `${formatCount(n)} ${n === 1 ? one : many}`;
