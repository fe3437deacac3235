/** Figures and calls as a person reads them. */
import { redact } from "../machine/secrets/index.ts";

/** Looked at beyond what is kept, so that no secret is cut in two and its first half kept. */
const OVERLAP_CHARS = 16_384;

/** At most so many characters, secrets taken out. */
export function cleanText(text: string, width: number): string {
  const clean = redact(text.slice(0, width + OVERLAP_CHARS));
  return clean.length <= width ? clean : `${clean.slice(0, width - 1)}…`;
}

export const formatCount = (count: number): string => Math.round(count).toLocaleString("en-GB");

/** "1 call", "2 calls". */
export const formatQuantity = (count: number, what: string): string =>
  `${formatCount(count)} ${what}${count === 1 ? "" : "s"}`;

export const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;

export const dollars = (amount: number | null): string =>
  amount === null ? "a price nobody here knows" : `$${amount.toFixed(amount !== 0 && amount < 0.1 ? 4 : 2)}`;

export const duration = (seconds: number): string =>
  seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

/** Eighths of a block; at least a sliver for what is not nothing. */
export function bar(share: number, width: number): string {
  const eighths = share <= 0 ? 0 : Math.max(1, Math.round(share * width * 8));
  const rest = eighths % 8;
  return "█".repeat(Math.floor(eighths / 8)) + (rest === 0 ? "" : (" ▏▎▍▌▋▊▉"[rest] ?? ""));
}
