/** Approvals as the messages of the Vercel AI SDK carry them. Never throws. */
import type { JsonObject } from "../../contract/action.ts";
import { isObject, objectsIn, parseArguments, textIn } from "../json.ts";

/** The person's answer about a call: a request for it, and what came back under the request's id. A no outweighs a yes. */
export function answerTo(toolCallId: string | undefined, messages: readonly unknown[]): "yes" | "no" | undefined {
  if (toolCallId === undefined) return undefined;
  const requests = partsOf(messages, "assistant", "tool-approval-request")
    .filter((part) => part.toolCallId === toolCallId)
    .map((part) => textIn(part, "approvalId"));
  const answers = partsOf(messages, "tool", "tool-approval-response").filter((part) =>
    requests.includes(textIn(part, "approvalId") ?? ""),
  );
  if (answers.length === 0) return undefined;
  return answers.every(({ approved }) => approved === true) ? "yes" : "no";
}

export interface AnsweredCall {
  readonly toolCallId: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** Calls the person said no to. */
export const refusedCalls = (messages: readonly unknown[]): readonly AnsweredCall[] =>
  partsOf(messages, "assistant", "tool-call").flatMap((part) => {
    const [name, toolCallId] = [textIn(part, "toolName"), textIn(part, "toolCallId")];
    if (name === null || toolCallId === null || answerTo(toolCallId, messages) !== "no") return [];
    return [{ name, toolCallId, input: parseArguments(part.input) }];
  });

const partsOf = (messages: readonly unknown[], role: string, type: string): readonly JsonObject[] =>
  messages
    .filter(isObject)
    .filter((message) => message.role === role)
    .flatMap((message) => objectsIn(message, "content").filter((part) => part.type === type));
