/**
 * A list of any length by pages of a cursor. Nothing loads all: pages come as they are scrolled to, and those far from what is
 * seen are let go; their cursor stays, so that they can come back.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { DecisionRow, DecisionsAnswer, IndexStanding } from "../../src/service/api.ts";
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
  /** Whether what is not here is nowhere. */
  readonly standing: ReadonlySignal<IndexStanding>;
  /** Undefined while it is on its way. */
  readonly rowAt: (index: number) => DecisionRow | undefined;
  readonly indexOf: (id: string) => number;
  /** What is seen now: pages are asked for and let go by it. */
  readonly see: (first: number, last: number) => void;
  readonly add: (rows: readonly DecisionRow[]) => void;
  readonly restart: () => Promise<void>;
}

/** What is loaded, as a value. */
interface Loaded {
  /** Rows that came live, above the first page. */
  readonly head: readonly DecisionRow[];
  readonly pages: readonly Page[];
  /** The cursor of what comes after the last page; null at the end. */
  readonly next: string | null;
  readonly total: number | null;
  readonly standing: IndexStanding;
}

const NOTHING: Loaded = { head: [], pages: [], next: null, total: null, standing: "reading" };

export function openRows(query: Query): Rows {
  const loaded = signal<Loaded>(NOTHING);
  const state = signal<"loading" | "ready" | Failure>("loading");
  const asked = new Set<number>();
  let turn = 0;

  /** Asks for one page; an answer to a list that was begun anew meanwhile is dropped. */
  const ask = async (at: number, before: string | undefined): Promise<void> => {
    if (asked.has(at)) return;
    asked.add(at);
    const mine = turn;
    const answer = await service.decisions({ ...query, limit: PAGE_ROWS, before });
    if (mine !== turn) return;
    asked.delete(at);
    if (answer.ok) loaded.value = withPage(loaded.value, { at, before, answer: answer.value });
    state.value = answer.ok ? "ready" : answer.failure;
  };

  const see = (first: number, last: number): void => {
    const { pages, next } = loaded.value;
    const [from] = placeOf(loaded.value, Math.max(0, first));
    const [to] = placeOf(loaded.value, last + PAGE_ROWS / 2);
    for (let at = from; at <= Math.min(to, pages.length - 1); at++)
      if (pages[at]?.rows === undefined) void ask(at, pages[at]?.before);
    if (to >= pages.length && next !== null && state.value === "ready") void ask(pages.length, next);
    loaded.value = letGo(loaded.value, from, to);
  };

  const restart = async (): Promise<void> => {
    turn++;
    asked.clear();
    state.value = "loading";
    await ask(0, undefined);
  };

  return {
    count: computed(() => countRows(loaded.value)),
    total: computed(() => loaded.value.total),
    state,
    standing: computed(() => loaded.value.standing),
    ended: computed(() => state.value === "ready" && loaded.value.next === null),
    rowAt: (index) => rowAt(loaded.value, index),
    indexOf: (id) => indexOf(loaded.value, id),
    see,
    add: (rows) => {
      loaded.value = withHead(loaded.value, rows);
    },
    restart,
  };
}

interface PageAnswer {
  readonly at: number;
  readonly before: string | undefined;
  readonly answer: DecisionsAnswer;
}

/** The first page begins the list anew, whatever was there. */
function withPage(loaded: Loaded, { at, before, answer }: PageAnswer): Loaded {
  const { pages } = loaded;
  const page: Page = { before, rows: answer.decisions, count: answer.decisions.length };
  const { next, total, index: standing } = answer;
  if (before === undefined) return { head: [], pages: [page], next, total, standing };
  if (at < pages.length) return { ...loaded, pages: pages.with(at, page), standing };
  return { ...loaded, pages: [...pages, page], next, standing };
}

function withHead(loaded: Loaded, rows: readonly DecisionRow[]): Loaded {
  const fresh = rows.filter(({ id }) => indexOf(loaded, id) < 0);
  const total = loaded.total === null ? null : loaded.total + fresh.length;
  return { ...loaded, head: [...fresh, ...loaded.head], total };
}

function letGo(loaded: Loaded, from: number, to: number): Loaded {
  const isFar = (at: number): boolean => at > 0 && (at < from - KEPT_PAGES || at > to + KEPT_PAGES);
  if (!loaded.pages.some((page, at) => page.rows !== undefined && isFar(at))) return loaded;
  return { ...loaded, pages: loaded.pages.map((page, at) => (isFar(at) ? { ...page, rows: undefined } : page)) };
}

const countRows = ({ head, pages }: Loaded): number => pages.reduce((sum, { count }) => sum + count, head.length);

/** Which page a row stands on, and where there; past the end, the page after the last. */
function placeOf({ head, pages }: Loaded, index: number): readonly [page: number, row: number] {
  let rest = index - head.length;
  for (const [at, { count }] of pages.entries()) {
    if (rest < count) return [at, rest];
    rest -= count;
  }
  return [pages.length, rest];
}

function rowAt(loaded: Loaded, index: number): DecisionRow | undefined {
  if (index < loaded.head.length) return loaded.head[index];
  const [at, rest] = placeOf(loaded, index);
  return loaded.pages[at]?.rows?.[rest];
}

function indexOf({ head, pages }: Loaded, id: string): number {
  const live = head.findIndex((row) => row.id === id);
  if (live >= 0) return live;
  let start = head.length;
  for (const { rows, count } of pages) {
    const found = rows?.findIndex((row) => row.id === id) ?? -1;
    if (found >= 0) return start + found;
    start += count;
  }
  return -1;
}
