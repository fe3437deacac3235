/** Cursor's events and answers. */
import type { Action, JsonObject } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import { assertNever, fail, ok, type Result } from "../../contract/result.ts";
import {
  answerWith,
  blockWith,
  type HookAnswer,
  type HostEvent,
  type HostProtocol,
  type Occasion,
  SILENCE,
  saidAt,
} from "../host.ts";
import { isList, pathIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent, messageForPerson, unheardMessage } from "../message.ts";
import { personsWords } from "../person.ts";

export const cursorProtocol: HostProtocol = {
  read,
  answer: (_event, decision) => answer(decision),
  refuse: (event, why) => {
    const reason = faultMessage(why);
    if (event === "beforeSubmitPrompt") return answerWith({ continue: false, user_message: unheardMessage(why) });
    return event === null ? blockWith(output("deny", reason), reason) : answerWith(output("deny", reason));
  },
  warn: () => SILENCE,
};

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "hook_event_name") ?? eventByFields(input);
  if (event === null) return fail("the event has no hook_event_name");
  const cwd = pathIn(input, "cwd") ?? workspaceRoot(input);
  if (cwd === null) return fail(`${event} has neither an absolute cwd nor a workspace root`);
  const session = textIn(input, "conversation_id") ?? `cursor in ${cwd}`;
  const at: Occasion = { event, session, cwd, record: null };
  switch (event) {
    case "beforeShellExecution":
      if (textIn(input, "command") === null) return fail(`${event} has no command`);
      return ok({ ...at, kind: "call", action: actionAt(at, pick(input, ["command", "sandbox"])) });
    case "beforeMCPExecution":
      if (textIn(input, "tool_name") === null) return fail(`${event} has no tool_name`);
      return ok({
        ...at,
        kind: "call",
        action: actionAt(at, pick(input, ["tool_name", "tool_input", "url", "command"])),
      });
    case "beforeSubmitPrompt":
      return ok(saidAt(at, personsWords(textIn(input, "prompt") ?? "")));
    default:
      return ok({ kind: "other", event });
  }
}

/** The table of Cursor's names takes an event for a tool and its fields for the input. */
const actionAt = ({ event, cwd, session }: Occasion, input: JsonObject): Action => ({
  tool: event,
  input,
  cwd,
  host: "cursor",
  session,
  event,
});

function eventByFields(input: JsonObject): string | null {
  if (textIn(input, "tool_name") !== null) return "beforeMCPExecution";
  if (textIn(input, "command") !== null) return "beforeShellExecution";
  return textIn(input, "prompt") === null ? null : "beforeSubmitPrompt";
}

const pick = (input: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));

function workspaceRoot(input: JsonObject): string | null {
  const [root] = isList(input.workspace_roots) ? input.workspace_roots : [];
  return typeof root === "string" && root.startsWith("/") ? root : null;
}

function answer(decision: Decision): HookAnswer {
  switch (decision.behavior) {
    case "allow":
      return answerWith({ permission: "allow" });
    case "ask":
      return answerWith(output("ask", messageForPerson(decision)));
    case "deny":
    case "abort":
      return answerWith(output("deny", messageForAgent(decision)));
    default:
      return assertNever(decision.behavior);
  }
}

/** Both spellings the documentation has had. */
const output = (permission: "deny" | "ask", text: string): JsonObject => ({
  permission,
  user_message: text,
  agent_message: text,
  userMessage: text,
  agentMessage: text,
});
