/** The few statistics the reports need, each by its textbook formula. */

/** The standard normal's 97.5 % point: intervals of 95 %. */
export const Z_95 = 1.959963984540054;

export interface Proportion {
  readonly count: number;
  readonly of: number;
  /** Null when there is nothing to divide by. */
  readonly rate: number | null;
  readonly low: number;
  readonly high: number;
}

/** Wilson's score interval: sensible for small numbers and for none or all (E. B. Wilson, 1927). */
export function wilson(count: number, of: number, z = Z_95): Proportion {
  if (of === 0) return { count, of, rate: null, low: 0, high: 1 };
  const p = count / of;
  const squared = z * z;
  const middle = (p + squared / (2 * of)) / (1 + squared / of);
  const half = (z / (1 + squared / of)) * Math.sqrt((p * (1 - p)) / of + squared / (4 * of * of));
  return {
    count,
    of,
    rate: p,
    low: count === 0 ? 0 : Math.max(0, middle - half),
    high: count === of ? 1 : Math.min(1, middle + half),
  };
}

/**
 * McNemar's exact test, two-sided: of the pairs on which two judges differ, `b` and `c` went each way. The chance of a split
 * at least this uneven if either way were as likely.
 */
export function mcnemarExact(b: number, c: number): number {
  const n = b + c;
  const fewer = Math.min(b, c);
  let term = -n * Math.LN2;
  let sum = 0;
  for (let k = 0; k <= fewer; k++) {
    sum += Math.exp(term);
    term += Math.log(n - k) - Math.log(k + 1);
  }
  return Math.min(1, 2 * sum);
}

/** The value below which a share of the sorted list lies, between neighbours in a straight line; null for an empty list. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (at - Math.floor(at));
}
