/** Our own ledger. The names in it are ours already; the chain is checked by `log verify`, not here. */
import type { JsonObject } from "../../contract/action.ts";
import {
  type EntryReading,
  type HostRecords,
  hostNamed,
  NO_EVENTS,
  objectIn,
  pathIn,
  type SessionFileReader,
  textIn,
  timeOf,
} from "../../hosts/index.ts";

export const ledgerRecords: HostRecords = {
  recognise: (entry) => typeof entry.seq === "number" && objectIn(entry, "entry") !== null && entry.hash !== undefined,
  reader,
};

function reader(): SessionFileReader {
  /** Asked about and not answered yet: by the hash of the call, the id of the decision. */
  const asked = new Map<string, string>();
  return (record, line): EntryReading => {
    const entry = objectIn(record, "entry");
    if (entry === null) return { events: [], problem: "a record without its entry" };
    switch (entry.kind) {
      case "start":
        return readStart(record, entry);
      case "prompt":
        return { events: [{ kind: "said", text: textIn(entry, "text") ?? "" }] };
      case "task":
        return { events: [{ kind: "notHuman", text: textIn(entry, "text") ?? "" }] };
      case "decision":
        return readDecision(entry, line, asked);
      case "ran":
        return ranAfterAll(textIn(entry, "call") ?? "", asked);
      case "approval":
      case "joined":
      case "handoff":
      case "handoffTold":
      case "probe":
      case "probeTold":
      case "notice":
        return NO_EVENTS;
      default:
        return { events: [], problem: `unknown kind of record ${JSON.stringify(entry.kind ?? null)}` };
    }
  };
}

function readStart(record: JsonObject, entry: JsonObject): EntryReading {
  const start = objectIn(entry, "start") ?? {};
  const session = {
    id: textIn(record, "session") ?? "",
    agent: textIn(start, "host") ?? "sallyport",
    host: null,
    cwd: pathIn(start, "projectRoot"),
    started: timeOf(entry.at),
    walls: hostNamed(textIn(start, "host") ?? "")?.rewriting !== undefined,
    ...(start.byHand === true ? { byHand: true as const } : {}),
  };
  return { events: [{ kind: "session", session }] };
}

function readDecision(entry: JsonObject, line: number, asked: Map<string, string>): EntryReading {
  const [action, decided] = [objectIn(entry, "action") ?? {}, objectIn(entry, "decision")];
  const [tool, input] = [textIn(action, "tool"), objectIn(action, "input")];
  if (decided === null || tool === null || input === null)
    return { events: [], problem: "a decision without its call" };
  const [id, behavior] = [textIn(decided, "id"), textIn(decided, "behavior")];
  if (behavior === "ask" && id !== null) asked.set(textIn(entry, "call") ?? "", id);
  const call = {
    ...{ id, tool, input, cwd: pathIn(action, "cwd"), at: timeOf(entry.at), line, agentModel: null },
    ...(behavior === "allow" ? { passed: true as const } : {}),
  };
  const outcome = behavior === "allow" ? "ran" : behavior === "deny" || behavior === "abort" ? "blocked" : null;
  return { events: [{ kind: "call", call }, ...(outcome === null ? [] : [{ kind: "outcome", id, outcome } as const])] };
}

function ranAfterAll(call: string, asked: Map<string, string>): EntryReading {
  const id = asked.get(call);
  asked.delete(call);
  return id === undefined || id === "" ? NO_EVENTS : { events: [{ kind: "outcome", id, outcome: "ran" }] };
}
