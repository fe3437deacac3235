/** Servers that speak OpenAI's Chat Completions (Ollama, vLLM, LiteLLM, OpenRouter, …), through OpenAI's SDK. */

import * as z from "zod/mini";
import { type Connection, httpProvider, sdkOptions } from "./connection.ts";
import { errorBeside } from "./failure.ts";
import {
  type Completion,
  failed,
  joinParts,
  type ModelRequest,
  type Provider,
  type Stop,
  type ToolSpec,
} from "./provider.ts";

export const compatible = (connection: Connection): Provider =>
  httpProvider("openai-compatible", connection, async (wire, request, signal, timeoutMs) => {
    const { OpenAI } = await import("openai");
    const client = new OpenAI({
      ...sdkOptions(connection, wire, timeoutMs),
      apiKey: connection.apiKey ?? "none",
      organization: null,
      project: null,
    });
    return completion(await client.chat.completions.create(body(request), { signal }), request);
  });

const body = (request: ModelRequest) => ({
  model: request.model,
  messages: [
    ...(request.system.length === 0 ? [] : [{ role: "system" as const, content: joinParts(request.system) }]),
    ...request.messages.map((parts) => ({ role: "user" as const, content: joinParts(parts) })),
  ],
  max_tokens: request.maxTokens,
  ...(request.temperature === null ? {} : { temperature: request.temperature }),
  ...(request.stop.length === 0 ? {} : { stop: [...request.stop] }),
  ...(request.tool === null ? {} : answerSchema(request.tool)),
});

/** Few of these servers can force a tool; a schema for the answer asks for the same object. */
const answerSchema = ({ name, schema }: ToolSpec) => ({
  response_format: {
    type: "json_schema" as const,
    json_schema: { name, strict: true, schema: { type: "object", ...schema } },
  },
});

const STOPS: Readonly<Record<string, Stop>> = {
  stop: "end",
  length: "length",
  content_filter: "refusal",
  tool_calls: "tool",
};

const Tokens = z.nullish(z.number().check(z.nonnegative()));
const Choice = z.object({
  finish_reason: z.string(),
  message: z.object({
    role: z.literal("assistant"),
    content: z.nullish(z.string()),
    refusal: z.nullish(z.string()),
    // None was offered: an answer beside a call is no answer.
    tool_calls: z.nullish(z.array(z.unknown()).check(z.maxLength(0))),
  }),
});
const Chat = z.object({
  choices: z.array(Choice).check(z.length(1)),
  usage: z.nullish(
    z.object({
      prompt_tokens: Tokens,
      completion_tokens: Tokens,
      prompt_tokens_details: z.nullish(z.object({ cached_tokens: Tokens })),
    }),
  ),
});

const completion = (answer: unknown, request: ModelRequest): Completion => {
  const error = errorBeside(answer);
  if (error !== undefined) return error;
  const chat = Chat.safeParse(answer);
  const choice = chat.data?.choices[0];
  if (!chat.success || choice === undefined) return failed("bad_response", "the answer is not a chat completion");
  const { usage } = chat.data;
  const read = usage?.prompt_tokens ?? 0;
  const cached = Math.min(read, usage?.prompt_tokens_details?.cached_tokens ?? 0);
  const text = choice.message.content ?? "";
  return {
    ok: true,
    text,
    toolCalls: request.tool === null || text === "" ? [] : [{ name: request.tool.name, input: text }],
    stop: choice.message.refusal ? "refusal" : (STOPS[choice.finish_reason] ?? "other"),
    stopSent: request.stop.length > 0,
    usage: { input: read - cached, output: usage?.completion_tokens ?? 0, cacheRead: cached, cacheWrite: 0 },
    ...(typeof usage?.prompt_tokens === "number" ? {} : { uncounted: true }),
  };
};
