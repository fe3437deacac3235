/** What was indexed after a cursor: for those who watch. */

import { sessionName } from "../../memory/index.ts";
import { FLAG, word } from "./columns.ts";
import { rowAt } from "./pages.ts";
import type { Tables } from "./tables.ts";
import type { AnswerNews, DecisionNews, TailEvent, TailPage, TailRequest } from "./types.ts";

/** Cursors are of one index, and those of answers of one run of it. */
export interface TailEpoch {
  readonly generation: string;
  readonly run: string;
}

interface TailPosition {
  readonly row: number;
  readonly answer: number;
}

export function tailOf(tables: Tables, epoch: TailEpoch, request: TailRequest): TailPage {
  const { cursor, limit, session } = request;
  const end: TailPosition = { row: tables.columns.length, answer: tables.answers.length };
  const from = cursor === undefined ? end : parseTail(cursor, epoch, end);
  if (from === undefined) return { events: [], cursor: formatTail(epoch, end), more: false, gap: true };
  const only = session === undefined ? undefined : (tables.sessions.find(sessionName(session)) ?? -1);
  const events: TailEvent[] = [];
  let { row, answer } = from;
  for (; row < end.row && events.length < limit; row++) {
    const event = decisionAt(tables, row, only);
    if (event !== undefined) events.push({ cursor: formatTail(epoch, { row: row + 1, answer }), ...event });
  }
  for (; answer < end.answer && events.length < limit; answer++) {
    const event = answerAt(tables, answer, only);
    if (event !== undefined) events.push({ cursor: formatTail(epoch, { row, answer: answer + 1 }), ...event });
  }
  const more = row < end.row || answer < end.answer;
  return { events, cursor: formatTail(epoch, { row, answer }), more, gap: false };
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

const formatTail = ({ generation, run }: TailEpoch, { row, answer }: TailPosition): string =>
  `${generation}.${row}.${run}.${answer}`;

/** Undefined: it is of another index, or of one that went further than this. */
function parseTail(cursor: string, { generation, run }: TailEpoch, end: TailPosition): TailPosition | undefined {
  const [, ofGeneration, row, ofRun, answer] = /^(\w{1,32})\.(\d{1,12})\.(\w{1,32})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (ofGeneration !== generation || Number(row) > end.row) return undefined;
  return { row: Number(row), answer: ofRun === run ? Math.min(Number(answer), end.answer) : 0 };
}
