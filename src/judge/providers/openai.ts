/** OpenAI through its official SDK: the Responses API. It has no stop sequences. Nothing is stored there. */

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

export const openai = (connection: Connection): Provider =>
  httpProvider("openai", connection, async (wire, request, signal, timeoutMs) => {
    const { OpenAI } = await import("openai");
    const client = new OpenAI({
      ...sdkOptions(connection, wire, timeoutMs),
      apiKey: connection.apiKey ?? "",
      organization: null,
      project: connection.project,
    });
    return completion(await client.responses.create(body(request), { signal }));
  });

const body = (request: ModelRequest) => ({
  model: request.model,
  ...(request.system.length === 0 ? {} : { instructions: joinParts(request.system) }),
  input: request.messages.map((parts) => ({
    type: "message" as const,
    role: "user" as const,
    content: parts.map(({ text }) => ({ type: "input_text" as const, text })),
  })),
  max_output_tokens: request.maxTokens,
  store: false,
  truncation: "disabled" as const,
  ...(request.temperature === null ? {} : { temperature: request.temperature }),
  ...(request.cacheKey === null ? {} : { prompt_cache_key: request.cacheKey }),
  ...(request.tool === null ? {} : forceTool(request.tool)),
});

const forceTool = ({ name, description, schema }: ToolSpec) => ({
  tools: [{ type: "function" as const, name, description, parameters: { type: "object", ...schema }, strict: true }],
  tool_choice: { type: "function" as const, name },
  parallel_tool_calls: false,
});

const Tokens = z.number().check(z.nonnegative());
const Reply = z.object({
  object: z.literal("response"),
  status: z.string(),
  incomplete_details: z.nullish(z.object({ reason: z.nullish(z.string()) })),
  output: z.array(
    z.object({
      type: z.string(),
      role: z.optional(z.unknown()),
      status: z.optional(z.unknown()),
      name: z.optional(z.unknown()),
      arguments: z.optional(z.unknown()),
      content: z.nullish(z.array(z.object({ type: z.string(), text: z.optional(z.unknown()) }))),
    }),
  ),
  usage: z.nullish(
    z.object({
      input_tokens: Tokens,
      output_tokens: Tokens,
      input_tokens_details: z.nullish(z.object({ cached_tokens: z.nullish(Tokens) })),
    }),
  ),
});

const completion = (answer: unknown): Completion => {
  const error = errorBeside(answer);
  if (error !== undefined) return error;
  const reply = Reply.safeParse(answer);
  if (!reply.success) return failed("bad_response", "the answer is not a Responses API response");
  const { status, incomplete_details: incomplete, output, usage } = reply.data;
  if (status === "failed") return failed("server_error", "the response has status failed");
  const parts = output.flatMap((item) =>
    item.type === "message" && item.role === "assistant" ? (item.content ?? []) : [],
  );
  const calls = output.filter((item) => item.type === "function_call");
  const stop = (): Stop => {
    if (parts.some((part) => part.type === "refusal") || incomplete?.reason === "content_filter") return "refusal";
    if (status === "incomplete") return incomplete?.reason === "max_output_tokens" ? "length" : "other";
    if (status !== "completed" || calls.some((call) => call.status !== undefined && call.status !== "completed"))
      return "other";
    return calls.length > 0 ? "tool" : "end";
  };
  const cached = usage?.input_tokens_details?.cached_tokens ?? 0;
  return {
    ok: true,
    text: parts
      .flatMap((part) => (part.type === "output_text" && typeof part.text === "string" ? [part.text] : []))
      .join(""),
    toolCalls: calls.map((call) => ({ name: typeof call.name === "string" ? call.name : "", input: call.arguments })),
    stop: stop(),
    stopSent: false,
    usage: {
      input: Math.max(0, (usage?.input_tokens ?? 0) - cached),
      output: usage?.output_tokens ?? 0,
      cacheRead: cached,
      cacheWrite: 0,
    },
    ...(usage === null || usage === undefined ? { uncounted: true } : {}),
  };
};
