/** Claude Code's events and answers. */
import type { JsonObject } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import { assertNever, fail, ok, type Result } from "../../contract/result.ts";
import {
  actionOf,
  occasionOf,
  permissionOutput,
  preToolUseOutput,
  promptIn,
  refuseAsClaude,
} from "../claude-protocol.ts";
import {
  answerWith,
  type CallEvent,
  type HookAnswer,
  type HostEvent,
  type HostProtocol,
  SILENCE,
  saidAt,
} from "../host.ts";
import { pathIn, textIn } from "../json.ts";
import { messageForAgent, messageForPerson } from "../message.ts";

const BYPASS_WARNING =
  "Sallyport ignores the mode bypassPermissions and judges every call; but should its hook ever fail, nothing would stand between the agent and the machine. Run in the mode default or dontAsk.";

/** Questions to the person: an allow in their name would be an answer nobody gave. */
const PERSONS_OWN: ReadonlySet<string> = new Set(["AskUserQuestion", "ExitPlanMode"]);

const EVENTS: ReadonlySet<string> = new Set([
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "UserPromptSubmit",
  "SessionStart",
  "SubagentStop",
]);

export const claudeCodeProtocol: HostProtocol = {
  read,
  answer: (event, decision, joined) =>
    event.event === "PermissionRequest" ? answerPermissionRequest(event, decision, joined) : answerPreToolUse(decision),
  refuse: refuseAsClaude,
  warn: (_event, text) => answerWith({ systemMessage: text }),
};

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "hook_event_name");
  if (event === null) return fail("the event has no hook_event_name");
  if (!EVENTS.has(event)) return ok({ kind: "other", event });
  const occasion = occasionOf(input, event);
  if (!occasion.ok) return occasion;
  const at = occasion.value;
  switch (event) {
    case "UserPromptSubmit": {
      const bypasses = textIn(input, "permission_mode") === "bypassPermissions";
      return ok(saidAt(at, promptIn(input), bypasses ? BYPASS_WARNING : null));
    }
    case "SessionStart":
      return ok({ ...at, kind: "started" });
    case "SubagentStop":
      return ok({ ...at, kind: "finished", agentRecord: pathIn(input, "agent_transcript_path") });
    default: {
      const action = actionOf(input, at, "claude-code");
      if (!action.ok) return action;
      return ok({ ...at, kind: event === "PostToolUse" ? "ran" : "call", action: action.value });
    }
  }
}

function answerPreToolUse(decision: Decision): HookAnswer {
  switch (decision.behavior) {
    case "allow":
      return answerWith(preToolUseOutput("allow", `Sallyport (${decision.by}): ${decision.reason}`));
    case "ask":
      return answerWith(preToolUseOutput("ask", messageForPerson(decision)));
    case "deny":
      return answerWith(preToolUseOutput("deny", messageForAgent(decision)));
    case "abort": {
      const reason = messageForAgent(decision);
      return answerWith({ ...preToolUseOutput("deny", reason), continue: false, stopReason: reason });
    }
    default:
      return assertNever(decision.behavior);
  }
}

/**
 * The event comes when the host is about to ask the person. Where we asked for that, or allowed and the host wants the person
 * all the same, silence leaves the question to them.
 */
function answerPermissionRequest(event: CallEvent, decision: Decision, joined: boolean): HookAnswer {
  switch (decision.behavior) {
    case "allow":
      if (joined || PERSONS_OWN.has(event.action.tool)) return SILENCE;
      return answerWith(permissionOutput({ behavior: "allow" }));
    case "ask":
      return SILENCE;
    case "deny":
      return answerWith(permissionOutput({ behavior: "deny", message: messageForAgent(decision) }));
    case "abort":
      return answerWith(permissionOutput({ behavior: "deny", message: messageForAgent(decision), interrupt: true }));
    default:
      return assertNever(decision.behavior);
  }
}
