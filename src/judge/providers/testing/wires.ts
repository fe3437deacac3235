/** The five wire formats as servers speak them, for tests: answers and errors, byte shapes from the vendors' references. */
export type Wire = "anthropic" | "bedrock" | "vertex" | "openai" | "openai-compatible";
export const WIRES: readonly Wire[] = ["anthropic", "bedrock", "vertex", "openai", "openai-compatible"];

export interface Answer {
  readonly text?: string;
  /** Arguments of a `classify_result` call; a string is sent as it is where the wire carries text. */
  readonly call?: unknown;
  readonly callName?: string;
  readonly stop?: "end" | "length" | "refusal";
}

/** Which wire a request is on, by its address. */
export const wireOf = (path: string): Wire | undefined => {
  if (path.startsWith("/v1/messages")) return "anthropic";
  if (/^\/model\/.*\/invoke$/.test(path)) return "bedrock";
  if (path.endsWith(":rawPredict")) return "vertex";
  if (path === "/v1/responses") return "openai";
  if (path === "/v1/chat/completions") return "openai-compatible";
  return undefined;
};

/** The base address an endpoint on this wire is configured with. */
export const baseUrl = (wire: Wire, url: string): string =>
  wire === "anthropic" || wire === "bedrock" ? url : `${url}/v1`;

export const answerBody = (wire: Wire, answer: Answer): unknown => {
  if (wire === "openai") return responses(answer);
  if (wire === "openai-compatible") return chat(answer);
  return message(answer);
};

export const errorBody = (wire: Wire, status: number, text: string): unknown =>
  wire === "openai" || wire === "openai-compatible"
    ? {
        error: {
          message: text,
          type: "invalid_request_error",
          param: null,
          code: status === 413 ? "context_length_exceeded" : null,
        },
      }
    : { type: "error", error: { type: "api_error", message: text }, request_id: "req_1" };

const message = (answer: Answer) => ({
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

const responses = (answer: Answer) => ({
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

const chat = (answer: Answer) => ({
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
