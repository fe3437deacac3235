/** Conversations as LangChain and LangGraph hold them, as message objects or in their plain form. Never throws. */
import type { JsonObject, Turn } from "../../contract/action.ts";
import type { PastEvent } from "../../contract/past.ts";
import { isObject, objectsIn, parseArguments, textIn } from "../json.ts";
import { textsOf } from "../person.ts";
import { type MessageOptions, type SdkPiece, saidIn, turnsOf } from "./messages.ts";

export const turnsOfLangChain = (messages: readonly unknown[], options: MessageOptions): readonly Turn[] =>
  turnsOf(messages.filter(isObject).flatMap(piecesOf), options);

/** The same with what came back, for provenance alone. */
export function* pastOfLangChain(messages: readonly unknown[], options: MessageOptions): Generator<PastEvent> {
  if (messages.length === 0) yield { kind: "gap", why: "this door has no results" };
  for (const message of messages.filter(isObject)) {
    if (kindOf(message) === "human") yield* saidIn(textsOf(message.content));
    for (const { id, tool, input } of callsIn(message)) {
      if (id !== null && id === options.leaveOut) return;
      yield { kind: "call", id, tool: options.nameOf(tool, id), input };
    }
    if (kindOf(message) === "tool")
      yield { kind: "result", id: textIn(message, "tool_call_id"), result: message.content ?? null };
  }
}

function piecesOf(message: JsonObject): readonly SdkPiece[] {
  const kind = kindOf(message);
  if (kind === "human") return [{ said: textsOf(message.content) }];
  if (kind === "tool")
    return [{ id: textIn(message, "tool_call_id"), answer: textsOf(message.content).join("\n").trim() }];
  return callsIn(message);
}

type SdkCall = Extract<SdkPiece, { readonly tool: string }>;

const callsIn = (message: JsonObject): readonly SdkCall[] =>
  kindOf(message) !== "ai"
    ? []
    : objectsIn(message, "tool_calls").flatMap((call) => {
        const tool = textIn(call, "name");
        return tool === null ? [] : [{ id: textIn(call, "id"), tool, input: parseArguments(call.args) }];
      });

const KINDS: Readonly<Record<string, "human" | "ai" | "tool">> = {
  human: "human",
  user: "human",
  ai: "ai",
  assistant: "ai",
  tool: "tool",
};

/** Null for every other kind: instructions, and what some node says in its own name. */
function kindOf(message: JsonObject): "human" | "ai" | "tool" | null {
  // A summary the model wrote comes as a human message that names its maker.
  if (isObject(message.additional_kwargs) && message.additional_kwargs.lc_source !== undefined) return null;
  const kind = textIn(message, "type") ?? textIn(message, "role") ?? "";
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? null) : null;
}
