/**
 * Qwen Code's events and answers: Claude Code's, with names of its own. An event does not say whether anybody is there, so nobody
 * is asked: what would be asked is denied, and the person approves it.
 */
import { isAllow } from "../../contract/allow.ts";
import { preToolUseOutput, readAsClaude, refuseAsClaude, warnAsClaude } from "../claude-protocol.ts";
import { answerWith, type HostProtocol } from "../host.ts";
import { textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";

const IDLE: ReadonlySet<string> = new Set([
  ...["PostToolUse", "PostToolUseFailure", "PostToolBatch", "Stop", "StopFailure", "SessionEnd", "Notification"],
  ...["SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "PermissionDenied", "TodoCreated", "TodoCompleted"],
]);

export const qwenProtocol: HostProtocol = {
  read: readAsClaude({
    host: "qwen",
    events: { PreToolUse: "call", UserPromptSubmit: "said", SessionStart: "started" },
    idle: IDLE,
    // Its own id of the event is made up; the call's is the one of its session file.
    action: (action, input) => {
      const toolUseId = textIn(input, "tool_call_id") ?? action.toolUseId;
      return { ...action, headless: true, ...(toolUseId === undefined ? {} : { toolUseId }) };
    },
  }),
  answer: (_event, { decision }) => {
    if (isAllow(decision))
      return answerWith(preToolUseOutput("allow", `Sallyport (${decision.by}): ${decision.reason}`));
    const reason = messageForAgent(decision);
    const ends = decision.behavior === "abort" ? { continue: false, stopReason: reason } : {};
    return answerWith({ ...preToolUseOutput("deny", reason), ...ends });
  },
  refuse: refuseAsClaude,
  warn: warnAsClaude,
};
