/** Claude Code's session files (`~/.claude/projects`): one line a content block, unstable by declaration. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Json, JsonObject } from "../../contract/action.ts";
import { readTextFile } from "../../machine/index.ts";
import type { Occasion } from "../host.ts";
import { isList, isObject, objectIn, objectsIn, parseArguments, parseObject, pathIn, textIn, textOf } from "../json.ts";
import { visitLines } from "../records/lines.ts";
import { isAgents, isOfAnother, textsOf } from "../records/person.ts";
import {
  type EntryReading,
  type HostRecords,
  isHeldByUs,
  newerThan,
  type Outcome,
  type RecordedEvent,
  type RecordHome,
  type RecordPiece,
  type SessionFileReader,
  saidIn,
  unknownKind,
} from "../records/records.ts";

const KNOWN_MAJOR = 2;
const NOTE_MAX_BYTES = 1_000_000;
/** Fields that tell its lines from other agents'. */
const MARKS = ["sessionId", "uuid", "leafUuid", "messageId"] as const;
const SPEAKING: ReadonlySet<string> = new Set(["user", "assistant", "attachment"]);
/** Types that carry neither a call, nor its outcome, nor the person's words. */
const SILENT: ReadonlySet<string> = new Set(
  `system summary progress mode permission-mode ai-title custom-title agent-name agent-color agent-setting last-prompt
   file-history-snapshot file-history-delta queue-operation tag pr-link bridge-session atis-latch compact stream_event
   attribution-snapshot content-replacement marble-origami-commit marble-origami-snapshot speculation-accept
   task-summary worktree-state api-request api-request-blob api-request-shape tools-used cost-state`.split(/\s+/),
);

export const claudeCodeRecords: HostRecords = {
  recognise: (entry) =>
    MARKS.some((mark) => mark in entry) &&
    !isQwens(entry) &&
    (SILENT.has(textIn(entry, "type") ?? "") || isObject(entry.message) || isObject(entry.attachment)),
  reader,
  callMark: '"type":"tool_use"',
  lineage,
  place: ({ home, env }) => ({
    directory: join(env.CLAUDE_CONFIG_DIR || join(home, ".claude"), "projects"),
    name: /\.jsonl$/,
  }),
};

/** Qwen Code has the same frame around messages in parts. */
const isQwens = ({ message, systemPayload }: JsonObject): boolean =>
  isObject(systemPayload) || (isObject(message) && Array.isArray(message.parts));

/** Sub-agents within sub-agents go no deeper than this. */
const MAX_DEPTH = 8;

/**
 * A sub-agent has a file of its own beside the session's, and with it a note of the call that started it. Nothing where the
 * files are not as we know them: then the session's own record is all there is.
 */
function lineage(record: string, agent: string): readonly RecordPiece[] {
  const folder = join(dirname(record), basename(record, ".jsonl"), "subagents");
  const above: { readonly id: string; readonly by: string }[] = [];
  let id: string | null = agent;
  while (id !== null && /^[\w-]+$/.test(id) && above.length < MAX_DEPTH) {
    const note = noteOf(folder, id);
    const by = note === null ? null : textIn(note, "toolUseId");
    if (note === null || by === null) return above.length > 0 ? [] : ofWorkflow(record, folder, agent);
    above.unshift({ id, by });
    id = Number(note.spawnDepth) > 1 ? agentThatCalled(folder, by, id) : null;
  }
  const files = [record, ...above.map((one) => join(folder, `agent-${one.id}.jsonl`))];
  return files.map((source, i) => ({ source, until: above[i]?.by ?? null, delegated: i > 0 }));
}

