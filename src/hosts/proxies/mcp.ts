/**
 * Between an MCP client and a server: what makes the server act or read is judged first, everything else passes as it came. A
 * denial is a tool result the model can read. Calls are judged side by side; one that is cancelled meanwhile never reaches the
 * server.
 */
import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import { isObject, textIn } from "../json.ts";
import { faultMessage, messageForAgent } from "../message.ts";
import { nameMcpTool } from "../names.ts";
import { probeLine } from "./mcp-probe.ts";
import { errorLine, foldName, isDisguised, type Message, type MessageId, parseMessage, resultLine } from "./message.ts";
import type { ToolPins } from "./pins.ts";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;
const REFUSED = -32_000;

const JUDGED: ReadonlySet<string> = new Set(["tools/call", "resources/read", "resources/subscribe"]);

export interface McpProxyParts {
  readonly gate: Pick<Gate, "check" | "probe" | "shadow">;
  /** The name under which rules know the server. */
  readonly server: string;
  readonly session: string;
  readonly cwd: string;
  readonly pins: ToolPins;
  readonly toClient: (line: string) => void;
  readonly toServer: (line: string) => void;
}

export interface McpProxy {
  /** A line from the client. Resolves when it is passed on or answered. */
  readonly fromClient: (line: string) => Promise<void>;
  /** A line from the server: passed on as it came, or with a warning where the probe found something in a result. */
  readonly fromServer: (line: string) => Promise<void>;
}

type Spoken = Pick<Action, "tool" | "input">;

export function mcpProxy(parts: McpProxyParts): McpProxy {
  const proxy = new JudgingProxy(parts);
  return {
    fromClient: (line) => proxy.fromClient(line),
    fromServer: (line) => proxy.fromServer(line),
  };
}

class JudgingProxy {
  readonly #parts: McpProxyParts;
  readonly #pending = new Map<MessageId, AbortController>();
  /** The calls that went through here: all a proxy ever hears of the conversation. */
  readonly #turns: Turn[] = [];
  /** Questions for the server's tools, by their ids. */
  readonly #lists = new Set<MessageId>();
  /** Calls the server is working on. */
  readonly #running = new Map<MessageId, Action>();

  constructor(parts: McpProxyParts) {
    this.#parts = parts;
  }

  async fromClient(line: string): Promise<void> {
    const got = parseMessage(line);
    if (!got.ok) this.#refuse(null, PARSE_ERROR, `the message is ${got.error}`);
    else if (got.value.kind === "batch") this.#passBatch(got.value.messages, line);
    else await this.#passOne(got.value.message, line);
  }

