/**
 * Gemini CLI's events and answers. `ask` in a run without a terminal hangs, and an event does not say which run it is, so
 * nobody is asked; `allow` does not skip the host's own confirmation.
 */
import type { JsonObject } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { actionOf, occasionOf } from "../claude-protocol.ts";
import { answerWith, blockWith, type HookAnswer, type HostEvent, type HostProtocol, saidAt } from "../host.ts";
import { objectIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent, unheardMessage } from "../message.ts";
import { nameMcpTool } from "../names.ts";
import { personsWords } from "../person.ts";

const EVENTS: ReadonlySet<string> = new Set(["BeforeTool", "BeforeAgent", "SessionStart"]);

export const geminiProtocol: HostProtocol = {
  read,
  answer: (_event, decision) => answer(decision),
  refuse: (event, why) => {
    const reason = faultMessage(why);
    if (event === "BeforeTool") return answerWith({ decision: "deny", reason });
    if (event === "BeforeAgent") return answerWith({ decision: "deny", reason: unheardMessage(why) });
    return event === null ? blockWith({ decision: "deny", reason }, reason) : answerWith({ systemMessage: reason });
  },
  warn: (_event, text) => answerWith({ systemMessage: text }),
};

function answer(decision: Decision): HookAnswer {
  if (decision.behavior === "allow") return answerWith({ decision: "allow", reason: decision.reason });
  const reason = messageForAgent(decision);
  const ends = decision.behavior === "abort" ? { continue: false, stopReason: reason } : {};
  return answerWith({ decision: "deny", reason, ...ends });
}

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "hook_event_name");
  if (event === null) return fail("the event has no hook_event_name");
  if (!EVENTS.has(event)) return ok({ kind: "other", event });
  const occasion = occasionOf(input, event);
  if (!occasion.ok) return occasion;
  const at = occasion.value;
  if (event === "SessionStart") return ok({ ...at, kind: "started" });
  if (event === "BeforeAgent") return ok(saidAt(at, personsWords(textIn(input, "prompt") ?? "")));
  const action = actionOf(input, at, "gemini");
  if (!action.ok) return action;
  const tool = toolName(input, action.value.tool);
  return ok({ ...at, kind: "call", action: { ...action.value, tool, headless: true } });
}

/** The server and the tool as the host knows them, rather than taken apart from `mcp_server_tool`. */
function toolName(input: JsonObject, name: string): string {
  const context = objectIn(input, "mcp_context") ?? {};
  const server = textIn(context, "server_name");
  const tool = textIn(context, "tool_name");
  return server === null || tool === null ? name : nameMcpTool("gemini", name, { server, tool });
}
