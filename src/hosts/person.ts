/** Telling the person's words from what a harness writes in their name. */
import type { Json, JsonObject } from "../contract/action.ts";
import { isList, isObject } from "./json.ts";
import { isNotice, steeringIn } from "./notices.ts";

/**
 * Markup a harness writes into user messages in the person's name, wherever it stands: reminders, notifications, command
 * echoes, what other agents say. An element reaches to its last closing tag: what it quotes may itself contain one, and
 * must not pass for the person.
 */
const WRITTEN_BY_HARNESS = [
  // Codex, and whoever names its notices alike: what sub-agents report, what was cut short, what was loaded or run.
  "[a-z_]*_notification|(?:sub_?)?agent_(?:message|result|output|report|response|status|context)|turn_aborted|user_shell_command",
  "(?:codex_internal|goal|turn|extension|hook_additional)_context|hook_prompt|model_switch|token_budget|realtime_conversation",
  "system-reminder|task-notification|teammate-message|cross-session-message|agent-message",
  // What ran, behind the conversation or before it, and what was loaded.
  "background_[a-z_]+|(?:shell|command|process|terminal|tool|task)_(?:output|result)[a-z_]*|(?:loaded|untrusted)_context",
  "system_reminder|current_datetime|tagged_files",
  "local-command-[a-z-]+|command-[a-z-]+|bash-input|bash-stdout|bash-stderr",
];
/**
 * What editors and agents put beside the words: files, selections, terminals, the machine. None of it was typed. Names that people
 * themselves write around their words (`<instructions>`, `<context>`, `<document>`) are none: a boundary may stand in them.
 */
const BESIDE_WORDS = [
  "ide_[a-z_]+|ide-[a-z-]+|editor_?context|environment_(?:context|details|info)|session_context|workspace_(?:info|diagnostics)",
  "user_(?:info|instructions|rules|memory)|userMemory|repo_?context|reminderInstructions|additional_(?:data|metadata|context)",
  "attachments?|attached_(?:files?|selections?|context)|open_(?:files?|tabs)|open_and_recently_viewed_files|opened_file|current_file",
  "(?:code|terminal|manually_added|text)_?selections?|selected_(?:text|code|lines?)|active_(?:file|editor|selection)",
  "(?:file|folder|url|web|page|document)_contents?|file|fetched_urls|linter_errors",
  "git_(?:status|diff|commit)|project_layout|manually_attached_skills|explicit_instructions|hook_context",
];
const HARNESS = [...WRITTEN_BY_HARNESS, ...BESIDE_WORDS].join("|");
const OPENING = new RegExp(`<(${HARNESS})(?=[\\s/>])`, "gi");
const CLOSING = new RegExp(`</(${HARNESS})\\s*>`, "gi");
/** An editor that speaks in headings: what it tells reaches to the last one above the person's own words, or to the end. */
const HEADED = /^\s*# (?:Context from my IDE setup|Files mentioned by the user|Selected text|In app browser)\b/i;
const REQUEST = /^## My request for [^\n]{1,40}:[ \t]*$/gim;
/** At the start: HTML that a person pastes has no hyphen in its names, and none of these. One that is not closed reaches to the end. */
const LEADING = new RegExp(
  `^\\s*<([a-z][\\w.]*-[\\w.-]*|(?:ide|environment|attached|sub_?agent|teammate|peer)_\\w+|${WRITTEN_BY_HARNESS.join("|")}|attachments|channel|tick|teammate|agent|subagent|peer|skill|tool_result|system)(?=[\\s/>]|$)`,
  "i",
);
/** Where one of these stands, all of the message is an agent's: what it writes to go on from, with its thoughts before it, and the task of a fork. */
const WHOLE =
  /<(?:state_snapshot|fork-boilerplate|conversation[_-](?:summary|history_summary)|context[_-]summary|compaction[_-]summary)(?=[\s/>])/i;

/** A command the person ran themselves, told by the host with what it printed: the command alone is theirs. */
const RAN = /^\s*I ran the following shell command:/i;
const PRINTED = /\n\s*This produced the following result:/i;

/** Where a harness goes on in the person's message with what it put there itself: files they named, the plan they accepted. */
const ADDED: readonly RegExp[] = [
  /(?:^|\n)[ \t]*--- Content from [^\n]* ---[ \t]*(?:\n|$)/,
  /(?:^|\n)[ \t]*Content from @[^\n]*:[ \t]*(?:\n|$)/,
  /(?<=^\s*Implement the following plan:)\s*\n/,
];

/** Names as they are compared: `parent_tool_use_id` and `parentToolUseID` say the same. */
const plainName = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();
const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Fields by which hosts say that an event comes from inside a sub-agent: who it is, or whose child its session is. */
const SUB_AGENT_FIELDS = namesIn(
  "agentid subagentid agentrole agentpath agentnickname agenttranscriptpath parentid parentsessionid parentconversationid parentthreadid parenttooluseid parentagentid",
);
/** The same, as a yes or no. */
const SUB_AGENT_FLAGS = namesIn("issubagent issidechain isbackgroundagent");

const has = (event: JsonObject, names: ReadonlySet<string>, says: (value: Json) => boolean): boolean =>
  Object.entries(event).some(([name, value]) => names.has(plainName(name)) && says(value));
