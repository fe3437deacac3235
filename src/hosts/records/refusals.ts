/** What a person refused in their agent, as its own record of the session tells. A no there can only end a question, never answer one with yes. */
import { statSync } from "node:fs";
import { type RecordLimits, visitLines } from "./lines.ts";
import { type HostRecords, readEntry } from "./records.ts";

/** What was asked lately stands near the end. */
const LIMITS: RecordLimits = { whole: 16_000_000, head: 0, tail: 12_000_000, step: 4_000_000 };
const MAX_KEPT = 32;

interface Kept {
  readonly stamp: string;
  readonly ids: ReadonlySet<string>;
}
/** Of files that were read before and have not changed: lists are looked at again and again. */
const kept = new Map<string, Kept>();

/** The ids of the calls. None where the record is no file of lines, or cannot be read. */
export function refusedCalls({ reader, isDocument, latest }: HostRecords, file: string): ReadonlySet<string> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || isDocument === true || latest !== undefined) return new Set();
  const stamp = `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
  const known = kept.get(file);
  if (known?.stamp === stamp) return known.ids;
  const ids = new Set<string>();
  const read = reader(null);
  const object = (entry: Parameters<typeof read>[0]): void => {
    for (const event of readEntry(read, entry, 0).events)
      if (event.kind === "outcome" && event.outcome === "refused" && event.id !== null) ids.add(event.id);
  };
  visitLines(file, { object, skipped: () => undefined }, LIMITS);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(file, { stamp, ids });
  return ids;
}
