/**
 * Asking the person through an MCP client that can show them a form. Where every request stands for itself, the call is answered
 * with the question and made again with the answer; before that, the client is asked while the call waits.
 */
import { randomUUID } from "node:crypto";
import { applyEdits, modify } from "jsonc-parser";
import type { Json, JsonObject } from "../../contract/action.ts";
import { cutMiddle, jsonString } from "../../contract/escape.ts";
import { isObject, objectIn, textIn } from "../json.ts";
import { type Message, type MessageId, otherMeta } from "./message.ts";
import { canonicalJson } from "./pins.ts";

/** A form longer than a screen is not read. What does not fit is not asked about here. */
const MAX_SHOWN_CHARS = 4_000;
const MAX_QUESTIONS = 256;
const KEY = "sallyport";
const STATE = "sallyport:";

/** An id only we give: what asks the client under one would have its answer taken for one to us. */
export const isOurId = (id: MessageId | null): boolean => typeof id === "string" && id.startsWith(STATE);

/** `none`: nobody answered; the person said neither yes nor no. */
export type FormAnswer = "yes" | "no" | "none";

/** What is asked about: the words before the call, and the call whole. Null where that is more than a form holds. */
export function questionFor(words: string, shown: Json): string | null {
  const call = jsonString(canonicalJson(shown)).slice(1, -1).replaceAll('\\"', '"');
  return call.length > MAX_SHOWN_CHARS ? null : `${cutMiddle(words, MAX_SHOWN_CHARS)}\n\n${call}`;
}

const formFor = (message: string): JsonObject => ({
  message,
  requestedSchema: {
    type: "object",
    properties: { allow: { type: "boolean", title: "Allow this once", default: false } },
    required: ["allow"],
  },
});

function answerIn(result: JsonObject | null): FormAnswer {
  if (result?.action === "decline") return "no";
  if (result?.action !== "accept") return "none";
  return objectIn(result, "content")?.allow === true ? "yes" : "no";
}

/** A question whose answer comes with the call made again. */
export interface AskedBefore<T> {
  readonly about: T;
  readonly answer: FormAnswer;
}

export class FormQuestions<T> {
  /** By the id of our own request to the client. */
  readonly #open = new Map<MessageId, (answer: FormAnswer) => void>();
  /** By the state that the client sends back, with the call it was asked about. */
  readonly #stated = new Map<string, { readonly call: string; readonly about: T }>();

  /** Asks while the call waits. */
  async ask(message: string, toClient: (line: string) => void, signal: AbortSignal): Promise<FormAnswer> {
    const id = `${STATE}${randomUUID()}`;
    const answer = new Promise<FormAnswer>((resolve) => {
      this.#open.set(id, resolve);
      signal.addEventListener("abort", () => resolve("none"), { once: true });
    });
    toClient(JSON.stringify({ jsonrpc: "2.0", id, method: "elicitation/create", params: formFor(message) }));
    const said = await answer;
    this.#open.delete(id);
    if (signal.aborted)
      toClient(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }));
    return said;
  }

  /** True where the message answers a question of ours: the server has never heard of it. */
  hear({ id, method, result }: Message): boolean {
    const resolve = method === null && id !== null ? this.#open.get(id) : undefined;
    resolve?.(answerIn(result));
    return resolve !== undefined || (method === null && isOurId(id));
  }

  /** The result that asks for the call to be made again with the answer. */
  stateQuestion(request: Message, message: string, about: T): JsonObject {
    const state = `${STATE}${randomUUID()}`;
    this.#stated.set(state, { call: callOf(request), about });
    for (const oldest of this.#stated.keys()) {
      if (this.#stated.size <= MAX_QUESTIONS) break;
      this.#stated.delete(oldest);
    }
    const inputRequests = { [KEY]: { method: "elicitation/create", params: { mode: "form", ...formFor(message) } } };
    return { resultType: "input_required", inputRequests, requestState: state };
  }

  /** The answer that came with this call, if it is to a question of ours about exactly this call. Good once. */
  takeStated(request: Message): AskedBefore<T> | undefined {
    const state = textIn(request.params, "requestState") ?? "";
    const asked = this.#stated.get(state);
    if (asked === undefined || asked.call !== callOf(request)) return undefined;
    this.#stated.delete(state);
    const responses = objectIn(request.params, "inputResponses") ?? {};
    return { about: asked.about, answer: answerIn(isObject(responses[KEY]) ? responses[KEY] : null) };
  }
}

/** What makes a request the one it is, apart from how it is carried. */
function callOf({ method, params }: Message): string {
  const { _meta, requestState, inputResponses, ...asked } = params;
  return canonicalJson({ method, params: asked, beside: otherMeta(params) ?? null });
}

/** Ours is between us and the client: the line as the server is to have it, every other byte as it was. */
export function withoutOurState(line: string, { params }: Message): string {
  if (!(textIn(params, "requestState") ?? "").startsWith(STATE)) return line;
  const without = (text: string, name: string): string =>
    applyEdits(text, modify(text, ["params", name], undefined, {}));
  return without(without(line, "requestState"), "inputResponses");
}

// Calls a person approved, until they are done. A server may answer one with a question of its own and is then called again
// with what it asked for: that is the same call, and the approval that let it begin lets it end. Another call never is.

const MAX_OPEN = 256;

interface Awaited {
  readonly call: string;
  readonly state: string | null;
  /** What the server asked for, by its own keys. */
  readonly keys: readonly string[];
}

export class Continuing {
  /** Approved calls that are with the server. */
  readonly #sent = new Map<MessageId, string>();
  #awaited: readonly Awaited[] = [];

  /** An approved call goes to the server. */
  send(id: MessageId, request: Message): void {
    this.#sent.set(id, callOf(request));
  }

  get isIdle(): boolean {
    return this.#sent.size === 0;
  }

  /** The server's answer: the call is over, or waits for what the server asked for. */
  hear({ method, id, result }: Message): void {
    if (method !== null || id === null) return;
    const call = this.#sent.get(id);
    this.#sent.delete(id);
    if (call === undefined || result?.resultType !== "input_required") return;
    const awaited = {
      call,
      state: textIn(result, "requestState"),
      keys: Object.keys(objectIn(result, "inputRequests") ?? {}),
    };
    this.#awaited = [...this.#awaited, awaited].slice(-MAX_OPEN);
  }

  /** Whether this is an approved call going on, exactly as the server asked for it. Good once. */
  take(request: Message): boolean {
    const call = callOf(request);
    const state = textIn(request.params, "requestState");
    const given = Object.keys(objectIn(request.params, "inputResponses") ?? {});
    const found = this.#awaited.find(
      (one) => one.call === call && one.state === state && given.every((key) => one.keys.includes(key)),
    );
    this.#awaited = this.#awaited.filter((one) => one !== found);
    return found !== undefined;
  }
}
