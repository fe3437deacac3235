/** The name a person may have meant. */

/** Words that differ in more than this share of their letters are not the same word misspelt. */
const MAX_SHARE = 0.4;

/** Undefined where nothing is near. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: name.startsWith(word) && word !== "" ? 0 : distance(word, name) }))
    .filter(({ name, distance: far }) => far <= MAX_SHARE * Math.max(name.length, word.length))
    .sort((a, b) => a.distance - b.distance);
  return best?.name;
}

/** Letters to insert, remove, change or swap with their neighbour (Damerau and Levenshtein). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const cost = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cost(i - 2, j - 2) + 1 : changed;
      rows[i]?.push(Math.min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, changed, swapped));
    }
  }
  return cost(a.length, b.length);
}
