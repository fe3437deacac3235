/** Our own ledger. The names in it are ours already; the chain is checked by `log verify`, not here. */
import type { JsonObject } from "../../contract/action.ts";
import { isObject, objectIn, pathIn, textIn } from "../../hosts/fields.ts";
import {
  called,
  type FormatReader,
  NOTHING,
  type Outcome,
  outcome,
  type RecordedEvent,
  type Said,
  said,
  session,
} from "../recorded.ts";

export function ledgerReader(): FormatReader {
  /** Asked about and not answered yet: by the hash of the call, the id of the decision. */
  const asked = new Map<string, string>();

  const decision = (entry: JsonObject, line: number): Said => {
    const [action, decided] = [objectIn(entry, "action"), objectIn(entry, "decision")];
    const [id, tool] = [textIn(decided ?? {}, "id"), textIn(action ?? {}, "tool")];
    const input = objectIn(action ?? {}, "input");
    if (action === null || decided === null || tool === null || input === null)
      return { events: [], problem: "a decision without its call" };
    const behavior = textIn(decided, "behavior");
    if (behavior === "ask" && id !== null) asked.set(textIn(entry, "call") ?? "", id);
    const call = called({ id, tool, input, cwd: pathIn(action, "cwd"), at: timeOf(entry), line, agentModel: null });
    const ended: Outcome | null =
      behavior === "allow" ? "ran" : behavior === "deny" || behavior === "abort" ? "blocked" : null;
    return { events: ended === null ? [call] : [call, outcome(id, ended)] };
  };

  const yes = (id: string | null | undefined): Said => (id ? { events: [outcome(id, "ran")] } : NOTHING);

  return {
    entry: (record, line): Said => {
      const entry = objectIn(record, "entry");
      if (entry === null) return { events: [], problem: "a record without its entry" };
      switch (entry.kind) {
        case "start":
          return { events: [begun(record, entry)] };
        case "prompt":
          return { events: [said(textIn(entry, "text") ?? "")] };
        case "decision":
          return decision(entry, line);
        case "ran":
          return yes(asked.get(textIn(entry, "call") ?? ""));
        case "approval":
          return yes(textIn(entry, "decisionId"));
        case "joined":
        case "notice":
          return NOTHING;
        default:
          return { events: [], problem: `unknown kind of record ${JSON.stringify(entry.kind ?? null)}` };
      }
    },
  };
}

function begun(record: JsonObject, entry: JsonObject): RecordedEvent {
  const start = isObject(entry.start) ? entry.start : {};
  return session({
    id: textIn(record, "session") ?? "",
    agent: textIn(start, "host") ?? "sallyport",
    host: null,
    cwd: pathIn(start, "projectRoot"),
    started: timeOf(entry),
  });
}

const timeOf = (entry: JsonObject): string | null =>
  typeof entry.at === "number" ? new Date(entry.at).toISOString() : null;
