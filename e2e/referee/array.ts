/** Pairs by a covering array: rows in which every two levels of every two factors stand together at least once. */

export type Random = (below: number) => number;

/** The same seed makes the same choices. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** So many rows are tried for one that is taken. */
const TRIES = 12;

const pairOf = (a: number, x: number, b: number, y: number): string => `${a}:${x}|${b}:${y}`;

/** Greedy, and the same for the same seed; a factor is the number of its levels, a row one level of each. */
export function coverPairs(factors: readonly number[], random: Random): readonly (readonly number[])[] {
  const left = new Set<string>();
  for (const [a, levelsOfA] of factors.entries())
    for (let b = a + 1; b < factors.length; b++)
      for (let x = 0; x < levelsOfA; x++) for (let y = 0; y < (factors[b] ?? 0); y++) left.add(pairOf(a, x, b, y));
  const rows: (readonly number[])[] = [];
  while (left.size > 0) {
    const [first = ""] = left;
    const tried = Array.from({ length: TRIES }, () => rowAround(first, factors, { left, random }));
    const best = tried.reduce((one, other) => (countNew(other, left) > countNew(one, left) ? other : one));
    for (const pair of pairsIn(best)) left.delete(pair);
    rows.push(best);
  }
  return rows;
}

interface Covering {
  readonly left: ReadonlySet<string>;
  readonly random: Random;
}

/** Holds the given pair; each further factor takes the level that covers most, the first that is found from a random one on. */
function rowAround(pair: string, factors: readonly number[], { left, random }: Covering): readonly number[] {
  const row: (number | undefined)[] = factors.map(() => undefined);
  for (const part of pair.split("|")) {
    const [factor = 0, level = 0] = part.split(":").map(Number);
    row[factor] = level;
  }
  for (const [factor, levels] of factors.entries()) {
    if (row[factor] !== undefined) continue;
    const from = random(levels);
    let [best, most] = [from, -1];
    for (let i = 0; i < levels; i++) {
      const level = (from + i) % levels;
      const count = row.filter(
        (other, at) =>
          other !== undefined &&
          left.has(at < factor ? pairOf(at, other, factor, level) : pairOf(factor, level, at, other)),
      ).length;
      if (count > most) [best, most] = [level, count];
    }
    row[factor] = best;
  }
  return row.map((level) => level ?? 0);
}

const pairsIn = (row: readonly number[]): readonly string[] =>
  row.flatMap((x, a) => row.slice(a + 1).map((y, i) => pairOf(a, x, a + 1 + i, y)));

const countNew = (row: readonly number[], left: ReadonlySet<string>): number =>
  pairsIn(row).filter((pair) => left.has(pair)).length;