/** An agent that a workflow started: its file lies with its run's, and no note names the call, so all of the session goes before it. */
function ofWorkflow(record: string, folder: string, agent: string): readonly RecordPiece[] {
  const runs = join(folder, "workflows");
  const source = namesIn(runs)
    .map((run) => join(runs, run, `agent-${agent}.jsonl`))
    .find((file) => existsSync(file));
  if (source === undefined) return [];
  return [record, source].map((file, i) => ({ source: file, until: null, delegated: i > 0 }));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function noteOf(folder: string, agent: string): JsonObject | null {
  try {
    return parseObject(readTextFile(join(folder, `agent-${agent}.meta.json`), NOTE_MAX_BYTES)) ?? null;
  } catch {
    return null;
  }
}

/** Whose call it was; null where no sub-agent's file holds it. */
function agentThatCalled(folder: string, call: string, not: string): string | null {
  const agents = namesIn(folder).flatMap((name) => /^agent-([\w-]+)\.jsonl$/.exec(name)?.[1] ?? []);
  return agents.find((agent) => agent !== not && holdsCall(join(folder, `agent-${agent}.jsonl`), call)) ?? null;
}

/** Whether a session file holds the call of that id. Never throws. */
function holdsCall(file: string, call: string): boolean {
  let found = false;
  visitLines(file, {
    object: (entry) => {
      found ||= callIdsOf(entry).includes(call);
    },
    skipped: () => undefined,
  });
  return found;
}

const callIdsOf = (entry: JsonObject): readonly unknown[] => {
  const message = entry.type === "assistant" ? objectIn(entry, "message") : null;
  return message === null ? [] : blocksOf(message, "tool_use").map(({ id }) => id);
};

function reader(): SessionFileReader {
  const seen = new Map<string, string>();
  let begun = false;
  let warned = false;

  const readSpeaking = (entry: JsonObject, line: number): readonly RecordedEvent[] => {
    const found = [...personsEvents(entry), ...callEvents(entry, line, seen), ...outcomeEvents(entry)];
    if (begun || found.every(({ kind }) => kind === "notHuman")) return found;
    begun = true;
    return [sessionEvent(entry), ...found];
  };

  return (entry, line): EntryReading => {
    const type = textIn(entry, "type");
    if (type === null) return { events: [], problem: "an entry without a type" };
    const newer = warned ? {} : newerThan("Claude Code", textIn(entry, "version"), KNOWN_MAJOR);
    warned ||= newer.problem !== undefined;
    if (SILENT.has(type)) return { events: [], ...newer };
    return SPEAKING.has(type) ? { events: readSpeaking(entry, line), ...newer } : unknownKind("entry type", type);
  };
}

function sessionEvent(entry: JsonObject): RecordedEvent {
  const version = textIn(entry, "version");
  return {
    kind: "session",
    session: {
      id: textIn(entry, "sessionId") ?? "",
      agent: version === null ? "claude-code" : `claude-code ${version}`,
      host: "claude-code",
      cwd: pathIn(entry, "cwd"),
      started: textIn(entry, "timestamp"),
    },
  };
}

/** Text beside a tool's result is the harness speaking. */
function personsEvents(entry: JsonObject): readonly RecordedEvent[] {
  if (entry.type === "attachment") return queuedEvents(entry, objectIn(entry, "attachment"));
  const message = entry.type === "user" ? objectIn(entry, "message") : null;
  if (message === null || blocksOf(message, "tool_result").length > 0) return [];
  const texts = textsOf(message.content).map((text) => withoutPlan(text, entry));
  return isOfAnother(entry) ? [{ kind: "notHuman", text: texts.join("\n") }] : saidIn(texts);
}

/** The plan a session begins with is the agent's; the person's word is that they accepted it. */
function withoutPlan(text: string, { planContent }: JsonObject): string {
  if (typeof planContent !== "string" || planContent === "") return text;
  const at = text.indexOf(planContent.trim());
  return at < 0 ? text : text.slice(0, at);
}

/** Typed while the agent worked: it never becomes a user line. Whose it is may stand on the line or in it. */
function queuedEvents(entry: JsonObject, attachment: JsonObject | null): readonly RecordedEvent[] {
  if (attachment?.type !== "queued_command") return [];
  const texts = textsOf(attachment.prompt);
  const mode = textIn(attachment, "commandMode");
  if ((mode !== null && mode !== "prompt") || isOfAnother(entry) || isOfAnother(attachment))
    return [{ kind: "notHuman", text: texts.join("\n") }];
  return saidIn(texts).map((event) => (event.kind === "said" ? { ...event, queued: true } : event));
}

/** A resumed session repeats its history: a call counts once. */
function callEvents(entry: JsonObject, line: number, seen: Map<string, string>): readonly RecordedEvent[] {
  const message = entry.type === "assistant" ? objectIn(entry, "message") : null;
  if (message === null) return [];
  return blocksOf(message, "tool_use").flatMap((block): readonly RecordedEvent[] => {
    const [id, tool] = [textIn(block, "id"), textIn(block, "name")];
    const input = parseArguments(block.input);
    const text = `${tool} ${textOf(input)}`;
    if (tool === null || (id !== null && seen.get(id) === text)) return [];
    if (id !== null) seen.set(id, text);
    const at = {
      cwd: pathIn(entry, "cwd"),
      at: textIn(entry, "timestamp"),
      line,
      agentModel: textIn(message, "model"),
    };
    return [{ kind: "call", call: { id, tool, input, ...at } }];
  });
}

function outcomeEvents(entry: JsonObject): readonly RecordedEvent[] {
  const message = entry.type === "user" ? objectIn(entry, "message") : null;
  if (message === null) return [];
  const blocks = blocksOf(message, "tool_result");
  return blocks.map((block) => ({
    kind: "outcome",
    id: textIn(block, "tool_use_id"),
    outcome: outcomeOf(block, entry.toolUseResult),
    // The line has one answer: beside other results nobody can say whose it is.
    ...(blocks.length > 1 || isError(block) || isAgents(entry) ? {} : answerIn(entry)),
    ...(block.content === undefined ? {} : { result: block.content }),
  }));
}

/** What the person chose; the questions are the agent's own words and stay out. */
function answerIn(entry: JsonObject): { readonly answer?: string } {
  const answers = objectIn(objectIn(entry, "toolUseResult") ?? {}, "answers");
  const answer = Object.values(answers ?? {}).filter((one) => typeof one === "string");
  return answer.length === 0 ? {} : { answer: answer.join("\n") };
}

/** A command that ran and failed says so first; whatever else its output says is its own. */
const FAILED = /^(?:Error: )?(?:Exit code |Command timed out|Command failed)/;
const REFUSED =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed|take this action)|User rejected tool use|User denied |\[Request interrupted by user)/;
/** As 2.1.197 words it: by its rules, its own checks, its modes and its hooks. */
const BLOCKED = new RegExp(
  [
    "^(?:Error: )?(?:PreToolUse:|Hook PreToolUse|Permission (?:to|for) .*(?:has been|was) denied)",
    "Claude requested permissions|you haven't granted it|has been denied|don't ask mode|blocked by (?:a )?(?:hook|deny rule)",
    "requires? (?:explicit |user )?(?:approval|permission|confirmation)|needs permission for ",
    "was blocked\\. For security|Dangerous \\S+ operation detected|Your organization requires approval",
  ].join("|"),
);

