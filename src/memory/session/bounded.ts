/** Maps and sets that keep what came last, each a new one. */

export function addBounded<V>(
  map: ReadonlyMap<string, V>,
  key: string,
  value: V,
  limit: number,
): ReadonlyMap<string, V> {
  const next = new Map(map);
  next.delete(key);
  next.set(key, value);
  for (const oldest of next.keys()) {
    if (next.size <= limit) break;
    next.delete(oldest);
  }
  return next;
}

export function addNewest(set: ReadonlySet<string>, item: string, limit: number): ReadonlySet<string> {
  const kept = [...set].filter((one) => one !== item);
  return new Set([...kept, item].slice(-limit));
}

export const removeFrom = (set: ReadonlySet<string>, item: string): ReadonlySet<string> =>
  set.has(item) ? new Set([...set].filter((one) => one !== item)) : set;
