/** Anthropic's Messages API, directly, on Amazon Bedrock and on Google Vertex, each through its official SDK. */

import type { AnthropicVertex } from "@anthropic-ai/vertex-sdk";
import * as z from "zod/mini";
import { type Attempt, type Connection, httpProvider, sdkOptions } from "./connection.ts";
import { errorBeside } from "./failure.ts";
import {
  type Completion,
  failed,
  type ModelRequest,
  type Provider,
  type Stop,
  type TextPart,
  type ToolSpec,
} from "./provider.ts";
import type { Transport } from "./transport.ts";

type Platform = "anthropic" | "bedrock" | "vertex";

/**
 * The newest API version takes no temperature from any model. For models that have one, we ask under the version that
 * does: the same question must get the same answer.
 */
const VERSION_WITH_TEMPERATURE: Readonly<Record<Platform, string>> = {
  anthropic: "2023-06-01",
  bedrock: "bedrock-2023-05-31",
  vertex: "vertex-2023-10-16",
};

export const anthropic = (connection: Connection): Provider => provider("anthropic", connection);
export const bedrock = (connection: Connection): Provider => provider("bedrock", connection);
export const vertex = (connection: Connection): Provider => provider("vertex", connection);

const provider = (platform: Platform, connection: Connection): Provider => {
  const attempt: Attempt = async (wire, request, signal, timeoutMs) => {
    const client = await CLIENTS[platform](connection, wire, timeoutMs);
    const headers = request.temperature === null ? {} : { "anthropic-version": VERSION_WITH_TEMPERATURE[platform] };
    return completion(await client.messages.create(body(request), { signal, headers }), request);
  };
  return httpProvider(platform, connection, attempt);
};

const CLIENTS = {
  anthropic: async (connection: Connection, wire: Transport, timeoutMs: number) => {
    const { Anthropic } = await import("@anthropic-ai/sdk");
    return new Anthropic({ ...sdkOptions(connection, wire, timeoutMs), apiKey: connection.apiKey ?? "" });
  },
  bedrock: async (connection: Connection, wire: Transport, timeoutMs: number) => {
    const { AnthropicBedrock } = await import("@anthropic-ai/bedrock-sdk");
    return new AnthropicBedrock({
      ...sdkOptions(connection, wire, timeoutMs),
      apiKey: connection.apiKey,
      ...(connection.region === null ? {} : { awsRegion: connection.region }),
    });
  },
  vertex: async (connection: Connection, wire: Transport, timeoutMs: number) => {
    const { AnthropicVertex } = await import("@anthropic-ai/vertex-sdk");
    return new AnthropicVertex({
      ...sdkOptions(connection, wire, timeoutMs),
      ...(connection.apiKey === null ? {} : { authClient: bearer(connection.apiKey) }),
      region: connection.region ?? "global",
      projectId: connection.project,
    });
  },
} as const;

type VertexAuth = NonNullable<NonNullable<ConstructorParameters<typeof AnthropicVertex>[0]>["authClient"]>;

/** The SDK takes no token of its own account; of a Google auth client it calls only this. */
const bearer = (token: string): VertexAuth =>
  ({ getRequestHeaders: async () => new Headers({ authorization: `Bearer ${token}` }) }) as unknown as VertexAuth;

const blocks = (parts: readonly TextPart[]) =>
  parts.map(({ text, cache }) => ({
    type: "text" as const,
    text,
    ...(cache === true ? { cache_control: { type: "ephemeral" as const } } : {}),
  }));

const body = (request: ModelRequest) => ({
  model: request.model,
  max_tokens: request.maxTokens,
  ...(request.system.length === 0 ? {} : { system: blocks(request.system) }),
  messages: request.messages.map((parts) => ({ role: "user" as const, content: blocks(parts) })),
  ...(request.temperature === null ? {} : { temperature: request.temperature }),
  ...(request.disableThinking ? { thinking: { type: "disabled" as const } } : {}),
  ...(request.stop.length === 0 ? {} : { stop_sequences: [...request.stop] }),
  ...(request.tool === null ? {} : offerTool(request.tool, request)),
});

/** A model that thinks may not be forced to call a tool; it is offered the one tool, and no call is no verdict. */
const offerTool = (
  { name, description, schema }: ToolSpec,
  { disableThinking }: Pick<ModelRequest, "disableThinking">,
) => ({
  tools: [{ name, description, input_schema: { type: "object" as const, ...schema } }],
  tool_choice: disableThinking
    ? { type: "tool" as const, name, disable_parallel_tool_use: true }
    : { type: "auto" as const },
});

const STOPS: Readonly<Record<string, Stop>> = {
  end_turn: "end",
  stop_sequence: "stop_sequence",
  tool_use: "tool",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refusal",
};

const Tokens = z.number().check(z.nonnegative());
const Count = z.nullish(Tokens);
const Message = z.object({
  type: z.literal("message"),
  role: z.literal("assistant"),
  content: z.array(
    z.object({
      type: z.string(),
      text: z.optional(z.unknown()),
      name: z.optional(z.unknown()),
      input: z.optional(z.unknown()),
    }),
  ),
  stop_reason: z.string(),
  usage: z.object({
    input_tokens: Tokens,
    output_tokens: Tokens,
    cache_read_input_tokens: Count,
    cache_creation_input_tokens: Count,
  }),
});

const completion = (answer: unknown, request: ModelRequest): Completion => {
  const error = errorBeside(answer);
  if (error !== undefined) return error;
  const message = Message.safeParse(answer);
  if (!message.success) return failed("bad_response", "the answer is not a Messages API message");
  const { content, stop_reason, usage } = message.data;
  return {
    ok: true,
    text: content
      .flatMap((block) => (block.type === "text" && typeof block.text === "string" ? [block.text] : []))
      .join(""),
    toolCalls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ name: typeof block.name === "string" ? block.name : "", input: block.input }] : [],
    ),
    stop: STOPS[stop_reason] ?? "other",
    stopSent: request.stop.length > 0,
    usage: {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cacheRead: usage.cache_read_input_tokens ?? 0,
      cacheWrite: usage.cache_creation_input_tokens ?? 0,
    },
  };
};
