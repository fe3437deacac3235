import fc from "fast-check";
import jStat from "jstat";
import { describe, expect, test } from "vitest";
import { mcnemarExact, percentile, wilson, Z_95 } from "./statistics.ts";

describe("Wilson's interval", () => {
  /** R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3: the score interval, four places. */
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%i of %i, as published", (count, of, low, high) => {
    const found = wilson(count, of);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  /** scipy 1.17.1, binomtest(k, n).proportion_ci(0.95, "wilson"). */
  test.each([
    [81, 263, 0.2552885198782742, 0.36620957698280004],
    [29, 29, 0.8830302015002592, 1],
    [3, 1000, 0.0010207838811386186, 0.008783014053503173],
    [57, 10000, 0.004402415829723049, 0.007377204959527834],
  ])("%i of %i, as another library has it", (count, of, low, high) => {
    const found = wilson(count, of);
    expect(found.low).toBeCloseTo(low, 12);
    expect(found.high).toBeCloseTo(high, 12);
  });

  test("the normal's point is a second library's", () => {
    expect(Z_95).toBeCloseTo(jStat.normal.inv(0.975, 0, 1), 8);
  });

  test("holds the rate, and is wider for fewer", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
        const count = Math.round(share * of);
        const { rate, low, high } = wilson(count, of);
        const more = wilson(count * 4, of * 4);
        return rate !== null && low <= rate && rate <= high && more.high - more.low <= high - low + 1e-12;
      }),
    );
  });

  test("nothing to divide by", () => {
    expect(wilson(0, 0)).toEqual({ count: 0, of: 0, rate: null, low: 0, high: 1 });
  });
});

describe("McNemar's exact test", () => {
  /** scipy 1.17.1, binomtest(min(b, c), b + c, 0.5).pvalue; 59 and 6, 121 and 59 are textbook pairs. */
  test.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 0, 0.0625],
    [10, 2, 0.03857421875],
    [2, 10, 0.03857421875],
    [3, 3, 1],
    [59, 6, 4.964650327128616e-12],
    [121, 59, 4.4344492637551645e-6],
    [86, 150, 3.7159361395713866e-5],
    [400, 460, 0.04416954819458914],
    [5000, 5200, 0.04878796312682234],
  ])("%i against %i", (b, c, p) => {
    expect(mcnemarExact(b, c) / p).toBeCloseTo(1, 8);
  });

  test("is twice a second library's binomial tail", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), (b, c) => {
        const tail = b + c === 0 ? 1 : jStat.binomial.cdf(Math.min(b, c), b + c, 0.5);
        return Math.abs(mcnemarExact(b, c) - Math.min(1, 2 * tail)) < 1e-9;
      }),
    );
  });
});

describe("percentiles", () => {
  /** numpy.percentile, linear between neighbours. */
  test.each([
    [0.05, 16],
    [0.3, 23],
    [0.4, 29],
    [0.5, 35],
    [1, 50],
  ])("%d", (share, value) => {
    expect(percentile([50, 15, 40, 20, 35], share)).toBeCloseTo(value, 10);
  });

  test("of nothing", () => {
    expect(percentile([], 0.5)).toBeNull();
  });
});
