/** What was indexed after a cursor: for those who watch. */

import { sessionName } from "../../memory/index.ts";
import { FLAG } from "./columns.ts";
import { rowAt } from "./pages.ts";
import type { Tables } from "./tables.ts";
import type { TailEvent, TailPage, TailRequest } from "./types.ts";

/** Cursors are of one index, and those of answers of one run of it. */
export interface TailEpoch {
  readonly generation: string;
  readonly run: string;
}

interface TailPosition {
  readonly row: number;
  readonly answer: number;
}

export function tailOf(tables: Tables, epoch: TailEpoch, { cursor, limit, session }: TailRequest): TailPage {
  const end: TailPosition = { row: tables.columns.length, answer: tables.answers.length };
  const from = cursor === undefined ? end : parseTail(cursor, epoch, end);
  const only = session === undefined ? undefined : (tables.sessions.find(sessionName(session)) ?? -1);
  if (from === undefined) return { events: [], cursor: formatTail(epoch, end), more: false, gap: true };
  const events: TailEvent[] = [];
  let { row, answer } = from;
  const { flags, session: sessions } = tables.columns.arrays;
  for (; row < end.row && events.length < limit; row++) {
    if (((flags[row] ?? 0) & (FLAG.dead | FLAG.old)) !== 0 || (only ?? sessions[row]) !== sessions[row]) continue;
    events.push({
      cursor: formatTail(epoch, { row: row + 1, answer }),
      kind: "decision",
      row: rowAt(tables, row),
    });
  }
  for (; answer < end.answer && events.length < limit; answer++) {
    const one = tables.answers[answer];
    if (one === undefined || (only ?? one.session) !== one.session) continue;
    const { id, answer: given, by } = one;
    const where = tables.sessions.at(one.session)?.id ?? "";
    const next = formatTail(epoch, { row, answer: answer + 1 });
    events.push({ cursor: next, kind: "answer", session: where, id, answer: given, by });
  }
  return {
    events,
    cursor: formatTail(epoch, { row, answer }),
    more: row < end.row || answer < end.answer,
    gap: false,
  };
}

const formatTail = ({ generation, run }: TailEpoch, { row, answer }: TailPosition): string =>
  `${generation}.${row}.${run}.${answer}`;

/** Undefined: it is of another index, or of one that went further than this. */
function parseTail(cursor: string, { generation, run }: TailEpoch, end: TailPosition): TailPosition | undefined {
  const [, ofGeneration, row, ofRun, answer] = /^(\w{1,32})\.(\d{1,12})\.(\w{1,32})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (ofGeneration !== generation || Number(row) > end.row) return undefined;
  return { row: Number(row), answer: ofRun === run ? Math.min(Number(answer), end.answer) : 0 };
}
