/**
 * Cline's sessions (`~/.cline/data/sessions/ID/ID.messages.json`), one document each, and the same messages as our plugin hands them
 * over, in the words of Cline's own memory. Only what stands in `<user_input>` was typed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../contract/action.ts";
import type { HostFolder } from "../install/place.ts";
import { isList, objectIn, objectsIn, parseObject, pathIn, textIn, textOf, timeOf } from "../json.ts";
import { PLACES } from "../places.ts";
import { textsOf } from "../records/person.ts";
import {
  type EntryReading,
  type HostRecords,
  isHeldByUs,
  newerThan,
  type Outcome,
  type RecordedEvent,
  saidIn,
} from "../records/records.ts";

export const { folder: clineFolder } = PLACES.cline;
export const clineData: HostFolder = (at) => at.env.CLINE_DATA_DIR || `${clineFolder(at)}/data`;

const KNOWN_MAJOR = 3;

export const clineRecords: HostRecords = {
  recognise: isSession,
  reader: (project) => (entry, line) =>
    isSession(entry) ? readSession(entry, project, line) : { events: readMessage(entry, null, line) },
  isDocument: true,
  place: (at) => ({ directory: join(clineData(at), "sessions"), name: /\.messages\.json$/ }),
  projectOf: (file) => noteBeside(file.replace(/\.messages\.json$/, ".json")),
};

function isSession(entry: JsonObject): boolean {
  return textIn(entry, "sessionId") !== null && isList(entry.messages) && objectIn(entry, "origin") !== null;
}

function noteBeside(file: string): string | null {
  try {
    const note = parseObject(readFileSync(file));
    return note === undefined ? null : pathIn(note, "cwd");
  } catch {
    return null;
  }
}

function readSession(document: JsonObject, project: string | null, line: number): EntryReading {
  const version = textIn(objectIn(document, "origin") ?? {}, "version");
  const messages = objectsIn(document, "messages");
  const session = {
    ...{ id: textIn(document, "sessionId") ?? "", host: "cline", cwd: project },
    agent: version === null ? "cline" : `cline ${version}`,
    started: timeOf(messages[0]?.ts),
  };
  const events = messages.flatMap((message) => readMessage(message, project, line));
  return { events: [{ kind: "session", session }, ...events], ...newerThan("Cline", version, KNOWN_MAJOR) };
}

function readMessage(message: JsonObject, cwd: string | null, line: number): readonly RecordedEvent[] {
  const texts = message.role === "user" ? textsOf(message.content) : [];
  const words = texts.flatMap((text): readonly RecordedEvent[] => {
    const typed = message.subAgent === true ? null : personsInput(text);
    return typed === null ? [{ kind: "notHuman", text }] : saidIn([typed]);
  });
  const agentModel = textIn(objectIn(message, "modelInfo") ?? {}, "id");
  const rest = objectsIn(message, "content").flatMap((part): readonly RecordedEvent[] => {
    const call = callIn(part);
    if (call !== undefined) return [{ kind: "call", call: { ...call, cwd, at: timeOf(message.ts), line, agentModel } }];
    return outcomeIn(part);
  });
  return [...words, ...rest];
}

/** What the person typed; null where nothing of it is theirs. */
export const personsInput = (text: string): string | null =>
  /^\s*<user_input(?:\s[^>]*)?>([\s\S]*)<\/user_input>\s*$/.exec(text)?.[1] ?? null;

function callIn(
  part: JsonObject,
): { readonly id: string | null; readonly tool: string; readonly input: JsonObject } | undefined {
  const [id, tool] = part.type === "tool-call" ? ["toolCallId", "toolName"] : ["id", "name"];
  const name = part.type === "tool-call" || part.type === "tool_use" ? textIn(part, tool) : null;
  return name === null ? undefined : { id: textIn(part, id), tool: name, input: objectIn(part, "input") ?? {} };
}

function outcomeIn(part: JsonObject): readonly RecordedEvent[] {
  if (part.type === "tool-result") return [outcome(textIn(part, "toolCallId"), part.output ?? null, part.isError)];
  if (part.type === "tool_result") return [outcome(textIn(part, "tool_use_id"), part.content ?? null, part.is_error)];
  return [];
}

const outcome = (id: string | null, result: Json, isError: Json | undefined): RecordedEvent => ({
  ...{ kind: "outcome", id, result },
  outcome: outcomeOf(textOf(result), isError === true),
});

function outcomeOf(text: string, failed: boolean): Outcome {
  if (isHeldByUs(text)) return "blocked";
  if (/Clarify with user before proceeding/.test(text)) return "refused";
  return failed ? "failed" : "ran";
}
