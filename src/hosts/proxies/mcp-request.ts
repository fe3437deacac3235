/** A request on its way through the MCP proxy: what is known of it, and what becomes of it. */
import type { JsonObject } from "../../contract/action.ts";
import type { FormAnswer } from "./mcp-asking.ts";
import type { Message } from "./message.ts";
import type { ToolChange } from "./pins.ts";

/** What a question that waits for its answer is about: a call of this id, or a tool whose description changed. */
export type QuestionTopic = { readonly call: string } | { readonly change: ToolChange };

/** `approved`: by the person, so that the call may go on until it is done. */
export type RequestOutcome =
  | { readonly kind: "pass"; readonly approved: boolean }
  | { readonly kind: "refuse"; readonly why: string }
  | { readonly kind: "question"; readonly result: JsonObject };

export const PASS: RequestOutcome = { kind: "pass", approved: false };
export const APPROVED: RequestOutcome = { kind: "pass", approved: true };
export const refuse = (why: string): RequestOutcome => ({ kind: "refuse", why });

/** A request on its way through the gate. */
export interface JudgedRequest {
  readonly message: Message;
  readonly signal: AbortSignal;
  readonly attended: boolean;
  /** Ids of the protocol are used again; this one is not. */
  readonly callId: string;
}

/** What is known of a request from before: the answer to our question about it, or that it goes on by an approval. */
export interface HeardBefore {
  readonly answered: { readonly id: string; readonly answer: FormAnswer } | undefined;
  readonly goesOn: boolean;
}

/** The requests whose result may be a question. */
export const ASKS_IN_RESULTS: ReadonlySet<string> = new Set(["tools/call", "resources/read"]);
