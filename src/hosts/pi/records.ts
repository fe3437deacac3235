/**
 * pi's session files (`~/.pi/agent/sessions/DIR/TIME_ID.jsonl`), one entry a line, and the same entries as our extension hands them
 * over. What a sub-agent was told is marked: that is its task, in the agent's words.
 */
import { join } from "node:path";
import type { JsonObject } from "../../contract/action.ts";
import { objectIn, objectsIn, pathIn, textIn, textOf } from "../json.ts";
import { PLACES } from "../places.ts";
import { textsOf } from "../records/person.ts";
import {
  type EntryReading,
  type HostRecords,
  isHeldByUs,
  NO_EVENTS,
  type Outcome,
  type RecordedEvent,
  type SessionFileReader,
  saidIn,
} from "../records/records.ts";

export const { folder: piFolder } = PLACES.pi;

/** The version of the file's format, not of pi. */
const KNOWN_FORMAT = 3;

export const piRecords: HostRecords = {
  recognise: (entry) =>
    (entry.type === "session" && typeof entry.version === "number" && pathIn(entry, "cwd") !== null) ||
    (entry.type === "message" && "parentId" in entry && textIn(objectIn(entry, "message") ?? {}, "role") !== null),
  reader: () => new EntryReader().read,
  callMark: '"type":"toolCall",',
  place: (at) => ({ directory: join(piFolder(at), "sessions"), name: /\.jsonl$/ }),
};

/** Remembers the directory: only the first entry names it. */
class EntryReader {
  #cwd: string | null = null;

  readonly read: SessionFileReader = (entry, line): EntryReading => {
    if (entry.type === "session") return this.#begin(entry);
    if (entry.type !== "message") return NO_EVENTS;
    const message = objectIn(entry, "message") ?? {};
    switch (message.role) {
      case "user":
        return { events: wordsIn(entry, message) };
      case "assistant":
        return { events: this.#callsIn(entry, message, line) };
      case "toolResult":
        return { events: [outcomeIn(message)] };
      default:
        return NO_EVENTS;
    }
  };

  #begin(entry: JsonObject): EntryReading {
    this.#cwd = pathIn(entry, "cwd");
    const session = {
      ...{ id: textIn(entry, "id") ?? "", agent: "pi", host: "pi" },
      ...{ cwd: this.#cwd, started: textIn(entry, "timestamp") },
    };
    const { version } = entry;
    const problem = `is of format ${String(version)}, newer than this reader knows (${KNOWN_FORMAT}): read as far as it is understood`;
    const events: readonly RecordedEvent[] = [{ kind: "session", session }];
    return typeof version === "number" && version > KNOWN_FORMAT ? { events, problem } : { events };
  }

  #callsIn(entry: JsonObject, message: JsonObject, line: number): readonly RecordedEvent[] {
    const at = { cwd: this.#cwd, at: textIn(entry, "timestamp"), line, agentModel: textIn(message, "model") };
    return objectsIn(message, "content").flatMap((part): readonly RecordedEvent[] => {
      const tool = part.type === "toolCall" ? textIn(part, "name") : null;
      if (tool === null) return [];
      return [
        { kind: "call", call: { id: textIn(part, "id"), tool, input: objectIn(part, "arguments") ?? {}, ...at } },
      ];
    });
  }
}

function wordsIn(entry: JsonObject, { content }: JsonObject): readonly RecordedEvent[] {
  const texts = textsOf(content);
  return entry.subAgent === true ? texts.map((text) => ({ kind: "notHuman", text })) : saidIn(texts);
}

function outcomeIn(message: JsonObject): RecordedEvent {
  const result = textsOf(message.content);
  const outcome = outcomeOf(message, textOf(result.join("\n")));
  return { kind: "outcome", id: textIn(message, "toolCallId"), outcome, result: [...result] };
}

function outcomeOf({ isError }: JsonObject, text: string): Outcome {
  if (isError === true) return isHeldByUs(text) || /blocked by/i.test(text) ? "blocked" : "failed";
  return "ran";
}