const isError = ({ is_error = null }: JsonObject): boolean => is_error !== null && is_error !== false;

function outcomeOf(block: JsonObject, result: Json | undefined): Outcome {
  if (!isError(block)) return "ran";
  const texts = [result, block.content, ...(isList(block.content) ? block.content.map(partText) : [])];
  const heads = texts.flatMap((text) => (typeof text === "string" ? [unwrapError(text.slice(0, 400))] : []));
  if (heads.some((text) => REFUSED.test(text))) return "refused";
  if (heads.some((text) => FAILED.test(text))) return "failed";
  return heads.some((text) => BLOCKED.test(text) || isHeldByUs(text)) ? "blocked" : "failed";
}

const unwrapError = (text: string): string => text.replace(/^<tool_use_error>/, "");

const partText = (part: Json): string => (isObject(part) ? (textIn(part, "text") ?? "") : "");

const blocksOf = (message: JsonObject, type: string): readonly JsonObject[] =>
  objectsIn(message, "content").filter((block) => block.type === type);

// The file of the session a call belongs to, for callers that are told neither: it is the one that holds the call.

/** Only the newest sessions of the directory are looked through. */
const MAX_SESSIONS = 8;

interface Wanted {
  /** The directory the agent runs in. */
  readonly cwd: string;
  readonly toolUseId: string;
  /** The sub-agent whose call it is. */
  readonly agent?: string | undefined;
}

/** Null where no file holds it: then nobody knows what went before. Never throws. */
export function findRecord(at: RecordHome, { cwd, toolUseId, agent }: Wanted): Pick<Occasion, "record" | "agent"> {
  const folder = join(claudeCodeRecords.place?.(at).directory ?? "", cwd.replace(/[^a-zA-Z0-9]/g, "-"));
  const holder = (session: string): string =>
    agent === undefined ? session : join(folder, basename(session, ".jsonl"), "subagents", `agent-${agent}.jsonl`);
  const record = newestIn(folder).find((session) => holdsCall(holder(session), toolUseId)) ?? null;
  return { record, ...(agent === undefined ? {} : { agent }) };
}

function newestIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at)
      .slice(0, MAX_SESSIONS)
      .map(({ path }) => path);
  } catch {
    return [];
  }
}
