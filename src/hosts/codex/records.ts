/**
 * Codex's rollout files (`~/.codex/sessions`). A message in the role of the user may be the harness's; only a `UserMessage`
 * item, or the event for it, is the person's.
 */

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Json, JsonObject } from "../../contract/action.ts";
import { isObject, objectIn, parseArguments, pathIn, textIn, textOf } from "../json.ts";
import { linesOfFile, streamEntries } from "../records/lines.ts";
import { isOfAnother, textsOf } from "../records/person.ts";
import {
  type EntryReading,
  type HostRecords,
  isHeldByUs,
  NO_EVENTS,
  newerThan,
  type Outcome,
  type RecordedEvent,
  type RecordPiece,
  type SessionFileReader,
  saidIn,
  unknownKind,
} from "../records/records.ts";
import { SaidSoFar } from "../records/taken-back.ts";

const KNOWN_MAJOR = 0;
const TYPES: ReadonlySet<string> = new Set(["session_meta", "response_item", "event_msg", "turn_context"]);
const SILENT_ENTRIES: ReadonlySet<string> = new Set(["compacted", "world_state", "inter_agent_communication"]);
/** Items that are no call of a tool on this machine. */
const SILENT_ITEMS: ReadonlySet<string> = new Set(
  `message agent_message reasoning web_search_call tool_search_call tool_search_output image_generation_call
   ghost_snapshot compaction compaction_summary compaction_trigger context_compaction other`.split(/\s+/),
);

export const codexRecords: HostRecords = {
  recognise: (entry) => TYPES.has(textIn(entry, "type") ?? "") && objectIn(entry, "payload") !== null,
  reader: () => new RolloutReader().read,
  callMark: '"type":"function_call",',
  lineage: codexLineage,
  place: ({ home, env }) => ({
    directory: join(env.CODEX_HOME || join(home, ".codex"), "sessions"),
    name: /^rollout-.*\.jsonl$/,
  }),
};

/** Remembers the directory and the model an entry is about: only some entries name them. */
class RolloutReader {
  #cwd: string | null = null;
  #model: string | null = null;
  #lastSaid = "";
  readonly #said = new SaidSoFar();
  /** A sub-agent's file: its user is the agent that gave it the task. */
  #isSubAgent = false;

  readonly read: SessionFileReader = (entry, line): EntryReading => {
    const type = textIn(entry, "type") ?? "";
    const payload = objectIn(entry, "payload");
    if (payload === null) return { events: [], problem: "an entry without a payload" };
    switch (type) {
      case "session_meta":
        return this.#begin(payload, entry);
      case "turn_context":
        this.#cwd = pathIn(payload, "cwd") ?? this.#cwd;
        this.#model = textIn(payload, "model") ?? this.#model;
        return NO_EVENTS;
      case "event_msg":
        return { events: this.#hear(payload, entry) };
      case "response_item":
        return this.#readItem(payload, textIn(entry, "timestamp"), line);
      default:
        return SILENT_ENTRIES.has(type) ? NO_EVENTS : unknownKind("entry type", type);
    }
  };

  #begin(payload: JsonObject, entry: JsonObject): EntryReading {
    const version = textIn(payload, "cli_version");
    this.#cwd = pathIn(payload, "cwd");
    // A thread that was forked holds the first line of the other one too.
    this.#isSubAgent ||= isOfAgent(payload);
    const session = {
      id: textIn(payload, "id") ?? "",
      agent: version === null ? "codex" : `codex ${version}`,
      host: "codex",
      cwd: this.#cwd,
      started: textIn(payload, "timestamp") ?? textIn(entry, "timestamp"),
    };
    const from = this.#isSubAgent ? { ...session, spawned: true as const } : session;
    return { events: [{ kind: "session", session: from }], ...newerThan("Codex", version, KNOWN_MAJOR) };
  }