  async fromServer(line: string): Promise<void> {
    const got = this.#lists.size === 0 ? undefined : parseMessage(line);
    if (got?.ok === true && got.value.kind === "one") this.#hearServer(got.value.message);
    this.#parts.toClient(
      this.#running.size === 0 ? line : await probeLine(line, (id) => this.#take(id), this.#parts.gate),
    );
  }

  /** The call a result answers: told once. */
  #take(id: MessageId): Action | undefined {
    const action = this.#running.get(id);
    this.#running.delete(id);
    return action;
  }

  #hearServer({ id, method, result }: Message): void {
    if (method === null && id !== null && this.#lists.delete(id) && result !== null) this.#parts.pins.hear(result);
  }

  #refuse(id: MessageId | null, code: number, why: string): void {
    this.#parts.toClient(errorLine(id, code, `Sallyport: ${why}`));
  }

  async #passOne(message: Message, line: string): Promise<void> {
    const { id, method } = message;
    if (method !== null && isDisguised(method, JUDGED))
      return this.#refuse(id, INVALID_REQUEST, `"${method}" is not how this method is spelt`);
    // A request without an id asks for no answer; nothing could be told, and nothing would be judged in time.
    if (method !== null && JUDGED.has(method)) return id === null ? undefined : this.#judge(id, message, line);
    if (method === "tools/list" && id !== null) this.#lists.add(id);
    if (method === "notifications/cancelled" && this.#cancel(message)) return;
    this.#parts.toServer(line);
  }

  async #judge(id: MessageId, message: Message, line: string): Promise<void> {
    const spoken = readRequest(message, this.#parts.server);
    if (!spoken.ok) return this.#refuse(id, INVALID_PARAMS, spoken.error);
    if (this.#pending.has(id)) return this.#refuse(id, INVALID_PARAMS, "its id is in use");
    const stop = new AbortController();
    this.#pending.set(id, stop);
    const refusal = (await this.#ask(id, spoken.value, stop.signal)) ?? this.#changedTool(message);
    this.#pending.delete(id);
    const { session, cwd } = this.#parts;
    if (refusal === null && !stop.signal.aborted)
      this.#running.set(id, { ...spoken.value, session, cwd, toolUseId: callId(id) });
    if (!stop.signal.aborted) this.#answer(id, message, { line, refusal });
  }

  #answer(id: MessageId, { method }: Message, { line, refusal }: { line: string; refusal: string | null }): void {
    const { toClient, toServer } = this.#parts;
    if (refusal === null) toServer(line);
    else if (method === "tools/call")
      toClient(resultLine(id, { content: [{ type: "text", text: refusal }], isError: true }));
    else toClient(errorLine(id, REFUSED, refusal));
  }

  /** Why it is refused, or null. Never rejects. */
  async #ask(id: MessageId, spoken: Spoken, signal: AbortSignal): Promise<string | null> {
    const { gate, cwd, session } = this.#parts;
    try {
      const transcript = [...this.#turns];
      const decision = await gate.check({ ...spoken, transcript, cwd, session, headless: true }, { signal });
      if (decision.behavior !== "allow" && !gate.shadow) return messageForAgent(decision);
      this.#turns.push({ ...spoken, id: callId(id) });
      return null;
    } catch (error) {
      return faultMessage(messageOf(error));
    }
  }

  #changedTool({ method, params }: Message): string | null {
    if (method !== "tools/call" || this.#parts.gate.shadow) return null;
    const why = this.#parts.pins.use(textIn(params, "name") ?? "");
    return why === undefined ? null : `Held back by Sallyport: ${why}.`;
  }

  /** True when the call was still being judged: the server has never heard of it. */
  #cancel({ params }: Message): boolean {
    const id = params.requestId;
    const stop = typeof id === "string" || typeof id === "number" ? this.#pending.get(id) : undefined;
    stop?.abort();
    return stop !== undefined;
  }

  /** Several messages at once are passed on only if nothing in them is judged. */
  #passBatch(messages: readonly Message[], line: string): void {
    const isJudged = messages.some(({ method }) => method !== null && JUDGED.has(foldName(method)));
    if (!isJudged) this.#parts.toServer(line);
    for (const { id, method } of isJudged ? messages : [])
      if (id !== null && method !== null) this.#refuse(id, INVALID_REQUEST, "send what is judged one by one");
  }
}

const callId = (id: MessageId): string => `mcp-${id}`;

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "tools/call": ["name", "arguments"],
  "resources/read": ["uri"],
  "resources/subscribe": ["uri"],
};

/** What is judged is what the server will read: a parameter in another case or of another shape is refused. */
function readRequest({ method, params }: Message, server: string): Result<Spoken> {
  const names = PARAMETERS[method ?? ""] ?? [];
  const disguised = Object.keys(params).find((name) => !names.includes(name) && names.includes(foldName(name)));
  if (disguised !== undefined) return fail(`"${disguised}" is not how this parameter is spelt`);
  return method === "tools/call" ? readCall(params, server) : readResource(params, server);
}

function readCall(params: JsonObject, server: string): Result<Spoken> {
  const name = textIn(params, "name");
  if (name === null) return fail("the call has no name");
  const { arguments: given = {} } = params;
  if (!isObject(given)) return fail("the call's arguments are not an object");
  return ok({ tool: nameMcpTool("mcp", name, { server, tool: name }), input: given });
}

function readResource(params: JsonObject, server: string): Result<Spoken> {
  const uri = textIn(params, "uri");
  return uri === null ? fail("the request has no uri") : ok({ tool: "ReadMcpResource", input: { server, uri } });
}
