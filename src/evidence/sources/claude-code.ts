/** Claude Code's session files (`~/.claude/projects`): one line a content block, unstable by declaration. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { isList, isObject, objectIn, pathIn, textIn } from "../../hosts/fields.ts";
import { fromClaudeCode } from "../../hosts/transcripts/claude-code.ts";
import {
  called,
  type FormatReader,
  NOTHING,
  newerThan,
  type Outcome,
  outcome,
  type RecordedEvent,
  type Said,
  said,
  session,
} from "../recorded.ts";

const KNOWN_MAJOR = 2;
/** Types that carry neither a call, nor its outcome, nor the person's words. */
const SILENT: ReadonlySet<string> = new Set(
  `system summary progress mode permission-mode ai-title custom-title agent-name agent-color agent-setting last-prompt
   file-history-snapshot file-history-delta queue-operation tag pr-link bridge-session atis-latch compact stream_event
   attribution-snapshot content-replacement marble-origami-commit marble-origami-snapshot speculation-accept
   task-summary worktree-state`.split(/\s+/),
);

export function claudeCodeReader(): FormatReader {
  const seen = new Set<string>();
  let begun = false;
  let warned = false;

  const events = (entry: JsonObject, line: number): readonly RecordedEvent[] => {
    const found = [...personsEvents(entry), ...callEvents(entry, line), ...outcomeEvents(entry)];
    if (begun || found.length === 0) return found;
    begun = true;
    const version = textIn(entry, "version");
    return [
      session({
        id: textIn(entry, "sessionId") ?? "",
        agent: version === null ? "claude-code" : `claude-code ${version}`,
        host: "claude-code",
        cwd: pathIn(entry, "cwd"),
        started: textIn(entry, "timestamp"),
      }),
      ...found,
    ];
  };

  /** A resumed session repeats its history: a call counts once. */
  const callEvents = (entry: JsonObject, line: number): readonly RecordedEvent[] => {
    const message = entry.type === "assistant" ? objectIn(entry, "message") : null;
    return blocksOf(message, "tool_use").flatMap((block) => {
      const [id, tool] = [textIn(block, "id"), textIn(block, "name")];
      if (tool === null || (id !== null && seen.has(id))) return [];
      if (id !== null) seen.add(id);
      const agentModel = message === null ? null : textIn(message, "model");
      const input = objectIn(block, "input") ?? {};
      return [called({ id, tool, input, cwd: pathIn(entry, "cwd"), at: textIn(entry, "timestamp"), line, agentModel })];
    });
  };

  return {
    entry: (entry, line): Said => {
      const type = textIn(entry, "type");
      if (type === null) return { events: [], problem: "an entry without a type" };
      const newer = warned ? undefined : newerThan("Claude Code", textIn(entry, "version"), KNOWN_MAJOR);
      warned ||= newer !== undefined;
      const problem = newer === undefined ? {} : { problem: newer };
      if (SILENT.has(type)) return newer === undefined ? NOTHING : { events: [], ...problem };
      if (type === "user" || type === "assistant" || type === "attachment")
        return { events: events(entry, line), ...problem };
      return { events: [], problem: `unknown entry type ${JSON.stringify(type.slice(0, 60))}` };
    },
  };
}

/** The hook's own reader says what is the person's. */
const personsEvents = (entry: JsonObject): readonly RecordedEvent[] =>
  fromClaudeCode([entry], null).turns.flatMap((turn) => ("user" in turn ? [said(turn.user)] : []));

function outcomeEvents(entry: JsonObject): readonly RecordedEvent[] {
  if (entry.type !== "user") return [];
  return blocksOf(objectIn(entry, "message"), "tool_result").map((block) => {
    const answers = objectIn(objectIn(entry, "toolUseResult") ?? {}, "answers");
    const answer = Object.values(answers ?? {}).filter((one) => typeof one === "string");
    return outcome(textIn(block, "tool_use_id"), outcomeOf(block, entry.toolUseResult), answer.join("\n"));
  });
}

const REFUSED = /^(?:Error: )?(?:The user doesn't want to (?:proceed|take this action)|User rejected tool use)/;
const BLOCKED =
  /^(?:Error: )?(?:Permission to use |Claude requested permissions|This command requires approval|PreToolUse:|Hook PreToolUse)|has been denied|don't ask mode|blocked by (?:a )?hook/;

function outcomeOf(block: JsonObject, result: Json | undefined): Outcome {
  if (block.is_error !== true) return "ran";
  const texts = [result, block.content, ...(isList(block.content) ? block.content.map(textOf) : [])];
  const heads = texts.flatMap((text) => (typeof text === "string" ? [text.slice(0, 400)] : []));
  if (heads.some((text) => REFUSED.test(text))) return "refused";
  return heads.some((text) => BLOCKED.test(text)) ? "blocked" : "failed";
}

const textOf = (part: Json): string => (isObject(part) ? (textIn(part, "text") ?? "") : "");

function blocksOf(message: JsonObject | null, type: string): readonly JsonObject[] {
  const content = message?.content;
  return isList(content) ? content.filter(isObject).filter((block) => block.type === type) : [];
}
