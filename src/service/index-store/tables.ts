/** Everything the index knows, in memory: what questions are answered from. */
import { BEHAVIORS, type Behavior, FORMER_STEPS, STEPS } from "../../contract/decision.ts";
import { Columns, FLAG } from "./columns.ts";
import { TimeOrder } from "./order.ts";
import { Sessions } from "./sessions.ts";
import { Texts } from "./texts.ts";
import { WordList } from "./words.ts";

/** `by` in a row is a place in this list. */
export const KNOWN_STEPS: readonly string[] = [...STEPS, ...FORMER_STEPS];

/** A person's answer to a call that was held. */
export interface AnswerEntry {
  readonly session: number;
  readonly id: string;
  readonly answer: "approve" | "refuse";
  readonly by: string;
}

export class Tables {
  readonly columns = new Columns();
  readonly texts = new Texts();
  readonly names = new WordList();
  readonly sessions = new Sessions();
  readonly order = new TimeOrder(this.columns, this.sessions);
  /** Those given since the index was opened. */
  readonly answers: AnswerEntry[] = [];
  /** Changes with everything that is indexed. */
  version = 0;

  isDead(row: number): boolean {
    return ((this.columns.arrays.flags[row] ?? 0) & FLAG.dead) !== 0;
  }

  /** A session is not on record any more: nothing of it stays, texts included. `forgetDropped` ends it. */
  drop(number: number): void {
    const { columns, texts, sessions } = this;
    const { session, id, call, reason } = columns.arrays;
    const places = new Set<number>();
    for (let n = 0; n < columns.length; n++) {
      if (session[n] !== number || this.isDead(n)) continue;
      for (const place of [id[n], call[n], reason[n]]) if (place !== undefined) places.add(place);
      columns.mark(n, FLAG.dead);
    }
    for (const place of places) texts.wipe(place);
    sessions.remove(number);
    this.version += 1;
  }

  /** Their rows go from the order of time, and words that no other session has go with them. */
  forgetDropped(): void {
    const { columns, names, sessions, order } = this;
    order.remove((row) => this.isDead(row));
    const used = new Uint8Array(names.length);
    const { tool, host, rule, walls, unavailable } = columns.arrays;
    for (let i = 0; i < order.length; i++) {
      const row = order.rows[i] ?? 0;
      for (const list of [tool, host, rule, walls, unavailable]) used[list[row] ?? 0] = 1;
    }
    for (const [, one] of sessions.entries()) for (const word of [one.host, one.project]) used[word] = 1;
    for (let word = 1; word < names.length; word++) if (used[word] === 0) names.forget(word);
    this.version += 1;
  }
}

export const behaviorAt = (number: number): Behavior => BEHAVIORS[number] ?? "deny";
