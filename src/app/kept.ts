/** What is made once and kept for as long as what it was made from stands. */

export interface KeptStanding<T> {
  readonly standing: string;
  readonly value: T;
}

interface Keeping {
  readonly key: string;
  readonly standing: string;
  readonly most: number;
}

/** What is known under the key as things stand; made and, while there is room, kept. */
export function keepAsItStands<T>(
  known: Map<string, KeptStanding<T>>,
  { key, standing, most }: Keeping,
  make: () => T,
): T {
  const kept = known.get(key);
  if (kept !== undefined && kept.standing === standing) return kept.value;
  const value = make();
  if (kept !== undefined || known.size < most) known.set(key, { standing, value });
  return value;
}
