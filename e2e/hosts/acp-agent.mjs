// A tiny agent made with the official SDK: asks permission for the command in its prompt and tells what it was answered.
import { Readable, Writable } from "node:stream";
import { agent, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";

let calls = 0;
agent()
  .onRequest("initialize", () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest("session/new", () => ({ sessionId: "session-1" }))
  .onRequest("session/prompt", async ({ params, client }) => {
    const { sessionId } = params;
    const command = params.prompt.map((block) => (block.type === "text" ? block.text : "")).join("");
    // `terminal: COMMAND` and `write: PATH` are asked of the editor without a question before.
    const [, kind, what = ""] = /^(terminal|write): (.*)$/.exec(command) ?? [];
    if (kind !== undefined) {
      const work =
        kind === "terminal"
          ? client.request("terminal/create", { sessionId, command: what, args: [] })
          : client.request("fs/write_text_file", { sessionId, path: what, content: "x" });
      const text = await work.then(
        () => "done",
        (error) => `refused: ${error.message}`,
      );
      await client.notify("session/update", {
        sessionId,
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
      });
      return { stopReason: "end_turn" };
    }
    const toolCallId = `call-${calls++}`;
    const toolCall = { toolCallId, title: command, kind: "execute", status: "pending", rawInput: { command } };
    const say = (update) => client.notify("session/update", { sessionId, update });
    await say({ sessionUpdate: "tool_call", ...toolCall });
    const { outcome } = await client.request("session/request_permission", {
      sessionId,
      toolCall: { toolCallId },
      options: [
        { optionId: "always", name: "Always", kind: "allow_always" },
        { optionId: "once", name: "Once", kind: "allow_once" },
        { optionId: "no", name: "No", kind: "reject_once" },
      ],
    });
    const text = outcome.outcome === "selected" ? outcome.optionId : outcome.outcome;
    await say({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: `answered: ${text}` } });
    return { stopReason: "end_turn" };
  })
  .onRequest("session/set_mode", () => ({}))
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
