/** Who runs the model. One question in, one completion or one failure out; neither is ever thrown. */
import type { JsonObject } from "../../contract/action.ts";
import type { Unavailable, Usage } from "../../contract/decision.ts";

export interface TextPart {
  readonly text: string;
  /** The prompt up to and including this part will come again. */
  readonly cache?: true;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

/** What to send, in nobody's wire format. Messages are all the user's: nothing is put into the model's mouth. */
export interface ModelRequest {
  readonly model: string;
  readonly system: readonly TextPart[];
  readonly messages: readonly (readonly TextPart[])[];
  readonly maxTokens: number;
  readonly stop: readonly string[];
  /** Null for models that take none. */
  readonly temperature: 0 | null;
  /** False for models whose thinking cannot be turned off. */
  readonly disableThinking: boolean;
  /** The one tool the model has to call; null for an answer in text. */
  readonly tool: ToolSpec | null;
  /** The same for all requests that share a prefix, for providers that route by it. */
  readonly cacheKey: string | null;
}

/** Why the model stopped writing. Only `end`, `stop_sequence` and `tool` are answers that were finished. */
export type Stop = "end" | "stop_sequence" | "tool" | "length" | "refusal" | "other";

interface ToolCall {
  readonly name: string;
  /** As the provider gave it: an object, or the JSON text the model wrote. */
  readonly input: unknown;
}

export interface Completed {
  readonly ok: true;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly stop: Stop;
  /** The stop sequence of the request really was sent: not every wire has one. */
  readonly stopSent: boolean;
  readonly usage: Usage;
  /** The server says nothing of how much it read. */
  readonly uncounted?: true;
  /** What the provider itself says it cost; absent where that is worked out from usage and price. */
  readonly costUsd?: number | null;
}

export interface Failed {
  readonly ok: false;
  readonly failure: Unavailable;
  /** For people: status, vendor's words, bounded. Never a key. */
  readonly detail: string;
  readonly retryAfterMs?: number;
  /** Nothing is out: something was never set up, or is set up wrongly, and only the person can mend it. */
  readonly setup?: true;
}

export type Completion = Completed | Failed;

export interface CompleteOptions {
  /** Covers everything: loading the SDK, retries, waiting, reading the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Provider {
  /** Never rejects, never throws: a failure is a value. */
  complete(request: ModelRequest, options: CompleteOptions): Promise<Completion>;
}

export const failed = (failure: Unavailable, detail: string, retryAfterMs?: number): Failed => ({
  ok: false,
  failure,
  detail: detail.replace(/\s+/g, " ").slice(0, 500),
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** No key, no model, or one the provider does not know. */
export const notSetUp = (failure: Unavailable, detail: string): Failed => ({ ...failed(failure, detail), setup: true });

/** All the text of a request in order, for wires that know neither blocks nor marks. */
export const joinParts = (parts: readonly TextPart[]): string => parts.map((part) => part.text).join("");
