/** Claude Code (hooks checked against 2.1.197). */
import type { Action, JsonObject } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { assertNever, fail, ok, type Result } from "../contract/result.ts";
import { personsWords } from "../judge/sources/parts.ts";
import { objectIn, pathIn, textIn } from "./fields.ts";
import { type Answer, type CallEvent, type Host, type HostEvent, type Occasion, SILENCE, said } from "./host.ts";
import { toldAgent, toldFault, toldPerson, toldUnheard } from "./message.ts";
import { fromClaudeCode } from "./transcripts/claude-code.ts";

export const BYPASS_WARNING =
  "Sallyport ignores the mode bypassPermissions and judges every call; but should its hook ever fail, nothing would stand between the agent and the machine. Run in the mode default or dontAsk.";

/** Questions to the person: an allow in their name would be an answer nobody gave. */
const PERSONS_OWN: ReadonlySet<string> = new Set(["AskUserQuestion", "ExitPlanMode"]);

export const claudeCode: Host = {
  name: "claude-code",
  title: "Claude Code",
  read,
  answer: (event, decision, joined) =>
    event.event === "PermissionRequest" ? permissionRequest(event, decision, joined) : preToolUse(decision),
  refuse: refuseAsClaude,
  warn: (_event, text) => said({ systemMessage: text }),
  transcript: fromClaudeCode,
};

/** Claude Code's words for a fault; Codex has the same. */
export function refuseAsClaude(event: string | null, why: string): Answer {
  const reason = toldFault(why);
  switch (event) {
    case "PreToolUse":
      return said(preToolUseOutput("deny", reason));
    case "PermissionRequest":
      return said(permissionOutput({ behavior: "deny", message: reason }));
    case "UserPromptSubmit":
      return said({ decision: "block", reason: toldUnheard(why) });
    case null:
      return { stdout: preToolUseOutput("deny", reason), stderr: reason, exit: 2 };
    default:
      return said({ systemMessage: reason });
  }
}

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "hook_event_name");
  if (event === null) return fail("the event has no hook_event_name");
  const known = ["PreToolUse", "PermissionRequest", "PostToolUse", "UserPromptSubmit", "SessionStart", "SubagentStop"];
  if (!known.includes(event)) return ok({ kind: "other", event });
  const occasion = occasionOf(input, event);
  if (!occasion.ok) return occasion;
  const at = occasion.value;
  switch (event) {
    case "UserPromptSubmit":
      return ok(prompt(input, at));
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

/** Session, directory and record, as Claude Code and those who copied its protocol name them. */
export function occasionOf(input: JsonObject, event: string): Result<Occasion> {
  const session = textIn(input, "session_id");
  const cwd = pathIn(input, "cwd");
  if (session === null) return fail(`${event} has no session_id`);
  if (cwd === null) return fail(`${event} has no absolute cwd`);
  return ok({ event, session, cwd, record: pathIn(input, "transcript_path") });
}

/** Of the host's mode only this is taken over: plan is honoured, dontAsk means that nobody is there to ask. */
export function actionOf(input: JsonObject, at: Occasion, host: string): Result<Action> {
  const tool = textIn(input, "tool_name");
  const toolInput = objectIn(input, "tool_input");
  if (tool === null) return fail(`${at.event} has no tool_name`);
  if (toolInput === null) return fail(`${at.event} has no tool_input`);
  const mode = textIn(input, "permission_mode");
  const toolUseId = textIn(input, "tool_use_id");
  return ok({
    tool,
    input: toolInput,
    cwd: at.cwd,
    host,
    session: at.session,
    event: at.event,
    ...(toolUseId === null ? {} : { toolUseId }),
    ...(mode === "plan" ? { mode } : {}),
    ...(mode === "dontAsk" ? { headless: true } : {}),
  });
}

/** The event also comes for scheduled tasks and relayed messages; what the host marks, or what is only markup, is no person's. */
export function prompt(input: JsonObject, at: Occasion): HostEvent {
  const kind = objectIn(input, "origin")?.kind;
  const text = personsWords(textIn(input, "prompt") ?? "");
  const warning = textIn(input, "permission_mode") === "bypassPermissions" ? BYPASS_WARNING : null;
  if (text === "" || (kind !== undefined && kind !== "human")) return { kind: "other", event: at.event };
  return { ...at, kind: "said", text, warning };
}

function preToolUse(decision: Decision): Answer {
  switch (decision.behavior) {
    case "allow":
      return said(preToolUseOutput("allow", `Sallyport (${decision.by}): ${decision.reason}`));
    case "ask":
      return said(preToolUseOutput("ask", toldPerson(decision)));
    case "deny":
      return said(preToolUseOutput("deny", toldAgent(decision)));
    case "abort":
      return said({
        ...preToolUseOutput("deny", toldAgent(decision)),
        continue: false,
        stopReason: toldAgent(decision),
      });
    default:
      return assertNever(decision.behavior);
  }
}

/**
 * The event comes when the host is about to ask the person. Where we asked for that, or allowed and the host wants the person
 * all the same, silence leaves the question to them.
 */
function permissionRequest(event: CallEvent, decision: Decision, joined: boolean): Answer {
  switch (decision.behavior) {
    case "allow":
      if (joined || PERSONS_OWN.has(event.action.tool)) return SILENCE;
      return said(permissionOutput({ behavior: "allow" }));
    case "ask":
      return SILENCE;
    case "deny":
      return said(permissionOutput({ behavior: "deny", message: toldAgent(decision) }));
    case "abort":
      return said(permissionOutput({ behavior: "deny", message: toldAgent(decision), interrupt: true }));
    default:
      return assertNever(decision.behavior);
  }
}

export const preToolUseOutput = (
  permissionDecision: "allow" | "deny" | "ask",
  permissionDecisionReason: string,
): JsonObject => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason },
});

export const permissionOutput = (decision: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
});
