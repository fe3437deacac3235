/** Conversations as agent SDKs hand them over: what the person said and what was called, never what the model wrote. Never throws. */
import type { JsonObject, Turn } from "../../contract/action.ts";
import type { PastEvent } from "../../contract/past.ts";
import { isObject, objectsIn, parseArguments, textIn } from "../json.ts";
import { textsOf, wordsIn } from "../records/person.ts";

export interface MessageOptions {
  /** The call under judgement. */
  readonly leaveOut: string | undefined;
  /** The delegating call: the last one that counts. */
  readonly until?: string | undefined;
  /** The name the gate knows a tool by. */
  readonly nameOf: (tool: string, callId: string | null) => string;
}

const saidTurn = (pieces: readonly string[]): readonly Turn[] => {
  const user = wordsIn(pieces);
  return user === "" ? [] : [{ user }];
};

/** A piece of a conversation as an SDK hands it over: words, a call under its id, or what a call returned. */
export type SdkPiece =
  | { readonly said: readonly string[] }
  | { readonly id: string | null; readonly tool: string; readonly input: JsonObject }
  | { readonly id: string | null; readonly answer: string };

/** The person's answer stands with the question; the call under judgement and the calls after it are left out. */
export function turnsOf(pieces: readonly SdkPiece[], { leaveOut, until, nameOf }: MessageOptions): readonly Turn[] {
  const isCall = (piece: SdkPiece, id: string | undefined): boolean =>
    "tool" in piece && piece.id !== null && piece.id === id;
  const judged = pieces.findIndex((piece) => isCall(piece, leaveOut));
  const delegating = pieces.findIndex((piece) => isCall(piece, until));
  const end = Math.min(judged < 0 ? pieces.length : judged, delegating < 0 ? pieces.length : delegating + 1);
  const answers = new Map(
    pieces.flatMap((piece) => ("answer" in piece ? [[piece.id ?? "", piece.answer] as const] : [])),
  );
  return pieces.flatMap((piece, at): readonly Turn[] => {
    if ("said" in piece) return saidTurn(piece.said);
    if ("answer" in piece || at >= end) return [];
    const tool = nameOf(piece.tool, piece.id);
    // Only where the harness says so: a server may call its own tool by that name.
    const asks = tool === ASKS_THE_PERSON && piece.tool !== ASKS_THE_PERSON;
    const answer = asks ? (answers.get(piece.id ?? "") ?? "") : "";
    return [{ tool, input: piece.input, ...(answer === "" ? {} : { answer }) }];
  });
}

/** The one tool whose result is the person's own word; a harness maps its own to it. */
const ASKS_THE_PERSON = "AskUserQuestion";

/** The messages of the Vercel AI SDK. */
export const turnsOfAiMessages = (messages: readonly unknown[], options: MessageOptions): readonly Turn[] =>
  turnsOf(messages.filter(isObject).flatMap(piecesOfAiMessage), options);

function piecesOfAiMessage(message: JsonObject): readonly SdkPiece[] {
  if (message.role === "user") return [{ said: textsOf(message.content) }];
  return objectsIn(message, "content").flatMap((part): readonly SdkPiece[] => {
    const [tool, id] = [textIn(part, "toolName"), textIn(part, "toolCallId")];
    if (message.role === "tool" && part.type === "tool-result") return [{ id, answer: answerIn(part.output) }];
    if (message.role !== "assistant" || part.type !== "tool-call" || tool === null) return [];
    return [{ id, tool, input: parseArguments(part.input) }];
  });
}

/** What a tool returned, as far as it is text: only of a question to the person does it count. */
export const answerIn = (output: unknown): string => {
  if (typeof output === "string") return output.trim();
  return isObject(output) && output.type === "text" ? (textIn(output, "value") ?? "").trim() : "";
};

/** The same with what came back, for provenance alone. */
export function* pastOfAiMessages(messages: readonly unknown[], options: MessageOptions): Generator<PastEvent> {
  if (messages.length === 0) yield { kind: "gap", why: "this door has no results" };
  for (const message of messages.filter(isObject)) {
    if (message.role === "user") yield* saidIn(textsOf(message.content));
    else
      for (const part of objectsIn(message, "content")) {
        const id = textIn(part, "toolCallId");
        if (part.type === "tool-call" && id !== null && id === options.leaveOut) return;
        yield* pastOfPart(part, options);
      }
  }
}

function pastOfPart(part: JsonObject, { nameOf }: MessageOptions): readonly PastEvent[] {
  const [tool, id] = [textIn(part, "toolName"), textIn(part, "toolCallId")];
  if (part.type === "tool-result") return [{ kind: "result", id, result: [part.output ?? null, part.result ?? null] }];
  if (part.type !== "tool-call" || tool === null) return [];
  return [{ kind: "call", id, tool: nameOf(tool, id), input: parseArguments(part.input) }];
}

/** The items of the OpenAI Agents SDK. */
export const turnsOfAgentItems = (items: readonly unknown[], options: MessageOptions): readonly Turn[] =>
  turnsOf(items.filter(isObject).flatMap(piecesOfItem), options);

function piecesOfItem(item: JsonObject): readonly SdkPiece[] {
  if (item.type === undefined || item.type === "message")
    return item.role === "user" ? [{ said: textsOf(item.content, "input_text") }] : [];
  const id = textIn(item, "callId");
  if (item.type === "function_call_result") return [{ id, answer: answerIn(item.output) }];
  const call = callIn(item);
  return call === undefined ? [] : [{ id, tool: call.tool, input: parseArguments(call.input) }];
}

/** The same with what came back, for provenance alone. */
export function* pastOfAgentItems(items: readonly unknown[], options: MessageOptions): Generator<PastEvent> {
  if (items.length === 0) yield { kind: "gap", why: "this door has no results" };
  for (const item of items.filter(isObject)) {
    const isMessage = item.type === undefined || item.type === "message";
    if (isMessage && item.role === "user") yield* saidIn(textsOf(item.content, "input_text"));
    const id = textIn(item, "callId");
    const call = callIn(item);
    if (call !== undefined && id !== null && id === options.leaveOut) return;
    if (call !== undefined)
      yield { kind: "call", id, tool: options.nameOf(call.tool, id), input: parseArguments(call.input) };
    if (/_(?:result|output)$/.test(textIn(item, "type") ?? ""))
      yield { kind: "result", id, result: item.output ?? null };
  }
}

export const saidIn = (pieces: readonly string[]): readonly PastEvent[] =>
  saidTurn(pieces).flatMap((turn) => ("user" in turn ? [{ kind: "said", text: turn.user }] : []));

/** Calls of every kind the SDK has; one that is not known here is still shown, with all its fields. */
function callIn(item: JsonObject): { readonly tool: string; readonly input: unknown } | undefined {
  const type = textIn(item, "type") ?? "";
  if (!type.endsWith("_call")) return undefined;
  const name = textIn(item, "name");
  if (name !== null) return { tool: name, input: item.arguments };
  if (type === "shell_call") return { tool: "shell", input: item.action };
  if (type === "apply_patch_call") return { tool: "apply_patch", input: item.operation };
  return { tool: type, input: item };
}
