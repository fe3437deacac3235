/**
 * Codex CLI's events and answers. Its schema is strict: one key too many and the answer is void, and the call runs.
 * `PreToolUse` can only deny, so nobody can be asked there; `PermissionRequest` comes where the person or a reviewer would
 * decide, and silence leaves it to them.
 */
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
import { answerWith, type HookAnswer, type HostEvent, type HostProtocol, SILENCE, saidAt } from "../host.ts";
import { textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";

const EVENTS: ReadonlySet<string> = new Set([
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "UserPromptSubmit",
  "SessionStart",
]);

export const codexProtocol: HostProtocol = {
  read,
  answer: (event, decision) =>
    event.event === "PermissionRequest" ? answerPermissionRequest(decision) : answerPreToolUse(decision),
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
  if (event === "SessionStart") return ok({ ...at, kind: "started" });
  // Its `bypassPermissions` is every run without approvals, `exec` among them: nothing to warn of.
  if (event === "UserPromptSubmit") return ok(saidAt(at, promptIn(input)));
  const action = actionOf(input, at, "codex");
  if (!action.ok) return action;
  if (event === "PostToolUse") return ok({ ...at, kind: "ran", action: action.value });
  const headless = event === "PreToolUse" || action.value.headless === true;
  return ok({ ...at, kind: "call", action: { ...action.value, headless } });
}

function answerPreToolUse(decision: Decision): HookAnswer {
  return decision.behavior === "allow" ? SILENCE : answerWith(preToolUseOutput("deny", messageForAgent(decision)));
}

function answerPermissionRequest(decision: Decision): HookAnswer {
  switch (decision.behavior) {
    case "allow":
      return answerWith(permissionOutput({ behavior: "allow" }));
    case "ask":
      return SILENCE;
    case "deny":
    case "abort":
      return answerWith(permissionOutput({ behavior: "deny", message: messageForAgent(decision) }));
    default:
      return assertNever(decision.behavior);
  }
}
