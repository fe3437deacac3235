/** What the proxy answers in the server's place. */
import { resultFor } from "./mcp-eras.ts";
import { errorLine, type Message, type MessageId, resultLine } from "./message.ts";
import type { ToolChange } from "./pins.ts";

/** Outside what JSON-RPC and the protocol keep for themselves. */
const REFUSED = 403;

/** Of a tool call, a result the model can read; of anything else, an error. */
export function refusalLine(id: MessageId, { method, params }: Message, why: string): string {
  if (method !== "tools/call") return errorLine(id, REFUSED, why);
  return resultLine(id, resultFor(params, { content: [{ type: "text", text: why }], isError: true }));
}

export const changedMessage = (server: string, { tool }: ToolChange): string =>
  `what the server "${server}" says of its tool "${tool}" is not what it said when the tool was first used; the person can read it and accept it with: sallyport mcp --accept --name ${server}`;
