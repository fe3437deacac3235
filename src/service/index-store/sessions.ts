/** What is known of each session besides its decisions: whose it is, how far it was read, and what it adds up to. */
import type { LedgerPosition } from "../../memory/index.ts";

export interface KeptSession {
  /** The hash of its id: the name of its file. */
  readonly name: string;
  id: string;
  /** Words of `WordList`. */
  host: number;
  project: number;
  /** What the person said first, cut; "" where nothing is known. */
  said: string;
  byHand: boolean;
  began: number;
  last: number;
  decisions: number;
  asks: number;
  denies: number;
  cost: number;
  unreadable: number;
  newer: number;
  position: LedgerPosition | undefined;
  /** Where some of its lines begin: line, offset, line, offset, … */
  readonly marks: number[];
}

/** Lines between two marks: whoever looks for a line reads at most about so many. */
const MARK_EVERY = 64;
/** So many digits of a name make a number. */
const RANK_DIGITS = 12;

export const newSession = (name: string): KeptSession => ({
  ...{ name, id: "", host: 0, project: 0, said: "", byHand: false, began: 0, last: 0 },
  ...{ decisions: 0, asks: 0, denies: 0, cost: 0, unreadable: 0, newer: 0, position: undefined, marks: [] },
});

/** Where to begin reading for a line. */
export function markBefore({ marks }: KeptSession, line: number): { readonly line: number; readonly offset: number } {
  let [low, high] = [0, marks.length / 2 - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((marks[2 * middle] ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  const [first = 1, offset = 0] = marks.slice(2 * low, 2 * low + 2);
  return first <= line ? { line: first, offset } : { line: 1, offset: 0 };
}

export function markLine({ marks }: KeptSession, line: number, offset: number): void {
  const last = marks.at(-2);
  if (last === undefined || line - last >= MARK_EVERY) marks.push(line, offset);
}

/** Sessions by their number, which is never used again. */
export class Sessions {
  readonly #list: (KeptSession | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  /** By number: puts decisions of the same moment into an order that does not depend on when they were indexed. */
  ranks = new Float64Array(64);

  /** How many there are. */
  get size(): number {
    return this.#numbers.size;
  }

  /** One more than the highest number. */
  get length(): number {
    return this.#list.length;
  }

  at(number: number): KeptSession | undefined {
    return this.#list[number];
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  add(session: KeptSession): number {
    const number = this.#list.length;
    this.#list.push(session);
    this.#numbers.set(session.name, number);
    if (number >= this.ranks.length) {
      const larger = new Float64Array(2 * (number + 1));
      larger.set(this.ranks);
      this.ranks = larger;
    }
    this.ranks[number] = Number.parseInt(session.name.slice(0, RANK_DIGITS), 16);
    return number;
  }

  remove(number: number): void {
    const session = this.#list[number];
    if (session === undefined) return;
    this.#numbers.delete(session.name);
    this.#list[number] = undefined;
  }

  names(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  *entries(): Generator<readonly [number: number, session: KeptSession]> {
    for (const number of this.#numbers.values()) {
      const session = this.#list[number];
      if (session !== undefined) yield [number, session];
    }
  }
}
