/** OpenAI's two shapes: Chat Completions messages, and the items of the Responses API. */
import type { Turn } from "../../contract/action.ts";
import { collector, isList, isObject, parsedArguments, textsOf } from "./parts.ts";

const CHAT_TEXT: ReadonlySet<string> = new Set(["text"]);
const RESPONSES_TEXT: ReadonlySet<string> = new Set(["input_text"]);

export const fromOpenAIChat = (messages: readonly unknown[]): readonly Turn[] => {
  const found = collector();
  for (const message of messages) {
    if (!isObject(message)) continue;
    if (message.role === "user") found.user(...textsOf(message.content, CHAT_TEXT));
    else if (message.role === "tool") found.result(message.tool_call_id, textsOf(message.content, CHAT_TEXT));
    else if (message.role === "assistant" && isList(message.tool_calls)) {
      for (const call of message.tool_calls) {
        if (!isObject(call)) continue;
        const body = isObject(call.function) ? call.function : isObject(call.custom) ? call.custom : undefined;
        if (typeof body?.name === "string")
          found.call(body.name, parsedArguments(body.arguments ?? body.input), call.id);
      }
    }
  }
  return found.turns;
};

export const fromOpenAIResponses = (items: readonly unknown[]): readonly Turn[] => {
  const found = collector();
  for (const item of items) {
    if (!isObject(item)) continue;
    const message = item.type === undefined || item.type === "message";
    if (message && item.role === "user") found.user(...textsOf(item.content, RESPONSES_TEXT));
    else if (item.type === "function_call_output" || item.type === "custom_tool_call_output")
      found.result(item.call_id, textsOf(item.output, RESPONSES_TEXT));
    else call(item, found.call);
  }
  return found.turns;
};

type ItemType =
  | "function_call"
  | "custom_tool_call"
  | "local_shell_call"
  | "shell_call"
  | "apply_patch_call"
  | "mcp_call";

/** Calls of every kind the API has; one that is not known here is still shown, with all its fields. */
const CALLS: { readonly [type in ItemType]: (item: Item) => readonly [tool: unknown, input: unknown] } = {
  function_call: (item) => [item.name, item.arguments],
  custom_tool_call: (item) => [item.name, item.input],
  local_shell_call: (item) => ["local_shell", item.action],
  shell_call: (item) => ["shell", item.action],
  apply_patch_call: (item) => ["apply_patch", item.operation],
  mcp_call: (item) => [`mcp__${String(item.server_label)}__${String(item.name)}`, item.arguments],
};
type Item = { readonly [key: string]: unknown };

const call = (
  item: Item,
  report: (tool: string, input: ReturnType<typeof parsedArguments>, id?: unknown) => void,
): void => {
  if (typeof item.type !== "string" || !item.type.endsWith("_call")) return;
  const known = Object.entries(CALLS).find(([type]) => type === item.type)?.[1];
  const [tool, input] = known === undefined ? [item.type, item] : known(item);
  if (typeof tool === "string") report(tool, parsedArguments(input), item.call_id);
};
