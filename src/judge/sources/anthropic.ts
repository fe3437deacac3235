/** Anthropic Messages: `user` text, `tool_use` blocks, and the answer to AskUserQuestion. */
import type { Turn } from "../../contract/action.ts";
import { type Collector, collector, isList, isObject, parsedArguments, textsOf } from "./parts.ts";

const TEXT: ReadonlySet<string> = new Set(["text"]);

export const fromAnthropic = (messages: readonly unknown[]): readonly Turn[] => {
  const found = collector();
  for (const message of messages) {
    if (!isObject(message)) continue;
    if (message.role === "user") userMessage(message.content, found);
    else if (message.role === "assistant") toolUses(message.content, found);
    else if (message.type === "queued_command" && typeof message.prompt === "string") found.user(message.prompt);
  }
  return found.turns;
};

/** Text beside a tool result in one message is the harness speaking, unless it is a message of its own. */
const userMessage = (content: unknown, found: Collector): void => {
  const results = isList(content) ? content.filter((block) => isObject(block) && block.type === "tool_result") : [];
  for (const block of results) if (isObject(block)) found.result(block.tool_use_id, textsOf(block.content, TEXT));
  if (results.length === 0) found.user(...textsOf(content, TEXT));
};

const toolUses = (content: unknown, found: Collector): void => {
  if (!isList(content)) return;
  for (const block of content) {
    if (isObject(block) && block.type === "tool_use" && typeof block.name === "string")
      found.call(block.name, parsedArguments(block.input), block.id);
  }
};
