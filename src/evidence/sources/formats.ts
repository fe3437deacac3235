/** The formats of records: every host's own, and ours. Told by the shape of an entry, never by the file's name. */
import type { JsonObject } from "../../contract/action.ts";
import { allHosts, type HostRecords } from "../../hosts/index.ts";
import { ledgerRecords } from "./ledger.ts";
import { sessionsRecords } from "./sessions.ts";

export interface RecordFormat extends HostRecords {
  /** A host's name, "ledger" or "sessions". */
  readonly format: string;
  /** What people call such a file. */
  readonly title: string;
  /** Every entry is a session of its own. */
  readonly sessionPerEntry?: true;
}

export const FORMATS: readonly RecordFormat[] = [
  { format: "ledger", title: "ledger", ...ledgerRecords },
  { format: "sessions", title: "sessions.jsonl", sessionPerEntry: true, ...sessionsRecords },
  ...allHosts().flatMap(({ name, title, records }) =>
    records === undefined
      ? []
      : [{ format: name, title: records.place === undefined ? `${title} export` : title, ...records }],
  ),
];

export const formatOf = (entry: JsonObject): RecordFormat | undefined =>
  FORMATS.find(({ recognise }) => recognise(entry));
