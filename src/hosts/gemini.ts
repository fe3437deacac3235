/**
 * Gemini CLI (checked against 0.61.0). `ask` in a run without a terminal hangs, and an event does not say which run it is, so
 * nobody is asked; `allow` does not skip the host's own confirmation.
 */
import type { JsonObject } from "../contract/action.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { personsWords } from "../judge/sources/parts.ts";
import { actionOf, occasionOf } from "./claude-code.ts";
import { objectIn, textIn } from "./fields.ts";
import { type Host, type HostEvent, said } from "./host.ts";
import { toldAgent, toldFault, toldUnheard } from "./message.ts";
import { translate } from "./names/index.ts";
import { fromGemini } from "./transcripts/gemini.ts";

export const gemini: Host = {
  name: "gemini",
  title: "Gemini CLI",
  read,
  answer: (_event, decision) => {
    if (decision.behavior === "allow") return said({ decision: "allow", reason: decision.reason });
    const reason = toldAgent(decision);
    const ends = decision.behavior === "abort" ? { continue: false, stopReason: reason } : {};
    return said({ decision: "deny", reason, ...ends });
  },
  refuse: (event, why) => {
    const reason = toldFault(why);
    if (event === "BeforeTool") return said({ decision: "deny", reason });
    if (event === "BeforeAgent") return said({ decision: "deny", reason: toldUnheard(why) });
    if (event === null) return { stdout: { decision: "deny", reason }, stderr: reason, exit: 2 };
    return said({ systemMessage: reason });
  },
  warn: (_event, text) => said({ systemMessage: text }),
  transcript: fromGemini,
};

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "hook_event_name");
  if (event === null) return fail("the event has no hook_event_name");
  if (!["BeforeTool", "BeforeAgent", "SessionStart"].includes(event)) return ok({ kind: "other", event });
  const occasion = occasionOf(input, event);
  if (!occasion.ok) return occasion;
  const at = occasion.value;
  if (event === "SessionStart") return ok({ ...at, kind: "started" });
  if (event === "BeforeAgent") {
    const text = personsWords(textIn(input, "prompt") ?? "");
    return ok(text === "" ? { kind: "other", event } : { ...at, kind: "said", text, warning: null });
  }
  const action = actionOf(input, at, "gemini");
  if (!action.ok) return action;
  return ok({
    ...at,
    kind: "call",
    action: { ...action.value, tool: toolName(input, action.value.tool), headless: true },
  });
}

/** The server and the tool as the host knows them, rather than taken apart from `mcp_server_tool`. */
function toolName(input: JsonObject, name: string): string {
  const context = objectIn(input, "mcp_context");
  const server = context === null ? null : textIn(context, "server_name");
  const tool = context === null ? null : textIn(context, "tool_name");
  return server === null || tool === null ? name : translate("gemini", name, {}, { server, tool }).tool;
}