  /** A prompt may be written twice, once for each kind of event. */
  #hear(payload: JsonObject, entry: JsonObject): readonly RecordedEvent[] {
    if (payload.type === "thread_rolled_back") {
      this.#lastSaid = "";
      return this.#said.last(Number(payload.num_turns) || 0);
    }
    const texts = personsTexts(payload);
    if (this.#isSubAgent || texts.length === 0) return [];
    if ([entry, payload, objectIn(payload, "item") ?? {}].some(isOfAnother))
      return [{ kind: "notHuman", text: texts.join("\n") }];
    const said = saidIn(texts).filter((event) => {
      if (event.kind !== "said" || event.text === this.#lastSaid) return false;
      this.#lastSaid = event.text;
      return true;
    });
    return said.length === 0 ? said : this.#said.add(null, said);
  }

  #readItem(payload: JsonObject, at: string | null, line: number): EntryReading {
    const type = textIn(payload, "type") ?? "";
    const id = textIn(payload, "call_id") ?? textIn(payload, "id");
    const call = callIn(payload, type);
    if (call !== undefined) {
      this.#lastSaid = "";
      return { events: [{ kind: "call", call: { id, ...call, cwd: this.#cwd, at, line, agentModel: this.#model } }] };
    }
    if (type === "function_call_output" || type === "custom_tool_call_output")
      return { events: [{ kind: "outcome", id, outcome: outcomeOf(payload.output), result: payload.output ?? null }] };
    return SILENT_ITEMS.has(type) ? NO_EVENTS : unknownKind("item type", type);
  }
}

/** The person's own ways in. By every other, an agent may have begun the thread: `mcp` is a client of Codex as a server. */
const OWN_WAYS: ReadonlySet<unknown> = new Set([undefined, null, "cli", "vscode", "exec"]);

const isOfAgent = (meta: JsonObject): boolean => isOfAnother(meta) || !OWN_WAYS.has(meta.source);

/** Whether a file's first line says that an agent began the thread. False where there is none yet. Never throws. */
export function isSpawnedThread(file: string): boolean {
  const meta = metaOf(file);
  return meta !== undefined && isOfAgent(meta);
}

/** The directory a thread was begun in, by its file's first line. Never throws. */
export const begunIn = (file: string): string | null => pathIn(metaOf(file) ?? {}, "cwd");

function metaOf(file: string): JsonObject | undefined {
  try {
    const [first] = readFirst(file);
    return first?.type === "session_meta" ? (objectIn(first, "payload") ?? {}) : undefined;
  } catch {
    return undefined;
  }
}

function* readFirst(file: string): Generator<JsonObject> {
  for (const one of streamEntries(file)) {
    if ("entry" in one) yield one.entry;
    return;
  }
}

function personsTexts(payload: JsonObject): readonly string[] {
  if (payload.type === "user_message") return [textIn(payload, "message") ?? ""];
  const item = payload.type === "item_completed" ? objectIn(payload, "item") : null;
  return item?.type === "UserMessage" ? textsOf(item.content) : [];
}

function callIn(payload: JsonObject, type: string): { readonly tool: string; readonly input: JsonObject } | undefined {
  if (type === "local_shell_call") return { tool: "local_shell", input: objectIn(payload, "action") ?? {} };
  const tool = textIn(payload, "name");
  if (tool === null) return undefined;
  if (type === "function_call") return { tool, input: parseArguments(payload.arguments) };
  return type === "custom_tool_call" ? { tool, input: { input: payload.input ?? null } } : undefined;
}

const REFUSED = /rejected by (?:the )?user|denied by (?:the )?user|aborted by (?:the )?user/i;
const BLOCKED = /Rejected\(|blocked by PreToolUse hook|rejected by (?:policy|the reviewer|approval)/i;
const FAILED = /(?:exited with code|exit_code"?:|Exit code:?) ?(?!0\b)-?\d+|^(?:exec_command )?failed/i;

/** The output is a text, or a text with what the harness adds; only its beginning says how the call ended. */
function outcomeOf(output: Json | undefined): Outcome {
  const text = typeof output === "string" ? output : isObject(output) ? textOf(output) : "";
  const head = text.slice(0, 600);
  if (REFUSED.test(head)) return "refused";
  if (BLOCKED.test(head) || isHeldByUs(head)) return "blocked";
  if (text === "") return "unknown";
  return FAILED.test(head) ? "failed" : "ran";
}

// A sub-agent of Codex is a thread with a file of its own, whose first line names the thread that began it.

/** Sub-agents within sub-agents go no deeper than this. */
const MAX_DEPTH = 8;
/** Files lie below the year, the month and the day they were begun on. */
const DAY_DEPTH = 3;

/** The person's thread up to the call that began the sub-agent, and so on down to its own. Nothing where one is missing. Never throws. */
function codexLineage(record: string, agent: string): readonly RecordPiece[] {
  const pieces: RecordPiece[] = [];
  let [file, id, until]: [string, string, string | null] = [record, agent, null];
  while (pieces.length < MAX_DEPTH) {
    const parent = parentOf(file);
    pieces.unshift({ source: file, until, delegated: parent !== null });
    if (parent === null) return pieces;
    const above = fileOf(parent, record);
    const by = above === undefined ? null : delegationOf(above, id);
    if (above === undefined || by === null) return [];
    [file, id, until] = [above, parent, by];
  }
  return [];
}

function parentOf(file: string): string | null {
  const [first] = linesOfFile(file);
  const meta = first?.type === "session_meta" ? objectIn(first, "payload") : null;
  const spawn = objectIn(objectIn(objectIn(meta ?? {}, "source") ?? {}, "subagent") ?? {}, "thread_spawn") ?? {};
  return meta === null ? null : (textIn(meta, "parent_thread_id") ?? textIn(spawn, "parent_thread_id"));
}

/** Begun on the same day, or on another. */
function fileOf(thread: string, record: string): string | undefined {
  const sessions = Array.from({ length: DAY_DEPTH + 1 }).reduce<string>((path) => dirname(path), record);
  try {
    const ending = `-${thread}.jsonl`;
    const beside = readdirSync(dirname(record)).find((name) => name.endsWith(ending));
    if (beside !== undefined) return join(dirname(record), beside);
    const found = readdirSync(sessions, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(ending));
    return found === undefined ? undefined : join(sessions, found);
  } catch {
    return undefined;
  }
}

/** The call whose result, or whose note, names the thread it began. */
function delegationOf(file: string, thread: string): string | null {
  for (const entry of linesOfFile(file)) {
    const payload = objectIn(entry, "payload") ?? {};
    const call = namesThread(payload, thread);
    if (call !== null) return call;
  }
  return null;
}

function namesThread(payload: JsonObject, thread: string): string | null {
  const item = payload.type === "item_completed" ? objectIn(payload, "item") : null;
  if (item?.type === "CollabAgentToolCall" && JSON.stringify(item.receiver_thread_ids ?? null).includes(thread))
    return textIn(item, "id");
  const isResult = payload.type === "function_call_output" && JSON.stringify(payload.output ?? null).includes(thread);
  return isResult ? textIn(payload, "call_id") : null;
}
