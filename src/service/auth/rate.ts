/** How often somebody may come: a bucket that fills again with time. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  level: number;
  at: number;
}

/** More strangers than this at once share one bucket. */
const MAX_BUCKETS = 10_000;

/** True where one more is let in. */
export function rateLimiter({ perSecond, burst }: Rate, now: () => number): (who: string) => boolean {
  const buckets = new Map<string, Bucket>();
  return (name) => {
    const who = buckets.has(name) || buckets.size < MAX_BUCKETS ? name : "";
    const at = now();
    const bucket = buckets.get(who) ?? { level: burst, at };
    bucket.level = Math.min(burst, bucket.level + (Math.max(0, at - bucket.at) / 1_000) * perSecond);
    bucket.at = at;
    buckets.set(who, bucket);
    if (bucket.level < 1) return false;
    bucket.level -= 1;
    return true;
  };
}
