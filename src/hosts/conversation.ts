/** The conversation before a call, from the host's own record and from the prompts the hook recorded. */
import type { Turn } from "../contract/action.ts";
import { type CallEvent, type Heard, type Host, NOTHING_HEARD, type Occasion } from "./host.ts";
import { translate } from "./names/index.ts";
import { linesOfFile } from "./transcripts/lines.ts";
import { conversation } from "./transcripts/merge.ts";

/** What went before this call: the host's record, with the prompts the hook recorded laid over it. Never throws. */
export const turnsBefore = (host: Host, { record, action }: CallEvent, prompts: readonly string[]): readonly Turn[] =>
  conversation(heardIn(host, record, action.toolUseId ?? null), prompts);

/** What a record says: a file, or lines that came with the event. */
export function heardIn(host: Host, record: Occasion["record"], leaveOut: string | null): Heard {
  const lines = typeof record === "string" ? linesOfFile(record) : record;
  return lines === null ? NOTHING_HEARD : host.transcript(lines, leaveOut);
}

/** A call of the conversation in our names. */
export function translateTurn(turn: Turn, host: string): Turn {
  if ("user" in turn) return turn;
  const { tool, input } = translate(host, turn.tool, turn.input);
  return { ...turn, tool, input };
}
