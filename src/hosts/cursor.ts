/** Cursor, from its documentation (not run here). */
import type { Action, JsonObject } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { assertNever, fail, ok, type Result } from "../contract/result.ts";
import { personsWords } from "../judge/sources/parts.ts";
import { isList, pathIn, textIn } from "./fields.ts";
import { type Answer, type Host, type HostEvent, NOTHING_HEARD, type Occasion, SILENCE, said } from "./host.ts";
import { toldAgent, toldFault, toldPerson, toldUnheard } from "./message.ts";

export const cursor: Host = {
  name: "cursor",
  title: "Cursor",
  read,
  answer: (_event, decision) => answer(decision),
  refuse: (event, why) => {
    const reason = toldFault(why);
    if (event === "beforeSubmitPrompt") return said({ continue: false, user_message: toldUnheard(why) });
    return { stdout: output("deny", reason), stderr: event === null ? reason : null, exit: event === null ? 2 : 0 };
  },
  warn: () => SILENCE,
  transcript: () => NOTHING_HEARD,
};

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "hook_event_name") ?? eventByFields(input);
  if (event === null) return fail("the event has no hook_event_name");
  const cwd = pathIn(input, "cwd") ?? workspaceRoot(input);
  if (cwd === null) return fail(`${event} has neither an absolute cwd nor a workspace root`);
  const session = textIn(input, "conversation_id") ?? `cursor in ${cwd}`;
  const at: Occasion = { event, session, cwd, record: null };
  // The table of Cursor's names takes an event for a tool and its fields for the input.
  const action = (fields: JsonObject): Action => ({
    tool: event,
    input: fields,
    cwd,
    host: "cursor",
    session,
    event,
  });
  switch (event) {
    case "beforeShellExecution":
      if (textIn(input, "command") === null) return fail(`${event} has no command`);
      return ok({ ...at, kind: "call", action: action(pick(input, ["command", "sandbox"])) });
    case "beforeMCPExecution":
      if (textIn(input, "tool_name") === null) return fail(`${event} has no tool_name`);
      return ok({ ...at, kind: "call", action: action(pick(input, ["tool_name", "tool_input", "url", "command"])) });
    case "beforeSubmitPrompt": {
      const text = personsWords(textIn(input, "prompt") ?? "");
      return ok(text === "" ? { kind: "other", event } : { ...at, kind: "said", text, warning: null });
    }
    default:
      return ok({ kind: "other", event });
  }
}

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

function answer(decision: Decision): Answer {
  switch (decision.behavior) {
    case "allow":
      return said({ permission: "allow" });
    case "ask":
      return said(output("ask", toldPerson(decision)));
    case "deny":
    case "abort":
      return said(output("deny", toldAgent(decision)));
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
