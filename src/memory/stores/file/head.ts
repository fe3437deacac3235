/** The newest hash, kept apart from the ledger so that a cut tail shows. One fixed-length line, written in one piece. */
import { fail, ok, type Result } from "../../../contract/result.ts";
import { type Position, parseFields } from "../../record/index.ts";

export const HEAD_LENGTH = 160;

export const formatHead = ({ seq, hash, length }: Position): string =>
  `${JSON.stringify({ seq, length, hash }).padEnd(HEAD_LENGTH - 1)}\n`;

/** Only the exact text of `formatHead` is a head: every changed byte shows. */
export function parseHead(text: string): Result<Position> {
  const position = parsePosition(text);
  if (position === undefined || formatHead(position) !== text)
    return fail("its head was changed or not written to its end");
  return ok(position);
}

/** What an interrupted birth leaves of a head: nothing, a piece of it, or blanks where it was to be. */
export const isUnfinishedHead = (text: string, origin: Position): boolean =>
  formatHead(origin).startsWith(text.replace(/\0+$/, ""));

function parsePosition(text: string): Position | undefined {
  const { seq, length, hash } = parseFields(text) ?? {};
  if (typeof seq !== "number" || typeof length !== "number" || typeof hash !== "string") return undefined;
  return { seq, length, hash };
}
