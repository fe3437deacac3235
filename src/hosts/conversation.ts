/** The conversation before a call, from the host's own record and from the prompts the hook recorded. */
import type { Turn } from "../contract/action.ts";
import type { CallEvent, Host, Occasion } from "./host.ts";
import { linesOfFile } from "./lines.ts";
import { mergePrompts } from "./merge.ts";
import { type Heard, hear, NOTHING_HEARD } from "./records.ts";

/** What went before this call: the host's record, with the prompts the hook recorded laid over it. Never throws. */
export const turnsBefore = (
  host: Pick<Host, "records">,
  { record, action }: CallEvent,
  prompts: readonly string[],
): readonly Turn[] => mergePrompts(hearRecord(host, record, action.toolUseId ?? null), prompts);

/** What a record says: a file, or lines that came with the event. */
export function hearRecord(
  { records }: Pick<Host, "records">,
  record: Occasion["record"],
  leaveOut: string | null,
): Heard {
  if (records === undefined || record === null) return NOTHING_HEARD;
  return hear(records, typeof record === "string" ? linesOfFile(record) : record, leaveOut);
}
