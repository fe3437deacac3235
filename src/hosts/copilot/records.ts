/**
 * Copilot's session files (`~/.copilot/session-state/ID/events.jsonl`): one for a session and all its sub-agents, whose entries
 * carry `agentId`; what they are told is their task, in the agent's words.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../contract/action.ts";
import type { CallEvent, HostEvent, LocatedEvent, Occasion } from "../host.ts";
import { objectIn, pathIn, textIn } from "../json.ts";
import { PLACES } from "../places.ts";
import { linesOfFile } from "../records/lines.ts";
import { isOfAnother } from "../records/person.ts";
import {
  type EntryReading,
  type HostRecords,
  NO_EVENTS,
  newerThan,
  type Outcome,
  type RecordedEvent,
  type RecordHome,
  type SessionFileReader,
  saidIn,
} from "../records/records.ts";
import { SaidSoFar } from "../records/taken-back.ts";

export const { folder: copilotFolder } = PLACES.copilot;

const KNOWN_MAJOR = 1;
/** Only the newest sessions are looked through for a sub-agent. */
const MAX_SESSIONS = 8;
const TYPES = /^(?:session|hook|user|system|assistant|tool|subagent|permission)\.\w+$/;

export const copilotRecords: HostRecords = {
  recognise: (entry) => TYPES.test(textIn(entry, "type") ?? "") && objectIn(entry, "data") !== null,
  reader: () => new EventReader().read,
  callMark: '"type":"tool.execution_start",',
  place: (at) => ({ directory: sessionsIn(at), name: /^events\.jsonl$/ }),
};

const sessionsIn = (at: RecordHome): string => join(copilotFolder(at), "session-state");
const fileOf = (at: RecordHome, session: string): string => join(sessionsIn(at), session, "events.jsonl");

/** Remembers the directory: only the first entry names it. */
class EventReader {
  #cwd: string | null = null;
  readonly #said = new SaidSoFar();

  readonly read: SessionFileReader = (entry, line): EntryReading => {
    const data = objectIn(entry, "data") ?? {};
    switch (textIn(entry, "type")) {
      case "session.start":
        return this.#begin(data);
      case "user.message":
        return { events: this.#said.add(textIn(entry, "id"), wordsIn(entry, data)) };
      case "session.snapshot_rewind":
        return { events: this.#said.since(textIn(data, "upToEventId") ?? "") };
      case "tool.execution_start":
        return { events: this.#callIn(entry, data, line) };
      case "tool.execution_complete":
        return { events: [outcomeIn(data)] };
      default:
        return NO_EVENTS;
    }
  };

  #begin(data: JsonObject): EntryReading {
    const version = textIn(data, "copilotVersion");
    this.#cwd = pathIn(objectIn(data, "context") ?? {}, "cwd");
    const session = {
      id: textIn(data, "sessionId") ?? "",
      agent: version === null ? "copilot" : `copilot ${version}`,
      host: "copilot",
      cwd: this.#cwd,
      started: textIn(data, "startTime"),
    };
    return { events: [{ kind: "session", session }], ...newerThan("Copilot CLI", version, KNOWN_MAJOR) };
  }

  #callIn(entry: JsonObject, data: JsonObject, line: number): readonly RecordedEvent[] {
    const tool = textIn(data, "toolName");
    if (tool === null) return [];
    const [id, input] = [textIn(data, "toolCallId"), objectIn(data, "arguments") ?? {}];
    const at = { cwd: this.#cwd, at: textIn(entry, "timestamp"), line, agentModel: textIn(data, "model") };
    return [{ kind: "call", call: { id, tool, input, ...at } }];
  }
}

/**
 * Words are the person's unless a sub-agent hears them, an agent or the harness is named as their source, or autopilot goes on by
 * itself. `parentAgentTaskId` says nothing: every message of the person's carries one.
 */
function wordsIn(entry: JsonObject, data: JsonObject): readonly RecordedEvent[] {
  const text = textIn(data, "content") ?? "";
  const source = textIn(data, "source") ?? "user";
  const persons = textIn(entry, "agentId") === null && source === "user" && !isOfAnother(data);
  return persons ? saidIn([text]) : text === "" ? [] : [{ kind: "notHuman", text }];
}

function outcomeIn(data: JsonObject): RecordedEvent {
  const error = objectIn(data, "error");
  const result = [objectIn(data, "result")?.content ?? null, error?.message ?? null];
  return { kind: "outcome", id: textIn(data, "toolCallId"), outcome: outcomeOf(data, error), result };
}

function outcomeOf(data: JsonObject, error: JsonObject | null): Outcome {
  if (data.success === true) return "ran";
  const [code, message] = [textIn(error ?? {}, "code"), textIn(error ?? {}, "message") ?? ""];
  if (code === "rejected" || /rejected by (?:the )?user/i.test(message)) return "refused";
  return code === "denied" ? "blocked" : "failed";
}

/**
 * The session file an event belongs to, and the call in it that waits. A sub-agent's event names the agent, and the session is the
 * one that holds it. Never throws.
 */
export function locateCopilot(event: HostEvent & Occasion, at: RecordHome): LocatedEvent {
  const { session, agent } = event;
  const own = fileOf(at, session);
  const holder = isFile(own)
    ? session
    : newestSessions(at).find((one) => linesOfFile(fileOf(at, one)).some((entry) => entry.agentId === agent));
  if (holder === undefined || (holder !== session && agent === undefined)) return {};
  const record = fileOf(at, holder);
  const waiting = event.kind === "call" ? waitingCall(event, record) : null;
  return { session: holder, record, ...(waiting === null ? {} : { toolUseId: waiting }) };
}

/** The newest call like this one that has not ended. */
function waitingCall({ action, agent }: CallEvent, record: string): string | null {
  const entries = linesOfFile(record).map((entry) => ({ entry, data: objectIn(entry, "data") ?? {} }));
  const ended = new Set(entries.flatMap(({ entry, data }) => (isType(entry, "complete") ? [data.toolCallId] : [])));
  const wanted = JSON.stringify([action.tool, action.input]);
  const found = entries.findLast(
    ({ entry, data }) =>
      isType(entry, "start") &&
      (textIn(entry, "agentId") ?? undefined) === agent &&
      !ended.has(data.toolCallId) &&
      JSON.stringify([data.toolName, data.arguments]) === wanted,
  );
  return found === undefined ? null : textIn(found.data, "toolCallId");
}

const isType = (entry: JsonObject, what: "start" | "complete"): boolean => entry.type === `tool.execution_${what}`;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

function newestSessions(at: RecordHome): readonly string[] {
  try {
    return readdirSync(sessionsIn(at))
      .map((name) => ({ name, at: statSync(fileOf(at, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.at - a.at)
      .slice(0, MAX_SESSIONS)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
