/**
 * A model on loopback that an agent is tried with: keeps what it was asked, calls the shell once, then answers. Nothing of
 * the trial leaves the machine, and no account is used.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface LoopbackModel {
  readonly url: string;
  /** Bodies of the requests to the model. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

export interface ShellCall {
  readonly tool: string;
  readonly input: object;
}

const ANSWER = "<block>no</block>";

export const openLoopback = async (call: ShellCall): Promise<LoopbackModel> => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const wire = WIRES.find(({ path }) => path.test(request.url ?? ""));
    if (wire === undefined) {
      response.writeHead(200, { "content-type": "application/json" }).end('{"data":[],"models":[]}');
      return;
    }
    asked.push(Buffer.concat(chunks).toString());
    const events = wire.events(asked.length === 1 ? call : null);
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Null: the answer in text. */
const messages = (call: ShellCall | null): readonly StreamEvent[] => {
  const block = call === null ? { type: "text", text: "" } : { type: "tool_use", id: "t1", name: call.tool, input: {} };
  const delta =
    call === null
      ? { type: "text_delta", text: ANSWER }
      : { type: "input_json_delta", partial_json: JSON.stringify(call.input) };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "m1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage };
  return [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: call === null ? "end_turn" : "tool_use" }, usage },
    { type: "message_stop" },
  ];
};

const responses = (call: ShellCall | null): readonly StreamEvent[] => {
  const item =
    call === null
      ? {
          type: "message",
          id: "m1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: ANSWER, annotations: [] }],
        }
      : {
          type: "function_call",
          id: "f1",
          call_id: "c1",
          name: call.tool,
          arguments: JSON.stringify(call.input),
          status: "completed",
        };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const response = { id: "r1", object: "response", status: "completed", output: [item], usage };
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response },
  ];
};

const WIRES = [
  { path: /\/messages(?:\?|$)/, events: messages },
  { path: /\/responses(?:\?|$)/, events: responses },
];
