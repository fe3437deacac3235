/** The newest hash, kept apart from the ledger so that a cut tail shows. One fixed-length line, written in one piece. */
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Position } from "../../record/record.ts";
import { isRecord } from "../../record/record.ts";

export const HEAD_LENGTH = 160;

export const headText = ({ seq, hash, length }: Position): string =>
  `${JSON.stringify({ seq, length, hash }).padEnd(HEAD_LENGTH - 1)}\n`;

/** Only the exact text of `headText` is a head: every changed byte shows. */
export function parseHead(text: string): Result<Position> {
  const position = positionIn(text);
  if (position === undefined || headText(position) !== text)
    return fail("its head was changed or not written to its end");
  return ok(position);
}

function positionIn(text: string): Position | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const { seq, length, hash } = value;
    if (typeof seq !== "number" || typeof length !== "number" || typeof hash !== "string") return undefined;
    return { seq, length, hash };
  } catch {
    return undefined;
  }
}
