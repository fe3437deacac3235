/**
 * Between an MCP client and a server: `tools/call` is judged first, everything else passes as it came. A denial is a tool result
 * the model can read. Calls are judged side by side; one that is cancelled meanwhile never reaches the server.
 */
import { messageOf } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import { objectIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent } from "../message.ts";
import { nameMcpTool } from "../names.ts";
import { errorLine, type Message, type MessageId, parseMessage, resultLine } from "./message.ts";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

export interface McpProxyParts {
  readonly gate: Pick<Gate, "check" | "shadow">;
  /** The name under which rules know the server. */
  readonly server: string;
  readonly session: string;
  readonly cwd: string;
  readonly toClient: (line: string) => void;
  readonly toServer: (line: string) => void;
}

export interface McpProxy {
  /** A line from the client. Resolves when it is passed on or answered. */
  readonly fromClient: (line: string) => Promise<void>;
}

export function mcpProxy({ gate, server, session, cwd, toClient, toServer }: McpProxyParts): McpProxy {
  const pending = new Map<MessageId, AbortController>();

  async function fromClient(line: string): Promise<void> {
    const got = parseMessage(line);
    if (!got.ok) return toClient(errorLine(null, PARSE_ERROR, `Sallyport: the message is ${got.error}`));
    if (got.value.kind === "batch") return passBatch(got.value.messages, line);
    const { message } = got.value;
    if (message.method === "tools/call") return judgeCall(message, line);
    if (message.method === "notifications/cancelled" && cancel(message)) return;
    toServer(line);
  }

  async function judgeCall(message: Message, line: string): Promise<void> {
    const { id, params } = message;
    const name = textIn(params, "name");
    // A call without an id asks for no answer; nothing could be told, and nothing would be judged in time.
    if (id === null) return;
    if (name === null || pending.has(id))
      return toClient(errorLine(id, INVALID_PARAMS, "Sallyport: the call has no name, or its id is in use"));
    const stop = new AbortController();
    pending.set(id, stop);
    const tool = nameMcpTool("mcp", name, { server, tool: name });
    const action = { tool, input: objectIn(params, "arguments") ?? {}, cwd, session, headless: true };
    const answer = await gate
      .check(action, { signal: stop.signal })
      .then((decision) => (decision.behavior === "allow" || gate.shadow ? null : messageForAgent(decision)))
      .catch((error: unknown) => faultMessage(messageOf(error)));
    pending.delete(id);
    if (stop.signal.aborted) return;
    if (answer === null) toServer(line);
    else toClient(resultLine(id, { content: [{ type: "text", text: answer }], isError: true }));
  }

  /** True when the call was still being judged: the server has never heard of it. */
  function cancel({ params }: Message): boolean {
    const id = params.requestId;
    const stop = typeof id === "string" || typeof id === "number" ? pending.get(id) : undefined;
    stop?.abort();
    return stop !== undefined;
  }

  /** Several messages at once are passed on only if none of them is a call. */
  function passBatch(messages: readonly Message[], line: string): void {
    if (!messages.some(({ method }) => method === "tools/call")) {
      toServer(line);
      return;
    }
    for (const { id, method } of messages)
      if (id !== null && method !== null)
        toClient(errorLine(id, INVALID_REQUEST, "Sallyport: send tool calls one by one"));
  }

  return { fromClient };
}
