/** A filter as tables of numbers: a row passes if each of its columns is in its table. */
import { BEHAVIORS } from "../../contract/decision.ts";
import { sessionName } from "../../memory/index.ts";
import { type ColumnName, FLAG } from "./columns.ts";
import { type Moment, parseCursor } from "./order.ts";
import { KNOWN_STEPS, type Tables } from "./tables.ts";
import type { DecisionFilter, PageRequest } from "./types.ts";

type WordColumn = Extract<
  ColumnName,
  "session" | "behavior" | "by" | "tool" | "host" | "rule" | "walls" | "unavailable" | "flags"
>;

/** The rows from `low` to `high` of the order of time that pass. */
export interface RowFilter {
  readonly low: number;
  readonly high: number;
  readonly passes: (row: number) => boolean;
  /** Nothing but the range is asked for: every row in it passes. */
  readonly everything: boolean;
}

export function compileFilter(tables: Tables, query: DecisionFilter & Partial<PageRequest>): RowFilter {
  const { columns } = tables;
  const tests = wordTests(tables, query);
  const arrays = tests.map(({ column }) => columns.arrays[column]);
  const sets = tests.map(({ table }) => table);
  const flag = query.topic === undefined ? 0 : FLAG.topic;
  const { flags } = columns.arrays;
  const passes = (row: number): boolean => {
    for (let i = 0; i < arrays.length; i++) if (sets[i]?.[arrays[i]?.[row] ?? 0] !== 1) return false;
    return ((flags[row] ?? 0) & (flag | FLAG.dead)) === flag;
  };
  return { ...rangeOf(tables, query), passes, everything: tests.length === 0 && flag === 0 };
}

interface WordTest {
  readonly column: WordColumn;
  readonly table: Uint8Array;
}

function wordTests({ names, sessions }: Tables, query: DecisionFilter): readonly WordTest[] {
  const tests: WordTest[] = [];
  const test = (column: WordColumn, words: readonly string[] | undefined, table: () => Uint8Array): void => {
    if (words !== undefined) tests.push({ column, table: table() });
  };
  test("session", query.session, () => sessionsNamed(sessions, query.session ?? []));
  test("session", query.project, () => sessionsOf({ names, sessions }, query.project ?? []));
  test("behavior", query.behavior, () => placesIn(BEHAVIORS, query.behavior ?? []));
  test("by", query.by, () => placesIn(KNOWN_STEPS, query.by ?? []));
  test("tool", query.tool, () => names.among(query.tool ?? []));
  test("host", query.host, () => names.among(query.host ?? []));
  test("rule", query.rule, () => names.among(query.rule ?? []));
  test("rule", query.topic, () => names.among(query.topic ?? []));
  test("walls", query.walls, () => wallsAmong(names, query.walls ?? []));
  return tests;
}

const placesIn = (list: readonly string[], words: readonly string[]): Uint8Array =>
  Uint8Array.from(list, (word) => (words.includes(word) ? 1 : 0));

function sessionsNamed(sessions: Tables["sessions"], ids: readonly string[]): Uint8Array {
  const table = new Uint8Array(sessions.length);
  for (const id of ids) {
    const number = sessions.find(sessionName(id));
    if (number !== undefined) table[number] = 1;
  }
  return table;
}

function sessionsOf({ names, sessions }: Pick<Tables, "names" | "sessions">, projects: readonly string[]): Uint8Array {
  const wanted = names.among(projects);
  const table = new Uint8Array(sessions.length);
  for (const [number, { project }] of sessions.entries()) table[number] = wanted[project] ?? 0;
  return table;
}

/** `any`: inside some walls; `none`: inside none. */
function wallsAmong(names: Tables["names"], words: readonly string[]): Uint8Array {
  const table = names.among(words);
  if (words.includes("any")) table.fill(1, 1);
  if (words.includes("none")) table[0] = 1;
  return table;
}

const FIRST = { rank: Number.NEGATIVE_INFINITY, line: 0 };
const LAST = { rank: Number.POSITIVE_INFINITY, line: 0 };

export function rangeOf({ order }: Tables, { from, to, before, after }: DecisionFilter & Partial<PageRequest>) {
  const cursor = (text: string | undefined): Moment | undefined => (text === undefined ? undefined : parseCursor(text));
  const [older, newer] = [cursor(before), cursor(after)];
  const lows = [
    from === undefined ? 0 : order.countBefore({ at: from, ...FIRST }, { included: false }),
    newer === undefined ? 0 : order.countBefore(newer, { included: true }),
  ];
  const highs = [
    to === undefined ? order.length : order.countBefore({ at: to, ...LAST }, { included: true }),
    older === undefined ? order.length : order.countBefore(older, { included: false }),
  ];
  return { low: Math.max(...lows), high: Math.min(...highs) };
}
