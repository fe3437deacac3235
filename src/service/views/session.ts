/** One entry of a session's record as the page reads it. */
import { describeFinds } from "../../contract/find.ts";
import type { LedgerEntry } from "../../contract/session.ts";
import type { SessionEntry } from "../api.ts";
import type { FoundEntry } from "../index-store/index.ts";

export const entryOf = ({ seq, entry, row }: FoundEntry): SessionEntry => ({
  kind: entry.kind,
  at: entry.at,
  seq,
  text: textOf(entry),
  decision: row,
  decisionId: "decisionId" in entry ? entry.decisionId : null,
  refused: entry.kind === "ran" ? [...(entry.refused ?? [])] : [],
});

function textOf(entry: LedgerEntry): string | null {
  switch (entry.kind) {
    case "prompt":
    case "task":
    case "notice":
      return entry.text;
    case "start":
      return entry.start.projectRoot;
    case "approval":
    case "refusal":
      return entry.by;
    case "handoff":
      return entry.warning;
    case "probe":
      return entry.find.kinds.length === 0
        ? (entry.failure ?? null)
        : `a result of ${entry.find.tool} carried ${describeFinds(entry.find.kinds)}`;
    case "ran":
      return entry.ticket === undefined ? "the call the person was asked about" : "inside walls";
    default:
      return null;
  }
}
