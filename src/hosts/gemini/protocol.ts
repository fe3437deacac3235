/**
 * Gemini CLI's events and answers. `ask` in a run without a terminal hangs, and an event does not say which run it is, so
 * nobody is asked; `allow` does not skip the host's own confirmation.
 */

import type { JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import { readAsClaude, tellAt, warnAsClaude } from "../claude-protocol.ts";
import { answerWith, type HostProtocol, refuseEvent, rewritten } from "../host.ts";
import { objectIn, textIn } from "../json.ts";
import { messageForAgent, unheardMessage } from "../message.ts";
import { nameMcpTool } from "../names.ts";

const IDLE: ReadonlySet<string> = new Set([
  ...["AfterAgent", "BeforeModel", "AfterModel", "BeforeToolSelection"],
  ...["SessionEnd", "Notification", "PreCompress"],
]);

export const geminiProtocol: HostProtocol = {
  read: readAsClaude({
    host: "gemini",
    events: { BeforeTool: "call", AfterTool: "ran", BeforeAgent: "said", SessionStart: "started" },
    idle: IDLE,
    action: (action, input) => ({ ...action, tool: toolName(input, action.tool), headless: true }),
  }),
  answer: (event, judgement) => {
    const { decision } = judgement;
    const input = rewritten(event, judgement);
    const changed =
      input === undefined ? {} : { hookSpecificOutput: { hookEventName: event.event, tool_input: input } };
    if (isAllow(decision)) return answerWith({ decision: "allow", reason: decision.reason, ...changed });
    const reason = messageForAgent(decision);
    const ends = decision.behavior === "abort" ? { continue: false, stopReason: reason } : {};
    return answerWith({ decision: "deny", reason, ...ends });
  },
  refuse: (event, why) => {
    if (event === "BeforeAgent") return answerWith({ systemMessage: unheardMessage(why) });
    return refuseEvent(event, why, (reason) =>
      event === null || event === "BeforeTool" ? { decision: "deny", reason } : { systemMessage: reason },
    );
  },
  warn: warnAsClaude,
  tellAgent: tellAt("AfterTool", "BeforeAgent"),
};

/** The server and the tool as the host knows them, rather than taken apart from `mcp_server_tool`. */
function toolName(input: JsonObject, name: string): string {
  const context = objectIn(input, "mcp_context") ?? {};
  const server = textIn(context, "server_name");
  const tool = textIn(context, "tool_name");
  return server === null || tool === null ? name : nameMcpTool("gemini", name, { server, tool });
}
