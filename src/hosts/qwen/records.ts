/**
 * Qwen Code's chats (`~/.qwen/projects/DIR/chats/SESSION.jsonl`), and beside them a file for each sub-agent with a note of the call
 * that started it.
 */
import { basename, dirname, join } from "node:path";
import type { JsonObject } from "../../contract/action.ts";
import { readTextFile } from "../../machine/index.ts";
import { isObject, objectIn, objectsIn, parseObject, pathIn, textIn, textOf } from "../json.ts";
import { PLACES } from "../places.ts";
import { isOfAnother } from "../records/person.ts";
import {
  type EntryReading,
  type HostRecords,
  NO_EVENTS,
  newerThan,
  type Outcome,
  type RecordedEvent,
  type RecordPiece,
  type SessionFileReader,
  saidIn,
} from "../records/records.ts";
import { SaidSoFar } from "../records/taken-back.ts";

export const { folder: qwenFolder } = PLACES.qwen;

const KNOWN_MAJOR = 0;
const NOTE_MAX_BYTES = 1_000_000;
/** Sub-agents within sub-agents go no deeper than this. */
const MAX_DEPTH = 8;

export const qwenRecords: HostRecords = {
  recognise: (entry) =>
    textIn(entry, "sessionId") !== null &&
    textIn(entry, "uuid") !== null &&
    (objectIn(entry, "systemPayload") !== null || (isObject(entry.message) && Array.isArray(entry.message.parts))),
  reader: () => new ChatReader().read,
  callMark: '"functionCall":',
  lineage,
  place: (at) => ({ directory: join(qwenFolder(at), "projects"), name: /\.jsonl$/ }),
};

/** Tells of the session once: every entry names it. */
class ChatReader {
  #begun = false;
  readonly #said = new SaidSoFar();

  readonly read: SessionFileReader = (entry, line): EntryReading => {
    const begin = this.#begin(entry);
    const isBack = entry.type === "system" && entry.subtype === "rewind";
    const undone = isBack ? this.#said.after(textIn(entry, "parentUuid")) : [];
    const events = [...undone, ...this.#said.add(textIn(entry, "uuid"), eventsIn(entry, line))];
    return begin.events.length + events.length === 0 ? NO_EVENTS : { ...begin, events: [...begin.events, ...events] };
  };

  #begin(entry: JsonObject): EntryReading {
    if (this.#begun) return NO_EVENTS;
    this.#begun = true;
    const version = textIn(entry, "version");
    const session = {
      id: textIn(entry, "sessionId") ?? "",
      agent: version === null ? "qwen" : `qwen ${version}`,
      host: "qwen",
      cwd: pathIn(entry, "cwd"),
      started: textIn(entry, "timestamp"),
    };
    return { events: [{ kind: "session", session }], ...newerThan("Qwen Code", version, KNOWN_MAJOR) };
  }
}

function eventsIn(entry: JsonObject, line: number): readonly RecordedEvent[] {
  const parts = objectsIn(objectIn(entry, "message") ?? {}, "parts");
  switch (textIn(entry, "type")) {
    case "user":
      return wordsIn(entry, parts);
    case "assistant":
      return parts.flatMap((part) => callIn(objectIn(part, "functionCall"), entry, line));
    case "tool_result":
      return parts.flatMap((part) => outcomeIn(objectIn(part, "functionResponse"), entry));
    default:
      return [];
  }
}

/**
 * Only what the chat itself calls a real user's is the person's; a sub-agent's chat has none. Of several parts the first is what was
 * typed: behind it stand files, and what a hook adds, without a mark. A message that carries a tool's result has none.
 */
function wordsIn(entry: JsonObject, parts: readonly JsonObject[]): readonly RecordedEvent[] {
  const [typed, ...added] = parts.flatMap((part) => textIn(part, "text") ?? []);
  if (typed === undefined) return [];
  const isResult = parts.some((part) => part.functionResponse !== undefined);
  if (!isResult && isTyped(entry)) return saidIn([typed]);
  return [typed, ...added].map((text) => ({ kind: "notHuman", text }));
}

/** A kind of its own has what came by the clock, from a task or from another agent; one that is the user's says so. */
function isTyped(entry: JsonObject): boolean {
  const { provenance = null, subtype = null, externalInputKind = null } = entry;
  if (entry.isSidechain === true || externalInputKind !== null || isOfAnother(entry)) return false;
  if (provenance !== null) return provenance === "real_user";
  return subtype === null || (typeof subtype === "string" && /(?:^|_)user(?:_|$)/.test(subtype));
}

function callIn(call: JsonObject | null, entry: JsonObject, line: number): readonly RecordedEvent[] {
  const tool = call === null ? null : textIn(call, "name");
  if (call === null || tool === null) return [];
  const at = { cwd: pathIn(entry, "cwd"), at: textIn(entry, "timestamp"), line, agentModel: textIn(entry, "model") };
  return [{ kind: "call", call: { id: textIn(call, "id"), tool, input: objectIn(call, "args") ?? {}, ...at } }];
}

function outcomeIn(answer: JsonObject | null, entry: JsonObject): readonly RecordedEvent[] {
  if (answer === null) return [];
  const result = objectIn(answer, "response");
  const status = textIn(objectIn(entry, "toolCallResult") ?? {}, "status");
  return [{ kind: "outcome", id: textIn(answer, "id"), outcome: outcomeOf(status, textOf(result ?? "")), result }];
}

function outcomeOf(status: string | null, text: string): Outcome {
  if (status === "cancelled") return "refused";
  if (status === "error") return /Denied by Sallyport|blocked by|hook/i.test(text) ? "blocked" : "failed";
  return status === "success" ? "ran" : "unknown";
}

/** The chat up to the call that started the sub-agent, and so on down to its own. Nothing where a note is missing. */
function lineage(record: string, agent: string): readonly RecordPiece[] {
  const folder = join(dirname(dirname(record)), "subagents", basename(record, ".jsonl"));
  const above: { readonly id: string; readonly by: string }[] = [];
  let id: string | null = agent;
  while (id !== null && /^[\w-]+$/.test(id) && above.length < MAX_DEPTH) {
    const note = noteOf(folder, id);
    const by = note === undefined ? null : textIn(note, "toolUseId");
    if (note === undefined || by === null) return [];
    above.unshift({ id, by });
    id = textIn(note, "parentAgentId");
  }
  const files = [record, ...above.map((one) => join(folder, `agent-${one.id}.jsonl`))];
  return files.map((source, i) => ({ source, until: above[i]?.by ?? null, delegated: i > 0 }));
}

function noteOf(folder: string, agent: string): JsonObject | undefined {
  try {
    return parseObject(readTextFile(join(folder, `agent-${agent}.meta.json`), NOTE_MAX_BYTES));
  } catch {
    return undefined;
  }
}
