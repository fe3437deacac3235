/**
 * Every decision as a row of numbers, a column each, so that any question about all of them is one pass over a few arrays. Rows are in the
 * order they were indexed; a row that is gone stays as a hole.
 */

/** What a row is made of. Words are numbers of `WordList`; 0 is null. Texts are places in `Texts`. */
const KINDS = {
  /** When, in milliseconds. */
  at: Float64Array,
  /** What the gate took, and the bucket of the histogram that is in. */
  ms: Float64Array,
  latency: Uint8Array,
  /** NaN: not known or none. */
  cost: Float64Array,
  /** A hash of the decision's id; `Texts` has the id itself. */
  idHash: Float64Array,
  session: Uint32Array,
  /** Its line in the session's file. */
  line: Uint32Array,
  /** The id, the call and the reason. */
  id: Uint32Array,
  call: Uint32Array,
  reason: Uint32Array,
  tool: Uint32Array,
  host: Uint32Array,
  rule: Uint32Array,
  by: Uint32Array,
  behavior: Uint32Array,
  walls: Uint32Array,
  unavailable: Uint32Array,
  flags: Uint32Array,
} as const;

type Kinds = typeof KINDS;
export type ColumnName = keyof Kinds;
export type Row = { readonly [Name in ColumnName]: number };
type Arrays = { -readonly [Name in ColumnName]: InstanceType<Kinds[Name]> };

/** Of `flags`. */
export const FLAG = {
  /** There is no such decision any more. */
  dead: 1,
  /** The rule is the label of a topic. */
  topic: 2,
  byHand: 4,
  joined: 8,
  /** The walls refused it something. */
  refused: 16,
  /** Something else in its session speaks of it. */
  later: 32,
  /** It was on record before the index was: no news. */
  old: 64,
  /** Allowed where the person would have been asked. */
  saved: 128,
} as const;

/** One number of a column. A function for each kind of column, so that a pass over a million rows stays quick. */
export const real = (column: Float64Array, row: number): number => column[row] ?? 0;
export const word = (column: Uint32Array, row: number): number => column[row] ?? 0;

const FIRST_ROWS = 512;

const NAMES = Object.keys(KINDS) as readonly ColumnName[];

export class Columns {
  #arrays: Arrays = makeArrays(FIRST_ROWS);
  #capacity = FIRST_ROWS;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The arrays themselves; valid until the next row is added. */
  get arrays(): Readonly<Arrays> {
    return this.#arrays;
  }

  add(row: Row): number {
    const n = this.#length;
    this.#grow(n + 1);
    const to = this.#arrays;
    to.at[n] = row.at;
    to.ms[n] = row.ms;
    to.latency[n] = row.latency;
    to.cost[n] = row.cost;
    to.idHash[n] = row.idHash;
    to.session[n] = row.session;
    to.line[n] = row.line;
    to.id[n] = row.id;
    to.call[n] = row.call;
    to.reason[n] = row.reason;
    to.tool[n] = row.tool;
    to.host[n] = row.host;
    to.rule[n] = row.rule;
    to.by[n] = row.by;
    to.behavior[n] = row.behavior;
    to.walls[n] = row.walls;
    to.unavailable[n] = row.unavailable;
    to.flags[n] = row.flags;
    this.#length = n + 1;
    return n;
  }

  at(n: number): Row {
    const { at, ms, latency, cost, idHash, session, line, id, call, reason } = this.#arrays;
    const { tool, host, rule, by, behavior, walls, unavailable, flags } = this.#arrays;
    const of = (column: Arrays[ColumnName]): number => column[n] ?? 0;
    return {
      ...{ at: of(at), ms: of(ms), latency: of(latency), cost: of(cost), idHash: of(idHash), session: of(session) },
      ...{ line: of(line), id: of(id), call: of(call), reason: of(reason), tool: of(tool), host: of(host) },
      ...{ rule: of(rule), by: of(by), behavior: of(behavior), walls: of(walls) },
      ...{ unavailable: of(unavailable), flags: of(flags) },
    };
  }

  mark(n: number, flag: number): void {
    const { flags } = this.#arrays;
    flags[n] = (flags[n] ?? 0) | flag;
  }

  #grow(rows: number): void {
    if (rows <= this.#capacity) return;
    while (this.#capacity < rows) this.#capacity = Math.ceil((this.#capacity * 3) / 2);
    const larger = makeArrays(this.#capacity);
    for (const name of NAMES) larger[name].set(this.#arrays[name].subarray(0, this.#length));
    this.#arrays = larger;
  }
}

function makeArrays(capacity: number): Arrays {
  return {
    at: new Float64Array(capacity),
    ms: new Float64Array(capacity),
    latency: new Uint8Array(capacity),
    cost: new Float64Array(capacity),
    idHash: new Float64Array(capacity),
    session: new Uint32Array(capacity),
    line: new Uint32Array(capacity),
    id: new Uint32Array(capacity),
    call: new Uint32Array(capacity),
    reason: new Uint32Array(capacity),
    tool: new Uint32Array(capacity),
    host: new Uint32Array(capacity),
    rule: new Uint32Array(capacity),
    by: new Uint32Array(capacity),
    behavior: new Uint32Array(capacity),
    walls: new Uint32Array(capacity),
    unavailable: new Uint32Array(capacity),
    flags: new Uint32Array(capacity),
  };
}
