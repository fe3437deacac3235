/** The wire formats as servers speak them, for tests: answers and errors, byte shapes from the vendors' references. */
import type { Usage } from "../../../contract/decision.ts";
import type { NetworkProvider } from "../table.ts";

export interface ServedAnswer {
  readonly text?: string;
  /** Arguments of a `classify_result` call; a string is sent as it is where the wire carries text. */
  readonly call?: unknown;
  readonly callName?: string;
  readonly stop?: "end" | "length" | "refusal";
}

export interface WireFormat {
  /** The address a request on this wire goes to. */
  readonly path: RegExp;
  /** Stands behind the server's address in the settings. */
  readonly base: "" | "/v1";
  readonly answer: (answer: ServedAnswer) => unknown;
  readonly error: (status: number, text: string) => unknown;
  /** Whether a stop sequence can be sent. */
  readonly stops: boolean;
  /** What the answers' usage amounts to. */
  readonly usage: Usage;
}

const messagesError = (_: number, message: string): unknown => ({
  type: "error",
  error: { type: "api_error", message },
  request_id: "req_1",
});
const openaiError = (status: number, message: string): unknown => ({
  error: {
    message,
    type: "invalid_request_error",
    param: null,
    code: status === 413 ? "context_length_exceeded" : null,
  },
});

const CLAUDE_USAGE: Usage = { input: 1000, output: 10, cacheRead: 9000, cacheWrite: 500 };
const OPENAI_USAGE: Usage = { input: 1000, output: 10, cacheRead: 9000, cacheWrite: 0 };

const message = (answer: ServedAnswer) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [
    ...(answer.text === undefined ? [] : [{ type: "text", text: answer.text }]),
    ...(answer.call === undefined
      ? []
      : [{ type: "tool_use", id: "toolu_1", name: answer.callName ?? "classify_result", input: answer.call }]),
  ],
  stop_reason: { end: answer.call === undefined ? "end_turn" : "tool_use", length: "max_tokens", refusal: "refusal" }[
    answer.stop ?? "end"
  ],
  stop_sequence: null,
  usage: { input_tokens: 1000, output_tokens: 10, cache_read_input_tokens: 9000, cache_creation_input_tokens: 500 },
});

const responses = (answer: ServedAnswer) => ({
  id: "resp_1",
  object: "response",
  created_at: 0,
  model: "m",
  status: answer.stop === "length" ? "incomplete" : "completed",
  incomplete_details: answer.stop === "length" ? { reason: "max_output_tokens" } : null,
  error: null,
  output: [
    ...(answer.stop === "refusal"
      ? [
          {
            type: "message",
            id: "m1",
            role: "assistant",
            status: "completed",
            content: [
              { type: "refusal", refusal: "no" },
              { type: "output_text", text: answer.text ?? "", annotations: [] },
            ],
          },
        ]
      : answer.text === undefined
        ? []
        : [
            {
              type: "message",
              id: "m1",
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text: answer.text, annotations: [] }],
            },
          ]),
    ...(answer.call === undefined
      ? []
      : [
          {
            type: "function_call",
            id: "f1",
            call_id: "c1",
            status: "completed",
            name: answer.callName ?? "classify_result",
            arguments: asText(answer.call),
          },
        ]),
  ],
  usage: {
    input_tokens: 10_000,
    output_tokens: 10,
    total_tokens: 10_010,
    input_tokens_details: { cached_tokens: 9000 },
  },
});

const chat = (answer: ServedAnswer) => ({
  id: "chatcmpl_1",
  object: "chat.completion",
  created: 0,
  model: "m",
  choices: [
    {
      index: 0,
      finish_reason: answer.stop === "length" ? "length" : "stop",
      message: {
        role: "assistant",
        content: answer.call === undefined ? (answer.text ?? null) : asText(answer.call),
        refusal: answer.stop === "refusal" ? "I cannot help with that" : null,
      },
    },
  ],
  usage: {
    prompt_tokens: 10_000,
    completion_tokens: 10,
    total_tokens: 10_010,
    prompt_tokens_details: { cached_tokens: 9000 },
  },
});

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Every provider with a network endpoint has its row: the contract test takes its cases from here. */
export const FORMATS: Readonly<Record<NetworkProvider, WireFormat>> = {
  anthropic: {
    path: /^\/v1\/messages/,
    base: "",
    answer: message,
    error: messagesError,
    stops: true,
    usage: CLAUDE_USAGE,
  },
  bedrock: {
    path: /^\/model\/.*\/invoke$/,
    base: "",
    answer: message,
    error: messagesError,
    stops: true,
    usage: CLAUDE_USAGE,
  },
  vertex: {
    path: /:rawPredict$/,
    base: "/v1",
    answer: message,
    error: messagesError,
    stops: true,
    usage: CLAUDE_USAGE,
  },
  openai: {
    path: /^\/v1\/responses$/,
    base: "/v1",
    answer: responses,
    error: openaiError,
    stops: false,
    usage: OPENAI_USAGE,
  },
  "openai-compatible": {
    path: /^\/v1\/chat\/completions$/,
    base: "/v1",
    answer: chat,
    error: openaiError,
    stops: true,
    usage: OPENAI_USAGE,
  },
};

export const WIRES = Object.keys(FORMATS) as readonly NetworkProvider[];

/** The format of a request, by its address. */
export const formatAt = (path: string): WireFormat | undefined =>
  Object.values(FORMATS).find((format) => format.path.test(path));

/** The base address an endpoint on this wire is configured with. */
export const baseUrl = (wire: NetworkProvider, url: string): string => `${url}${FORMATS[wire].base}`;
