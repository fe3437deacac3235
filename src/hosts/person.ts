/** Telling the person's words from what a harness writes in their name. */
import type { JsonObject } from "../contract/action.ts";
import { isList, isObject } from "./json.ts";

/**
 * Markup a harness writes into user messages in the person's name: reminders, notifications, command echoes.
 * An element reaches to its last closing tag: what it quotes may itself contain one, and must not pass for the person.
 */
const HARNESS =
  /<(system-reminder|task-notification|local-command-[a-z-]+|command-[a-z-]+|bash-input|bash-stdout|bash-stderr)>[\s\S]*<\/\1>/g;
const UNCLOSED = /^\s*<(?:system-reminder|task-notification|local-command-[a-z-]+|command-[a-z-]+)\b/;

/** Fields by which hosts say that an event comes from inside a sub-agent: who it is, or whose child its session is. */
const SUB_AGENT_FIELDS = [
  ...["agent_id", "agentId", "subagent_id", "subagentId", "agent_transcript_path"],
  ...["parent_id", "parentID", "parentId", "parent_session_id", "parentSessionId", "parent_conversation_id"],
];

export const isOfSubAgent = (event: JsonObject): boolean =>
  SUB_AGENT_FIELDS.some((name) => event[name] !== undefined && event[name] !== null && event[name] !== "");

/** The person's own words in one piece of a user message, or "" when none are left. */
export const personsWords = (text: string): string => {
  const left = text.replace(HARNESS, "");
  return UNCLOSED.test(left) ? "" : left.trim();
};

/** The same for a message in the pieces it came in. */
export const wordsIn = (pieces: readonly string[]): string =>
  pieces
    .map(personsWords)
    .filter((piece) => piece !== "")
    .join("\n");

/** The texts of a content value: a string, or the parts of a list that are text. Images and files are left out. */
export const textsOf = (content: unknown, type = "text"): readonly string[] => {
  if (typeof content === "string") return [content];
  if (!isList(content)) return [];
  return content.flatMap((part) =>
    isObject(part) && part.type === type && typeof part.text === "string" ? [part.text] : [],
  );
};
