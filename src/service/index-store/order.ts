/** Rows in the order of time. Of the same moment: by session, then by line, whenever they were indexed. */
import type { Columns } from "./columns.ts";
import type { Sessions } from "./sessions.ts";

/** Where a row stands among all. */
export interface Moment {
  readonly at: number;
  readonly rank: number;
  readonly line: number;
}

export class TimeOrder {
  readonly #columns: Columns;
  readonly #sessions: Sessions;
  #rows = new Uint32Array(1_024);
  #length = 0;

  constructor(columns: Columns, sessions: Sessions) {
    this.#columns = columns;
    this.#sessions = sessions;
  }

  get length(): number {
    return this.#length;
  }

  /** Oldest first; valid until the next change. */
  get rows(): Uint32Array {
    return this.#rows;
  }

  /** Mostly they are newer than all others; where they are not, both are merged. */
  add(rows: readonly number[]): void {
    const fresh = Uint32Array.from(rows).sort((a, b) => this.#compare(a, b));
    const before = this.#length;
    this.#grow(before + fresh.length);
    let [from, left, to] = [before - 1, fresh.length - 1, before + fresh.length - 1];
    for (; left >= 0; to--) {
      const [old, one] = [this.#rows[from] ?? 0, fresh[left] ?? 0];
      if (from >= 0 && this.#compare(old, one) > 0) {
        this.#rows[to] = old;
        from--;
      } else {
        this.#rows[to] = one;
        left--;
      }
    }
    this.#length = before + fresh.length;
  }

  remove(isGone: (row: number) => boolean): void {
    let kept = 0;
    for (let i = 0; i < this.#length; i++) {
      const row = this.#rows[i] ?? 0;
      if (!isGone(row)) this.#rows[kept++] = row;
    }
    this.#length = kept;
  }

  /** How many stand before the moment; those at it too, where `included`. */
  countBefore(moment: Moment, how: { readonly included: boolean }): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const difference = compareMoments(this.momentOf(this.#rows[middle] ?? 0), moment);
      if (difference < 0 || (difference === 0 && how.included)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  momentOf(row: number): Moment {
    const { at, session, line } = this.#columns.arrays;
    return { at: at[row] ?? 0, rank: this.#sessions.ranks[session[row] ?? 0] ?? 0, line: line[row] ?? 0 };
  }

  #compare(a: number, b: number): number {
    const { at, session, line } = this.#columns.arrays;
    const { ranks } = this.#sessions;
    return (
      (at[a] ?? 0) - (at[b] ?? 0) ||
      (ranks[session[a] ?? 0] ?? 0) - (ranks[session[b] ?? 0] ?? 0) ||
      (line[a] ?? 0) - (line[b] ?? 0) ||
      a - b
    );
  }

  #grow(length: number): void {
    if (length <= this.#rows.length) return;
    const larger = new Uint32Array(Math.ceil(length * 1.5));
    larger.set(this.#rows.subarray(0, this.#length));
    this.#rows = larger;
  }
}

const compareMoments = (a: Moment, b: Moment): number => a.at - b.at || a.rank - b.rank || a.line - b.line;

export const formatCursor = ({ at, rank, line }: Moment): string => `${at}_${rank.toString(16)}_${line}`;

/** Undefined: it is no cursor. */
export function parseCursor(text: string): Moment | undefined {
  const [, at, rank, line] = /^(-?[\d.]{1,25}(?:e[+-]?\d{1,3})?)_([0-9a-f]{1,12})_(\d{1,10})$/.exec(text) ?? [];
  const moment = { at: Number(at), rank: Number.parseInt(rank ?? "", 16), line: Number(line) };
  return Object.values(moment).every(Number.isFinite) ? moment : undefined;
}
