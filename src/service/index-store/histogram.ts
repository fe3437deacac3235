/** How long decisions took, in buckets that grow by a tenth: a percentile is right within 5 %. */

const FIRST_MS = 0.001;
const GROWTH = 1.1;
/** Up to about three quarters of an hour. */
export const LATENCY_BUCKETS = 232;

export function latencyBucket(ms: number): number {
  if (!(ms > FIRST_MS)) return 0;
  return Math.min(LATENCY_BUCKETS - 1, 1 + Math.floor(Math.log(ms / FIRST_MS) / Math.log(GROWTH)));
}

/** The middle of a bucket, in milliseconds. */
const middle = (bucket: number): number => (bucket === 0 ? FIRST_MS : FIRST_MS * GROWTH ** (bucket - 0.5));

/** Null of nothing. `from` is where the histogram begins among others. */
export function percentile(counts: Float64Array, share: number, from: number): number | null {
  let total = 0;
  for (let i = 0; i < LATENCY_BUCKETS; i++) total += counts[from + i] ?? 0;
  if (total === 0) return null;
  let left = Math.max(1, Math.ceil(total * share));
  for (let i = 0; i < LATENCY_BUCKETS; i++) {
    left -= counts[from + i] ?? 0;
    if (left <= 0) return rounded(middle(i));
  }
  return null;
}

const rounded = (ms: number): number => Number(ms.toPrecision(3));
