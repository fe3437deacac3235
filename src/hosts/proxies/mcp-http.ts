/**
 * A server over HTTP in the era without sessions (2026-07-28): every request is a POST of its own whose answer is one JSON
 * object or a stream of events, and its headers repeat what its body says. What is sent is the line as it came.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import { messageOf } from "../../contract/result.ts";
import { isObject, objectIn, objectsIn, parseObject, textIn } from "../json.ts";
import { versionOf } from "./mcp-request.ts";
import { errorLine, type Message, type MessageId, parseMessage } from "./message.ts";

const INTERNAL_ERROR = -32_603;
const MAX_BODY_CHARS = 256_000_000;

export interface HttpServerParts {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly toClient: (line: string) => void;
  readonly fetch?: typeof fetch;
}

export interface HttpServer {
  /** False for a line of the other era, which is not sent. */
  readonly send: (line: string) => boolean;
  /** Ends when every request that is not a subscription is answered; those are closed. */
  readonly close: () => Promise<void>;
}

/** A header that a tool's schema takes from its arguments: where the value stands, and the header's name. */
interface ParamHeader {
  readonly path: readonly string[];
  readonly header: string;
}

export function mcpOverHttp(parts: HttpServerParts): HttpServer {
  const server = new Modern(parts);
  return { send: (line) => server.send(line), close: () => server.close() };
}

class Modern {
  readonly #parts: HttpServerParts;
  readonly #open = new Map<MessageId, { readonly stop: AbortController; readonly done: Promise<void> }>();
  readonly #listening = new Set<MessageId>();
  readonly #lists = new Set<MessageId>();
  readonly #headersOf = new Map<string, readonly ParamHeader[]>();

  constructor(parts: HttpServerParts) {
    this.#parts = parts;
  }

  send(line: string): boolean {
    const got = parseMessage(line);
    if (!got.ok || got.value.kind === "batch") return false;
    const { message } = got.value;
    if (message.method === "notifications/cancelled") return this.#cancel(message);
    if (message.id === null || message.method === null || versionOf(message.params) === null) return false;
    this.#start(message.id, message, line);
    return true;
  }

