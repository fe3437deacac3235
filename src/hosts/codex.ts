/**
 * Codex CLI (checked against 0.166.0). Its schema is strict: one key too many and the answer is void, and the call runs.
 * `PreToolUse` can only deny, so nobody can be asked there; `PermissionRequest` comes where the person or a reviewer would
 * decide, and silence leaves it to them.
 */
import type { JsonObject } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { assertNever, fail, ok, type Result } from "../contract/result.ts";
import { actionOf, occasionOf, permissionOutput, preToolUseOutput, prompt, refuseAsClaude } from "./claude-code.ts";
import { textIn } from "./fields.ts";
import { type Answer, type Host, type HostEvent, SILENCE, said } from "./host.ts";
import { toldAgent } from "./message.ts";
import { fromCodex } from "./transcripts/codex.ts";

export const codex: Host = {
  name: "codex",
  title: "Codex CLI",
  read,
  answer: (event, decision) =>
    event.event === "PermissionRequest" ? permissionRequest(decision) : preToolUse(decision),
  refuse: refuseAsClaude,
  warn: (_event, text) => said({ systemMessage: text }),
  transcript: fromCodex,
};

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "hook_event_name");
  if (event === null) return fail("the event has no hook_event_name");
  const known = ["PreToolUse", "PermissionRequest", "PostToolUse", "UserPromptSubmit", "SessionStart"];
  if (!known.includes(event)) return ok({ kind: "other", event });
  const occasion = occasionOf(input, event);
  if (!occasion.ok) return occasion;
  const at = occasion.value;
  if (event === "SessionStart") return ok({ ...at, kind: "started" });
  if (event === "UserPromptSubmit") {
    // Its `bypassPermissions` is every run without approvals, `exec` among them: nothing to warn of.
    const said = prompt(input, at);
    return ok(said.kind === "said" ? { ...said, warning: null } : said);
  }
  const action = actionOf(input, at, "codex");
  if (!action.ok) return action;
  if (event === "PostToolUse") return ok({ ...at, kind: "ran", action: action.value });
  const nobody = event === "PreToolUse" || action.value.headless === true;
  return ok({ ...at, kind: "call", action: { ...action.value, headless: nobody } });
}

function preToolUse(decision: Decision): Answer {
  return decision.behavior === "allow" ? SILENCE : said(preToolUseOutput("deny", toldAgent(decision)));
}

function permissionRequest(decision: Decision): Answer {
  switch (decision.behavior) {
    case "allow":
      return said(permissionOutput({ behavior: "allow" }));
    case "ask":
      return SILENCE;
    case "deny":
    case "abort":
      return said(permissionOutput({ behavior: "deny", message: toldAgent(decision) }));
    default:
      return assertNever(decision.behavior);
  }
}
