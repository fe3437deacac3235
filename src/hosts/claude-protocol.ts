/** Claude Code's hook protocol, as far as those who copied it share it: events in, answers out. */
import type { Action, JsonObject } from "../contract/action.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { answerWith, blockWith, type HookAnswer, type Occasion } from "./host.ts";
import { objectIn, pathIn, textIn } from "./json.ts";
import { faultMessage, unheardMessage } from "./message.ts";
import { personsWords } from "./person.ts";

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

/** The event also comes for scheduled tasks and relayed messages; what the host marks, or what is only markup, is no person's: "". */
export function promptIn(input: JsonObject): string {
  const kind = objectIn(input, "origin")?.kind;
  return kind === undefined || kind === "human" ? personsWords(textIn(input, "prompt") ?? "") : "";
}

export function refuseAsClaude(event: string | null, why: string): HookAnswer {
  const reason = faultMessage(why);
  switch (event) {
    case "PreToolUse":
      return answerWith(preToolUseOutput("deny", reason));
    case "PermissionRequest":
      return answerWith(permissionOutput({ behavior: "deny", message: reason }));
    case "UserPromptSubmit":
      return answerWith({ decision: "block", reason: unheardMessage(why) });
    case null:
      return blockWith(preToolUseOutput("deny", reason), reason);
    default:
      return answerWith({ systemMessage: reason });
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
