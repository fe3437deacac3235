/** Gemini CLI's chats (`~/.gemini/tmp/PROJECT/chats`): a line is written again, under the same id, when its calls are done. */
import { dirname, join } from "node:path";
import type { JsonObject } from "../../contract/action.ts";
import { readTextFile } from "../../machine/index.ts";
import { isList, isObject, objectIn, objectsIn, pathIn, textIn, textOf } from "../json.ts";
import {
  type EntryReading,
  type HostRecords,
  isHeldByUs,
  NO_EVENTS,
  type Outcome,
  type RecordedEvent,
  type SessionFileReader,
  saidIn,
  unknownKind,
} from "../records/records.ts";
import { SaidSoFar } from "../records/taken-back.ts";

const MAX_PATH_BYTES = 8_192;
const SILENT: ReadonlySet<string> = new Set(["info", "error", "warning", "tool_group"]);
/** The harness's own words at the start of a chat. */
const CONTEXT = /^\s*<(?:session_context|environment_context)>/;

export const geminiRecords: HostRecords = {
  recognise: (entry) => ("projectHash" in entry && "sessionId" in entry) || entry.type === "gemini",
  reader: (project) => new ChatReader(project).read,
  place: ({ home, env }) => ({
    directory: join(env.GEMINI_CLI_HOME || home, ".gemini", "tmp"),
    name: /^session-.*\.jsonl?$/,
  }),
  projectOf,
  latest,
};

class ChatReader {
  readonly #project: string | null;
  readonly #seen = new Map<string, Outcome | null>();
  readonly #spoken = new Set<string>();
  readonly #said = new SaidSoFar();

  constructor(project: string | null) {
    this.#project = project;
  }

  readonly read: SessionFileReader = (entry, line): EntryReading => {
    if (typeof entry.$rewindTo === "string") return { events: this.#said.since(entry.$rewindTo) };
    if (entry.$set !== undefined || entry.$rewindTo !== undefined) return NO_EVENTS;
    const id = textIn(entry, "sessionId");
    if (id === null || entry.type !== undefined) return this.#readMessage(entry, line);
    const session = {
      id,
      agent: "gemini",
      host: "gemini",
      cwd: this.#project ?? pathIn(entry, "projectRoot"),
      started: textIn(entry, "startTime"),
    };
    // Older versions wrote the whole chat as one document.
    const inside = objectsIn(entry, "messages").map((one) => this.#readMessage(one, line));
    const odd = inside.find(({ problem }) => problem !== undefined);
    return { ...odd, events: [{ kind: "session", session }, ...inside.flatMap(({ events }) => events)] };
  };

  #readMessage(entry: JsonObject, line: number): EntryReading {
    const type = textIn(entry, "type") ?? "";
    if (SILENT.has(type)) return NO_EVENTS;
    if (type !== "user" && type !== "gemini") return unknownKind("entry type", type);
    const calls = objectsIn(entry, "toolCalls").flatMap((call, i) =>
      this.#readCall(call, textIn(call, "id") ?? `${line}.${i}`, entry, line),
    );
    const said = this.#said.add(textIn(entry, "id"), type === "user" ? this.#hear(entry) : []);
    return { events: [...said, ...calls] };
  }

  #hear(entry: JsonObject): readonly RecordedEvent[] {
    const id = textIn(entry, "id");
    if (id !== null && this.#spoken.has(id)) return [];
    if (id !== null) this.#spoken.add(id);
    const said = saidIn(personsTexts(entry.content));
    return entry.displayContent === undefined ? said : typedIn(entry.displayContent, said);
  }

  #readCall(call: JsonObject, id: string, entry: JsonObject, line: number): readonly RecordedEvent[] {
    const tool = textIn(call, "name");
    if (tool === null) return [];
    const ended = outcomeOf(call);
    const input = objectIn(call, "args") ?? {};
    const key = `${id} ${tool} ${textOf(input)}`;
    const known = this.#seen.get(key);
    this.#seen.set(key, ended);
    const at = { cwd: this.#project, at: textIn(entry, "timestamp"), line, agentModel: textIn(entry, "model") };
    const first: readonly RecordedEvent[] =
      known === undefined ? [{ kind: "call", call: { id, tool, input, ...at } }] : [];
    return ended === null || ended === known
      ? first
      : [...first, { kind: "outcome", id, outcome: ended, result: call.result ?? call.resultDisplay ?? null }];
  }
}

/** Where the person typed something else than was sent, a command of theirs was filled in: only what was typed is theirs. */
function typedIn(display: unknown, sent: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const typed = saidIn(personsTexts(display));
  const textIn = (events: readonly RecordedEvent[]): string =>
    events.map((event) => (event.kind === "said" ? event.text : "")).join("");
  if (textIn(typed) === textIn(sent)) return sent;
  return [
    ...sent.map((event): RecordedEvent => (event.kind === "said" ? { kind: "notHuman", text: event.text } : event)),
    ...typed.map((event): RecordedEvent => (event.kind === "said" ? { ...event, queued: true } : event)),
  ];
}

/** A line that carries a tool's result is not the person's, whatever stands beside it. */
function personsTexts(content: unknown): readonly string[] {
  if (typeof content === "string") return CONTEXT.test(content) ? [] : [content];
  if (!isList(content) || content.some((part) => isObject(part) && part.functionResponse !== undefined)) return [];
  return content.flatMap((part) => {
    const text = isObject(part) ? textIn(part, "text") : null;
    return text === null || CONTEXT.test(text) ? [] : [text];
  });
}

function outcomeOf(call: JsonObject): Outcome | null {
  switch (textIn(call, "status")) {
    case "success":
      return "ran";
    case "cancelled":
      return "refused";
    case "error":
      return isBlocked(textOf(call.result ?? "")) ? "blocked" : "failed";
    default:
      return null;
  }
}

const isBlocked = (text: string): boolean =>
  /Tool execution (?:blocked|denied)|denied by policy/i.test(text) || isHeldByUs(text);

/** Of the messages under one id the last counts, in the place of the first. */
function latest(lines: readonly JsonObject[]): readonly JsonObject[] {
  const byId = new Map<string, JsonObject>();
  for (const [index, line] of lines.entries()) {
    const id = line.type === "user" || line.type === "gemini" ? textIn(line, "id") : null;
    byId.set(id ?? `line ${index}`, line);
  }
  return [...byId.values()];
}

/** The project's directory is kept beside the folder of its chats. */
function projectOf(chat: string): string | null {
  try {
    const text = readTextFile(join(dirname(dirname(chat)), ".project_root"), MAX_PATH_BYTES).trim();
    return text.startsWith("/") && text.length < 4096 ? text : null;
  } catch {
    return null;
  }
}
