/** A request on its way through the MCP proxy: what is known of it, and what becomes of it. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { isObject, objectIn, textIn } from "../json.ts";
import type { FormAnswer } from "./mcp-asking.ts";
import { errorLine, type Message, type MessageId, resultLine } from "./message.ts";
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

// The two eras of the Model Context Protocol: until 2025-11-25 a handshake says what both sides can, from 2026-07-28 on every
// request says it for itself, and every result says of which type it is.

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

/** The version a request says it is written in; null for one of the first era, which does not say. */
export function versionOf(params: JsonObject): string | null {
  const meta = objectIn(params, "_meta");
  return meta === null ? null : textIn(meta, VERSION_KEY);
}

export const capabilitiesOf = (params: JsonObject): JsonObject | null => {
  const meta = objectIn(params, "_meta");
  return meta === null ? null : objectIn(meta, CAPABILITIES_KEY);
};

/** A client that can put a form before the person: an empty declaration means forms, one of other kinds alone does not. */
export function showsForms(capabilities: JsonObject | null): boolean {
  const elicitation = capabilities === null ? null : objectIn(capabilities, "elicitation");
  if (elicitation === null) return false;
  return Object.keys(elicitation).length === 0 || isObject(elicitation.form);
}

/** A result as the request's era has it. */
const resultFor = (params: JsonObject, result: JsonObject): Json =>
  versionOf(params) === null ? result : { resultType: "complete", ...result };

// What the proxy answers in the server's place.

/** Outside what JSON-RPC and the protocol keep for themselves. */
const REFUSED = 403;

/** Of a tool call, a result the model can read; of anything else, an error. */
export function refusalLine(id: MessageId, { method, params }: Message, why: string): string {
  if (method !== "tools/call") return errorLine(id, REFUSED, why);
  return resultLine(id, resultFor(params, { content: [{ type: "text", text: why }], isError: true }));
}

export const changedMessage = (server: string, { tool }: ToolChange): string =>
  `what the server "${server}" says of its tool "${tool}" is not what it said when the tool was first used; the person can read it and accept it with: sallyport mcp --accept --name ${server}`;
