/** What was indexed after a cursor: for those who watch. */

import { sessionName } from "../../memory/index.ts";
import { FLAG, word } from "./columns.ts";
import { rowAt } from "./pages.ts";
import type { Tables } from "./tables.ts";
import type { AnswerNews, DecisionNews, TailEvent, TailPage, TailRequest } from "./types.ts";

interface TailPosition {
  readonly row: number;
  readonly answer: number;
}

export function tailOf(tables: Tables, run: string, request: TailRequest): TailPage {
  const { cursor, limit, session } = request;
  const end: TailPosition = { row: tables.columns.length, answer: tables.answers.length };
  const from = cursor === undefined ? end : parseTail(cursor, run, end);
  if (from === undefined) return { events: [], cursor: formatTail(run, end), more: false, gap: true };
  const only = session === undefined ? undefined : (tables.sessions.find(sessionName(session)) ?? -1);
  const events: TailEvent[] = [];
  let { row, answer } = from;
  for (; row < end.row && events.length < limit; row++) {
    const event = decisionAt(tables, row, only);
    if (event !== undefined) events.push({ cursor: formatTail(run, { row: row + 1, answer }), ...event });
  }
  for (; answer < end.answer && events.length < limit; answer++) {
    const event = answerAt(tables, answer, only);
    if (event !== undefined) events.push({ cursor: formatTail(run, { row, answer: answer + 1 }), ...event });
  }
  const more = row < end.row || answer < end.answer;
  return { events, cursor: formatTail(run, { row, answer }), more, gap: false };
}

/** Undefined: it is no news, or of another session. */
function decisionAt(tables: Tables, row: number, only: number | undefined): DecisionNews | undefined {
  const { flags, session } = tables.columns.arrays;
  if ((word(flags, row) & (FLAG.dead | FLAG.old)) !== 0 || (only ?? session[row]) !== session[row]) return undefined;
  return { kind: "decision", row: rowAt(tables, row) };
}

function answerAt({ answers, sessions }: Tables, place: number, only: number | undefined): AnswerNews | undefined {
  const one = answers[place];
  if (one === undefined || (only ?? one.session) !== one.session) return undefined;
  const { id, answer, by } = one;
  return { kind: "answer", session: sessions.at(one.session)?.id ?? "", id, answer, by };
}

/** Cursors are of one index. */
const formatTail = (run: string, { row, answer }: TailPosition): string => `${run}.${row}.${answer}`;

/** Undefined: it is of another index, or of one that went further than this. */
function parseTail(cursor: string, run: string, end: TailPosition): TailPosition | undefined {
  const [, of, row, answer] = /^(\w{1,32})\.(\d{1,12})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (of !== run || Number(row) > end.row || Number(answer) > end.answer) return undefined;
  return { row: Number(row), answer: Number(answer) };
}
