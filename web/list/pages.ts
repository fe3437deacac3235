/**
 * A list of any length by pages of a cursor. Nothing loads all: pages come as they are scrolled to, and those far from what is
 * seen are let go; their cursor stays, so that they can come back.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { DecisionRow } from "../../src/service/api.ts";
import { type Failure, type Query, service } from "../data/service.ts";

const PAGE_ROWS = 100;
/** Pages kept on each side of what is seen. */
const KEPT_PAGES = 6;
/** Rows that came live above the first page; more of them, and the list begins anew. */
export const MAX_HEAD = 500;

interface Page {
  /** The cursor it was asked with; undefined for the first. */
  readonly before: string | undefined;
  readonly rows: readonly DecisionRow[] | undefined;
  readonly count: number;
}

export interface Rows {
  readonly count: ReadonlySignal<number>;
  readonly total: ReadonlySignal<number | null>;
  readonly state: ReadonlySignal<"loading" | "ready" | Failure>;
  readonly ended: ReadonlySignal<boolean>;
  /** Undefined while it is on its way. */
  readonly rowAt: (index: number) => DecisionRow | undefined;
  readonly indexOf: (id: string) => number;
  /** What is seen now: pages are asked for and let go by it. */
  readonly see: (first: number, last: number) => void;
  readonly add: (rows: readonly DecisionRow[]) => void;
  readonly restart: () => Promise<void>;
}

export function openRows(query: Query): Rows {
  const pages = signal<readonly Page[]>([]);
  const head = signal<readonly DecisionRow[]>([]);
  const next = signal<string | null>(null);
  const total = signal<number | null>(null);
  const state = signal<"loading" | "ready" | Failure>("loading");
  const asked = new Set<number>();
  let turn = 0;

  const ask = async (at: number, before: string | undefined): Promise<void> => {
    if (asked.has(at)) return;
    asked.add(at);
    const mine = turn;
    const answer = await service.decisions({ ...query, limit: PAGE_ROWS, before });
    if (mine !== turn) return;
    asked.delete(at);
    if (!answer.ok) {
      state.value = answer.failure;
      return;
    }
    const { decisions } = answer.value;
    const page: Page = { before, rows: decisions, count: decisions.length };
    if (at === pages.value.length) next.value = answer.value.next;
    if (at === 0) total.value = answer.value.total;
    pages.value = at < pages.value.length ? pages.value.with(at, page) : [...pages.value, page];
    state.value = "ready";
  };

  const placeOf = (index: number): readonly [number, number] => {
    let rest = index - head.value.length;
    for (const [at, { count }] of pages.value.entries()) {
      if (rest < count) return [at, rest];
      rest -= count;
    }
    return [pages.value.length, rest];
  };

  const see = (first: number, last: number): void => {
    const [from] = placeOf(Math.max(0, first));
    const [to] = placeOf(last + PAGE_ROWS / 2);
    for (let at = from; at <= to; at++) {
      const page = pages.value[at];
      if (page === undefined) {
        if (next.value !== null && state.value === "ready") void ask(pages.value.length, next.value);
        break;
      }
      if (page.rows === undefined) void ask(at, page.before);
    }
    letGo(from, to);
  };

  const letGo = (from: number, to: number): void => {
    const isFar = (at: number): boolean => at < from - KEPT_PAGES || at > to + KEPT_PAGES;
    if (!pages.value.some((page, at) => page.rows !== undefined && isFar(at))) return;
    pages.value = pages.value.map((page, at) => (isFar(at) ? { ...page, rows: undefined } : page));
  };

  const rowAt = (index: number): DecisionRow | undefined => {
    if (index < head.value.length) return head.value[index];
    const [at, rest] = placeOf(index);
    return pages.value[at]?.rows?.[rest];
  };

  const indexOf = (id: string): number => {
    let start = head.value.findIndex((row) => row.id === id);
    if (start >= 0) return start;
    start = head.value.length;
    for (const { rows, count } of pages.value) {
      const found = rows?.findIndex((row) => row.id === id) ?? -1;
      if (found >= 0) return start + found;
      start += count;
    }
    return -1;
  };

  const add = (rows: readonly DecisionRow[]): void => {
    const fresh = rows.filter(({ id }) => indexOf(id) < 0);
    head.value = [...fresh, ...head.value];
    if (total.value !== null) total.value += fresh.length;
  };

  const restart = async (): Promise<void> => {
    turn++;
    asked.clear();
    state.value = "loading";
    const mine = turn;
    const answer = await service.decisions({ ...query, limit: PAGE_ROWS });
    if (mine !== turn) return;
    if (!answer.ok) {
      state.value = answer.failure;
      return;
    }
    const { decisions } = answer.value;
    head.value = [];
    pages.value = [{ before: undefined, rows: decisions, count: decisions.length }];
    next.value = answer.value.next;
    total.value = answer.value.total;
    state.value = "ready";
  };

  const count = computed(() => pages.value.reduce((sum, page) => sum + page.count, head.value.length));
  const ended = computed(() => state.value === "ready" && next.value === null);
  return { count, total, state, ended, rowAt, indexOf, see, add, restart };
}