const isSaid = (value: Json): boolean => value !== null && value !== "";
const isYes = (value: Json): boolean => value === true || value === "true";

export const isOfSubAgent = (event: JsonObject): boolean =>
  has(event, SUB_AGENT_FIELDS, isSaid) || has(event, SUB_AGENT_FLAGS, isYes) || isSpawned(event);

/** Codex says where a thread comes from: a word for the person's own ways in, an object for everything else; and whose it is. */
export const isSpawned = ({ source, thread_source = null }: JsonObject): boolean =>
  isObject(source) || (isSaid(thread_source) && thread_source !== "user");

/** Fields by which hosts say that another member of a team wrote it, or a tool. */
const TEAM_FIELDS = namesIn("teamname teammatename tooluseresult sourcetooluseid sourcetoolassistantuuid");
/** Fields by which they say that nobody typed it now. */
const MADE_FLAGS = namesIn(
  "ismeta issynthetic isreplay iscompactsummary isvisibleintranscriptonly isautopilotcontinuation",
);

/** What it came by, where that was not the keyboard. */
const NOT_TYPED =
  /sched|cron|wake|loop|timer|trigger|task|agent|team|peer|hook|system|auto(?!complete)|channel|remote|synthetic|meta|mcp|sdk_?tool/i;
const SOURCE_FIELDS = namesIn("promptsource inputsource source");

/** Whom Claude Code has it from; none where it does not say. */
const isFromAnother = ({ origin = null }: JsonObject): boolean =>
  isSaid(origin) && !(isObject(origin) && origin.kind === "human");

/** Put there by an agent, or handed on for one. */
export const isAgents = (event: JsonObject): boolean => isOfSubAgent(event) || isFromAnother(event);

/** By its own fields, it is somebody else's than the person's, whatever it says. */
export const isOfAnother = (event: JsonObject): boolean =>
  isAgents(event) ||
  has(event, TEAM_FIELDS, isSaid) ||
  has(event, MADE_FLAGS, isYes) ||
  has(event, SOURCE_FIELDS, (value) => typeof value === "string" && NOT_TYPED.test(value));

interface Piece {
  readonly words: string;
  /** The harness speaks to the end of the piece, and so in all that follow. */
  readonly open: boolean;
}

function readPiece(text: string): Piece {
  if (WHOLE.test(text)) return { words: "", open: true };
  const steering = steeringIn(text);
  if (steering !== undefined) return { ...readPiece(steering), open: true };
  if (RAN.test(text)) return { words: text.slice(0, Math.max(0, text.search(PRINTED))).trim(), open: true };
  let left = withoutElements(text);
  for (let tag = LEADING.exec(left)?.[1]; tag !== undefined; tag = LEADING.exec(left)?.[1]) {
    const closing = `</${tag.toLowerCase()}>`;
    const end = left.toLowerCase().lastIndexOf(closing);
    if (end < 0) return { words: "", open: true };
    left = left.slice(end + closing.length);
  }
  left = withoutHeadings(left);
  if (isNotice(left)) return { words: "", open: true };
  const added = Math.min(...ADDED.flatMap((mark) => mark.exec(left)?.index ?? []));
  return Number.isFinite(added)
    ? { words: left.slice(0, added).trim(), open: true }
    : { words: left.trim(), open: false };
}

/** Where an end is left over, elements were laid into each other, and all before it is nobody's. */
function withoutElements(text: string): string {
  const ends = new Map(
    [...text.matchAll(CLOSING)].map((tag) => [(tag[1] ?? "").toLowerCase(), tag.index + tag[0].length]),
  );
  let [left, from] = ["", 0];
  for (const { 1: name = "", index } of text.matchAll(OPENING)) {
    const end = ends.get(name.toLowerCase()) ?? 0;
    if (index < from || end < index) continue;
    left += text.slice(from, index);
    from = end;
  }
  left += text.slice(from);
  const stray = [...left.matchAll(CLOSING)].at(-1);
  return stray === undefined ? left : left.slice(stray.index + stray[0].length);
}

function withoutHeadings(text: string): string {
  if (!HEADED.test(text)) return text;
  const last = [...text.matchAll(REQUEST)].at(-1);
  return last === undefined ? "" : text.slice(last.index + last[0].length);
}

/** The person's own words in one piece of a user message, or "" when none are left. */
export const personsWords = (text: string): string => readPiece(text).words;

/** The same for a message in the pieces it came in. */
export function wordsIn(pieces: readonly string[]): string {
  const read = pieces.map(readPiece);
  const end = read.findIndex(({ open }) => open);
  return read
    .slice(0, end < 0 ? read.length : end + 1)
    .map(({ words }) => words)
    .filter((words) => words !== "")
    .join("\n");
}

/** The texts of a content value: a string, or the parts of a list that are text. Images and files are left out. */
export const textsOf = (content: unknown, type = "text"): readonly string[] => {
  if (typeof content === "string") return [content];
  if (!isList(content)) return [];
  return content.flatMap((part) =>
    isObject(part) && part.type === type && typeof part.text === "string" ? [part.text] : [],
  );
};
