/**
 * A set that is a value: adding gives a new set and leaves the old one as it was. Growing the newest version is O(1),
 * because versions share one backing map; growing an older version copies it.
 */
export class GrowingSet implements ReadonlySet<string> {
  readonly #places: Map<string, number>;
  readonly size: number;

  private constructor(places: Map<string, number>, size: number) {
    this.#places = places;
    this.size = size;
  }

  static of(items: Iterable<string>): GrowingSet {
    const places = new Map<string, number>();
    for (const item of items) if (!places.has(item)) places.set(item, places.size);
    return new GrowingSet(places, places.size);
  }

  has(item: string): boolean {
    const place = this.#places.get(item);
    return place !== undefined && place < this.size;
  }

  with(items: readonly string[]): GrowingSet {
    const fresh = items.filter((item) => !this.has(item));
    if (fresh.length === 0) return this;
    if (this.#places.size !== this.size) return GrowingSet.of([...this, ...fresh]);
    for (const item of fresh) if (!this.#places.has(item)) this.#places.set(item, this.#places.size);
    return new GrowingSet(this.#places, this.#places.size);
  }

  *values(): SetIterator<string> {
    let left = this.size;
    for (const item of this.#places.keys()) {
      if (left-- <= 0) return;
      yield item;
    }
  }

  *entries(): SetIterator<[string, string]> {
    for (const item of this.values()) yield [item, item];
  }

  keys(): SetIterator<string> {
    return this.values();
  }

  [Symbol.iterator](): SetIterator<string> {
    return this.values();
  }

  forEach(each: (value: string, key: string, set: ReadonlySet<string>) => void): void {
    for (const item of this.values()) each(item, item, this);
  }
}

/** `set` with `items` added; the same value when nothing is new. */
export const growSet = (set: ReadonlySet<string>, items: readonly string[] | undefined): ReadonlySet<string> => {
  if (items === undefined || items.length === 0) return set;
  return (set instanceof GrowingSet ? set : GrowingSet.of(set)).with(items);
};