  async close(): Promise<void> {
    for (const id of this.#listening) this.#open.get(id)?.stop.abort();
    await Promise.all([...this.#open.values()].map(({ done }) => done));
  }

  /** Closing the stream is how a request is cancelled here. */
  #cancel({ params: { requestId } }: Message): boolean {
    const open = typeof requestId === "string" || typeof requestId === "number" ? this.#open.get(requestId) : undefined;
    open?.stop.abort();
    return open !== undefined;
  }

  #start(id: MessageId, message: Message, line: string): void {
    const stop = new AbortController();
    if (message.method === "subscriptions/listen") this.#listening.add(id);
    if (message.method === "tools/list") this.#lists.add(id);
    const done = this.#exchange(id, message, { line, signal: stop.signal })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) this.#fail(id, messageOf(error));
      })
      .finally(() => {
        this.#open.delete(id);
        this.#listening.delete(id);
        this.#lists.delete(id);
      });
    this.#open.set(id, { stop, done });
  }

  #fail(id: MessageId, why: string): void {
    this.#parts.toClient(
      errorLine(id, INTERNAL_ERROR, `Sallyport: the server at ${this.#parts.url} does not answer: ${why}`),
    );
  }

  async #exchange(
    id: MessageId,
    message: Message,
    { line, signal }: { line: string; signal: AbortSignal },
  ): Promise<void> {
    const response = await this.#post(line, { ...this.#headers(message) }, signal);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok) return this.#passError(id, response);
    if (!type.includes("text/event-stream")) {
      this.#pass(id, await bodyOf(response));
      return;
    }
    let isAnswered = false;
    for await (const event of eventsOf(response.body ?? emptyStream()))
      isAnswered = this.#pass(id, event) || isAnswered;
    if (!isAnswered && !signal.aborted) throw new Error("its stream ended without an answer");
  }

  /** A redirect is followed once, within the same origin: what is sent is meant for nobody else. */
  async #post(
    line: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    at = this.#parts.url,
  ): Promise<Response> {
    const { fetch: request = fetch } = this.#parts;
    const response = await request(at, { method: "POST", headers, body: line, signal, redirect: "manual" });
    const target = response.headers.get("location");
    if ((response.status !== 307 && response.status !== 308) || target === null || at !== this.#parts.url)
      return response;
    const next = new URL(target, at);
    if (next.origin !== new URL(at).origin) throw new Error(`it sends on to another server, ${next.origin}`);
    return this.#post(line, headers, signal, next.href);
  }

  #headers({ method, params }: Message): Record<string, string> {
    const name = textIn(params, "name") ?? textIn(params, "uri");
    const given = objectIn(params, "arguments") ?? {};
    const mirrored = method === "tools/call" ? (this.#headersOf.get(textIn(params, "name") ?? "") ?? []) : [];
    return {
      ...this.#parts.headers,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": versionOf(params) ?? "",
      "Mcp-Method": method ?? "",
      ...(NAMED.has(method ?? "") && name !== null ? { "Mcp-Name": headerValue(name) } : {}),
      ...Object.fromEntries(
        mirrored.flatMap(({ path, header }) => {
          const value = valueAt(given, path);
          return value === undefined ? [] : [[`Mcp-Param-${header}`, headerValue(value)]];
        }),
      ),
    };
  }

  /** Hands on one message; true where it is the answer to the request. A line's end inside JSON is only white space. */
  #pass(id: MessageId, text: string): boolean {
    const line = text.replace(/[\r\n]+/g, " ").trim();
    if (line === "") return false;
    const got = parseMessage(line);
    const answer = got.ok && got.value.kind === "one" && got.value.message.method === null ? got.value.message : null;
    if (answer?.id === id && this.#lists.has(id) && answer.result !== null) this.#learn(answer.result);
    this.#parts.toClient(line);
    return answer?.id === id;
  }

  /** An error of the server's own is handed on; one without the request's id gets it, so that the client can place it. */
  async #passError(id: MessageId, response: Response): Promise<void> {
    const said = parseObject(await bodyOf(response));
    const error = said === undefined ? null : objectIn(said, "error");
    if (error === null) throw new Error(`it says ${response.status} ${response.statusText}`.trim());
    this.#parts.toClient(JSON.stringify({ jsonrpc: "2.0", id, error }));
  }

  #learn(result: JsonObject): void {
    for (const tool of objectsIn(result, "tools"))
      this.#headersOf.set(textIn(tool, "name") ?? "", paramHeaders(objectIn(tool, "inputSchema") ?? {}, []));
  }
}

const NAMED: ReadonlySet<string> = new Set(["tools/call", "resources/read", "prompts/get"]);
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Only what is reached by properties alone counts. */
function paramHeaders(schema: JsonObject, path: readonly string[]): readonly ParamHeader[] {
  return Object.entries(objectIn(schema, "properties") ?? {}).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const header = textIn(property, "x-mcp-header");
    const own = header !== null && TOKEN.test(header) ? [{ path: [...path, name], header }] : [];
    return [...own, ...paramHeaders(property, [...path, name])];
  });
}

function valueAt(given: JsonObject, path: readonly string[]): string | undefined {
  let value: Json | undefined = given;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number"
    ? String(value)
    : undefined;
}

/** As it is where a header may hold it, else encoded and marked as such. */
const headerValue = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;

async function bodyOf(response: Response): Promise<string> {
  const text = await response.text();
  if (text.length > MAX_BODY_CHARS) throw new Error("its answer is longer than any message may be");
  return text;
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

// The data of server-sent events, one text an event. Comments and every other field are passed over.

const MAX_EVENT_CHARS = 256_000_000;

/** Rejects when the stream breaks, or an event is longer than any message may be. */
export async function* eventsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > MAX_EVENT_CHARS) throw new Error("an event is longer than any message may be");
    // An event ends with an empty line; a carriage return at the end may be half of a line's end.
    const events = rest.replace(/\r\n|\r(?!$)/g, "\n").split("\n\n");
    rest = events.pop() ?? "";
    yield* events.map(dataOf).filter((data) => data !== "");
  }
}

const dataOf = (event: string): string =>
  event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).replace(/^ /, ""))
    .join("\n");
